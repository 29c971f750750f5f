//! News of the organisers that somebody follows: at most one mail a week, with all that is new, to who wants them and has
//! proved their address.

mod actions;
mod gathering;
mod mails;
pub mod routes;
mod store;
mod unsubscribe_page;
mod writing;

pub use store::forget_reader;
