//! The nine figures of an event as they change: one reader for each event that anybody watches, however many watch it.

mod actions;
mod board;
mod reading;
pub mod routes;
mod watching;

pub use board::LiveBoard;
