//! How an event sells and fills: curves, types, channels, entries and the way from a view to a payment.

mod actions;
mod curves;
mod model;
mod pace;
pub mod routes;
