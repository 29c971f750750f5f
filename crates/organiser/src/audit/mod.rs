//! The audit trail of an event, for its owner.

mod actions;
mod model;
pub mod routes;
