//! The desk: who gets the places. Reservations wait in one queue, and those that wait together are decided in one
//! transaction (group commit).

mod memory;
pub mod model;
mod queue;
mod reservation;
mod rows;
mod store;

pub use queue::Desk;
pub use reservation::{Answer, Key, Reservation};
pub use store::{reserve_one, stock_of};
