//! The tickets of an event, each with how it was bought.

mod model;
mod store;

pub use model::{AttendeeRow, FoundBy, TicketFilter, TicketOrder};
pub use store::{count_attendees, list_attendees, list_attendees_after};
