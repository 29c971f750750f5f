//! Ticket types that are opened by a code.

mod actions;
pub mod routes;
