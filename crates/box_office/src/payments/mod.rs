//! Payments: begun at the desk, settled by what the provider says, never by what a browser or a webhook says.

mod actions;
mod answers;
mod calling_off;
mod confirming;
mod errors;
mod init;
mod letters;
pub mod model;
mod new_payment;
mod outcomes;
mod providers;
pub mod routes;
pub mod settling;
pub mod store;
mod webhooks;

use database::{Connection, DbError};
use domain::{Instant, UserId};

pub use calling_off::call_off;
use model::Payment;

/// Everything somebody has paid for, or tried to, the latest first.
pub fn all_of(c: &mut Connection<'_>, user: UserId) -> Result<Vec<Payment>, DbError> {
    store::all_of(c, user)
}

pub fn any_of(c: &mut Connection<'_>, user: UserId) -> Result<bool, DbError> {
    store::any_of(c, user)
}

/// Forgets where somebody had their tickets sent to, and closes what they were about to pay.
pub fn leave(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    store::forget_addresses(c, user)?;
    store::end_holds_of_buyer(c, user, now)
}
