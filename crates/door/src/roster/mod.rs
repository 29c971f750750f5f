//! The roster: what a gate must know to decide without network, whole in pages and then by what has changed.

mod actions;
mod cursor;
mod model;
mod packing;
pub mod routes;
mod store;
