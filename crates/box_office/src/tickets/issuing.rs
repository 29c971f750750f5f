//! What becomes of the tickets of a payment. Each function runs inside the caller's transaction.

use database::{Connection, DbError};
use domain::{Instant, PaymentId, TicketId, UserId};
use ticket_code::TypedCode;

use crate::stored_words::TicketStatus;
use crate::tickets::model;
use crate::tickets::store::{self, NewTicket, NewTickets};
use platform::random;

/// Issues the tickets that a payment has bought.
pub fn issue_tickets(c: &mut Connection<'_>, new: &NewTickets<'_>, now: Instant) -> Result<(), DbError> {
    for place in 0..new.quantity {
        let (id, code) = (random::ticket_id(now), unused_code(c)?);
        let number = (u64::from_le_bytes(random::bytes()) >> 1) as i64;
        store::insert_ticket(c, new, &NewTicket { id: &id, number, code: code.as_str(), place }, now)?;
    }
    Ok(())
}

/// Makes a typed code that no other ticket has.
fn unused_code(c: &mut Connection<'_>) -> Result<TypedCode, DbError> {
    loop {
        let code = TypedCode::from_random(random::bytes());
        if !store::is_code_taken(c, code.as_str())? {
            return Ok(code);
        }
    }
}

/// Gives a valid ticket to somebody else with a new typed code, which is returned; `None` if it could not be given.
pub fn pass_on_ticket(
    c: &mut Connection<'_>,
    id: &TicketId,
    (from, to): (UserId, UserId),
    now: Instant,
) -> Result<Option<TypedCode>, DbError> {
    let code = unused_code(c)?;
    Ok(store::transfer_ticket(c, id, (from, to), code.as_str(), now)?.then_some(code))
}

pub fn cancel_tickets(c: &mut Connection<'_>, payment: &PaymentId, now: Instant) -> Result<(), DbError> {
    store::set_status(c, payment, TicketStatus::Cancelled, now)
}

/// Returns the typed codes of what a payment has bought, in groups as people read them.
pub fn codes_of_payment(c: &mut Connection<'_>, payment: &PaymentId) -> Result<Vec<String>, DbError> {
    Ok(store::codes_of_payment(c, payment)?.iter().map(|code| model::grouped_code(code)).collect())
}

/// Returns those of the codes whose tickets are valid and that person's.
pub fn codes_held_of_payment(
    c: &mut Connection<'_>,
    payment: &PaymentId,
    holder: UserId,
) -> Result<Vec<String>, DbError> {
    let tickets = store::tickets_of_payment(c, payment)?.into_iter();
    let held = tickets.filter(|ticket| ticket.holder == Some(holder) && ticket.status == TicketStatus::Valid);
    Ok(held.map(|ticket| model::grouped_code(&ticket.code)).collect())
}
