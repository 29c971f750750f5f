//! Events that are cancelled or postponed. The event itself changes at once, in one small transaction; what follows for
//! its payments and its people is done a few at a time, so that nobody else waits, and goes on where it was after a crash.

mod actions;
mod answers;
mod mails;
mod people;
pub mod routes;
mod steps;
mod store;

pub use steps::{begin, cancel_at_once};
pub use store::News;
