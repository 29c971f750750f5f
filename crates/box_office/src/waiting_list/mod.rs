//! The waiting list: who asks for places when none is left is offered those that come back, in order. Entries and the
//! figures of the type that count them change while the ticket type is locked, so nobody jumps and no place is offered
//! twice.

mod actions;
mod answers;
mod mails;
mod model;
mod offers;
pub mod routes;
mod store;

pub use model::EntryRow;
pub use offers::{leave_all, offer_places};
pub use store::{all_entries_of_user, next_end, types_to_serve};
