//! Payments: begun at the desk, settled by what the provider says, never by what a browser or a webhook says.

mod actions;
mod calling_off;
mod confirming;
mod letters;
pub mod model;
mod providers;
pub mod routes;
pub mod settling;
pub mod store;

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Instant, Money, PaymentId, UserId};

pub use calling_off::call_off;
use model::Payment;

/// What one ticket of each of those payments cost.
pub fn prices(
    c: &mut Connection<'_>,
    payments: impl Iterator<Item = PaymentId>,
) -> Result<HashMap<PaymentId, Money>, DbError> {
    let mut ids: Vec<PaymentId> = payments.collect();
    ids.sort_unstable();
    ids.dedup();
    store::prices(c, &ids)
}

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
