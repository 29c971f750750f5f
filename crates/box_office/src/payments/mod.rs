//! Payments: stored by the desk, settled by what the provider answers, never by what a browser or a webhook says.

mod actions;
mod answers;
mod confirmation;
pub mod errors;
mod init;
mod mails;
pub mod model;
mod new_payment;
mod outcomes;
pub mod paying_back;
mod provider_calls;
mod resending;
pub mod routes;
pub mod settlement;
pub mod store;
mod webhooks;

pub use store::{clear_emails, end_holds_of_buyer, has_payments, payments_of_buyer};
