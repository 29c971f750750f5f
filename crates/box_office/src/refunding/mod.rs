//! Paying back: what organisers decide about tickets and payments, and what holders ask for.

mod actions;
mod answers;
mod described;
mod mails;
mod requests;
pub mod routes;
mod texts;
