//! Promo codes as organisers make and change them.

mod actions;
mod answers;
mod fields;
pub mod routes;
