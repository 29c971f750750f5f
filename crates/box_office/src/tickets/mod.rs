//! Tickets: issued with the payment that bought them, shown to who holds them, printed, passed on.

mod actions;
mod files;
mod keys;
mod letters;
pub mod model;
mod press;
pub mod routes;
mod store;

use database::{Connection, DbError};
use domain::{EventId, Instant, PaymentId, TicketId, UserId};
use ticket_code::TypedCode;

pub use keys::{TicketKeys, rotate as rotate_key};
pub use press::Press;

use crate::payments::model::Payment;
use model::{Ticket, TicketStatus};
use platform::random;
use store::NewTicket;

/// Issues what a payment has bought. For callers inside their own transaction.
pub fn issue(c: &mut Connection<'_>, payment: &Payment, now: Instant) -> Result<(), DbError> {
    for place in 0..payment.quantity {
        let (id, code) = (random::ticket_id(now), free_code(c)?);
        let number = (u64::from_le_bytes(random::bytes()) >> 1) as i64;
        store::insert(c, payment, &NewTicket { id: &id, number, code: code.as_str(), place }, now)?;
    }
    Ok(())
}

/// A typed code that no other ticket has.
fn free_code(c: &mut Connection<'_>) -> Result<TypedCode, DbError> {
    loop {
        let code = TypedCode::from_random(random::bytes());
        if !store::is_code_taken(c, code.as_str())? {
            return Ok(code);
        }
    }
}

pub fn refunded(c: &mut Connection<'_>, payment: &PaymentId) -> Result<(), DbError> {
    store::set_status(c, payment, TicketStatus::Refunded)
}

pub fn cancel(c: &mut Connection<'_>, payment: &PaymentId) -> Result<(), DbError> {
    store::set_status(c, payment, TicketStatus::Cancelled)
}

/// Lets somebody in: once for each ticket, and only while it is worth something. Whether it did.
pub fn admit_ticket(c: &mut Connection<'_>, id: &TicketId, now: Instant) -> Result<bool, DbError> {
    store::admit(c, id, now)
}

/// The codes to type of what a payment has bought, as people read them.
pub fn codes_of_payment(c: &mut Connection<'_>, payment: &PaymentId) -> Result<Vec<String>, DbError> {
    Ok(store::codes_of_payment(c, payment)?.iter().map(|code| model::readable(code)).collect())
}

/// Events with tickets issued since then, the later each the heavier; the heaviest first.
pub fn sold_since(c: &mut Connection<'_>, since: Instant, most: i64) -> Result<Vec<(EventId, i64)>, DbError> {
    store::sold_since(c, since, most)
}

/// Who holds what these payments have bought, each once.
pub fn holders_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<Vec<UserId>, DbError> {
    store::holders_of_payments(c, payments)
}

/// Everything somebody holds, the latest first.
pub fn all_of(c: &mut Connection<'_>, holder: UserId) -> Result<Vec<Ticket>, DbError> {
    store::all_of(c, holder)
}

/// Makes worth nothing what somebody holds.
pub fn void_all_of(c: &mut Connection<'_>, holder: UserId) -> Result<(), DbError> {
    store::void_all_of(c, holder)
}

/// Ids of the tickets of those payments.
pub fn ids_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<Vec<(PaymentId, TicketId)>, DbError> {
    store::ids_of_payments(c, payments)
}
