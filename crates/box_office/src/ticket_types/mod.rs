//! Ticket types: what is on sale, and the rules for changing it.

pub mod model;
pub mod store;
