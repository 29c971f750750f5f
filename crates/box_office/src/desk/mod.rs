//! The desk: who gets the places. Reservations wait in one queue, and those that wait together are decided in one
//! transaction (group commit).

pub mod model;
mod queue;
mod reservation;
mod rows;
mod sold_out_cache;
mod standing;
mod stock;
mod store;
pub mod unpaid;

pub use queue::Desk;
pub use reservation::{Answer, RequestKey, Reservation};
pub use rows::as_json;
pub use store::{check_may_wait, lock_stock, reserve_one, stock_of};
