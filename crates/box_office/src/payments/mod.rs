//! Payments: begun at the desk, settled by what the provider says, never by what a browser or a webhook says.

mod actions;
mod answers;
mod cancellation;
mod confirmation;
mod errors;
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

use database::{Connection, DbError};
use domain::{Instant, UserId};

pub use cancellation::cancel_event_sales;
use model::Payment;

/// Everything somebody has paid for, or tried to, the latest first.
pub fn payments_of_buyer(c: &mut Connection<'_>, user: UserId) -> Result<Vec<Payment>, DbError> {
    store::payments_of_buyer(c, user)
}

pub fn has_payments(c: &mut Connection<'_>, user: UserId) -> Result<bool, DbError> {
    store::has_payments(c, user)
}

/// Forgets where somebody had their tickets sent to, and closes what they were about to pay.
pub fn close_account(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    store::clear_emails(c, user)?;
    store::end_holds_of_buyer(c, user, now)
}
