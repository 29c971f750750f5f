//! What every simulator has: clock, scripts, faults, payers, callbacks, journal, pages, and the server around them.

pub mod amount;
pub mod callbacks;
pub mod clock;
pub mod context;
pub mod exchange;
pub mod faults;
pub mod html;
pub mod journal;
pub mod payers;
pub mod protocol;
pub mod random;
mod routes;
mod running;
pub mod script;
mod sending;
mod state;

pub use running::Simulator;
