//! Making events: create, edit, cancel, delete; whom one organises with, and what one organises.

mod actions;
mod collaborators;
mod letters;
mod model;
pub mod routes;
mod store;
mod team;

pub use actions::leave;
pub use store::collaborations_of;
