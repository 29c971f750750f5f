//! Payments: stored by the desk, settled by what the provider answers, never by what a browser or a webhook says.

mod actions;
mod answers;
mod cancellation;
mod confirmation;
pub mod errors;
mod init;
mod mails;
pub mod model;
mod new_payment;
mod outcomes;
mod provider_calls;
pub mod routes;
pub mod settlement;
pub mod store;
mod webhooks;

pub use cancellation::cancel_sales;
pub use store::{clear_emails, end_holds_of_buyer, has_payments, payments_of_buyer};
