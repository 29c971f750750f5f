//! Ticket types: what is on sale and how, and the rules for changing it.

pub mod model;
pub mod options;
pub mod sale;
pub mod store;
