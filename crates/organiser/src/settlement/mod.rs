//! What an event has brought in and what is due to its owner, from the ledger.

mod actions;
mod files;
mod model;
pub mod routes;
