//! Payments: begun at the desk, settled by what the provider says, never by what a browser or a webhook says.

mod actions;
mod calling_off;
mod confirming;
mod letters;
pub mod model;
pub mod routes;
pub mod settling;
pub mod store;

pub use calling_off::call_off;
