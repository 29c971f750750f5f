//! Guests: free tickets that organisers give away, inside the capacity and outside the revenue.

mod actions;
mod answers;
mod issuing;
mod mails;
mod model;
pub mod routes;
mod store;

pub use mails::queue_notices;
pub use model::containing;
pub use store::{GuestReceipt, find_guest_by_receipt, guests_with_email};
