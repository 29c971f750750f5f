//! Organising events: create, change, cancel, delete; their teams, and the list of one's own events.

mod actions;
mod collaborators;
mod mails;
mod model;
mod roles;
pub mod routes;
mod store;
mod team;

pub use actions::remove_organiser;
pub use roles::Role;
pub use store::{find_role, list_collaborations, save_collaborator as add_to_team};
