//! Who makes an event: its owner, the people they organise it with, those at its door, and who is invited to.

pub mod access;
pub mod actions;
pub mod collaborators;
pub mod invitations;
mod mails;
pub mod members;
mod model;
pub mod roles;
pub mod routes;
pub mod store;

pub use access::require_access;
pub use model::MyInvitation;
pub use roles::{Access, Role};
pub use store::{add_to_team, find_access, find_role, list_collaborations, list_invited_to, list_members};
