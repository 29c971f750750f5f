//! Messages of organisers to the holders of their tickets.

mod actions;
mod mails;
mod model;
pub mod routes;
mod store;
mod writing;

pub use model::{Message, MessageBody};
pub use store::{delete_texts_of, list_of_author};
