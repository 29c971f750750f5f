//! Who comes: the tickets of an event with their holders, as a list and as files.

mod actions;
mod export;
mod filters;
mod model;
pub mod routes;
