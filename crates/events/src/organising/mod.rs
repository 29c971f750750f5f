//! Organising events: create, copy, publish, change, cancel, delete; and the list of one's own events.

mod actions;
mod copying;
mod days;
mod disruption;
mod message;
mod model;
mod moving;
mod my_events;
mod new_date;
mod price_changes;
mod reading;
pub mod routes;
mod store;

pub use actions::remove_organiser;
pub use model::{EventStats, MyEvent};
pub use my_events::{MyEventsFilters, When};
pub use new_date::NewDateFields;
pub use store::has_organised;
