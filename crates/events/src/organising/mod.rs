//! Making events: create, edit, cancel, delete; whom one organises with, and what one organises.

mod actions;
mod collaborators;
mod mails;
mod model;
pub mod routes;
mod store;
mod team;

pub use actions::remove_organiser;
pub use store::list_collaborations;
