//! What gates show beside the camera: counters, the names of gates, whether re-entry is allowed, and the search.

mod actions;
mod model;
pub mod routes;
mod store;

pub use model::{GateEntries, grouped};
pub use store::count_entries;
