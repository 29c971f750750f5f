//! The log of scans: read page by page, and added to by phones that had no network.

mod actions;
mod model;
pub mod routes;
mod store;

pub use actions::export_person;
pub use model::TicketScan;
pub use store::scans_of_tickets;
