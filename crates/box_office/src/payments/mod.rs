//! Payments: stored by the desk, settled by what the provider answers, never by what a browser or a webhook says.

mod actions;
mod answers;
mod channels;
mod confirmation;
pub mod errors;
mod init;
mod mails;
pub mod model;
mod new_payment;
mod opening;
mod outcomes;
pub mod paying_back;
pub mod phone_page;
mod provider_calls;
mod resending;
pub mod routes;
pub mod settlement;
pub mod store;
mod webhooks;

pub(crate) use provider_calls::PhonePage;
pub use store::{clear_emails, end_holds_of_buyer, has_payments, payments_of_buyer};
pub use webhooks::list_webhooks;
