//! What the box office keeps for a person, and what becomes of it when they leave.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::{Value, json};

use crate::payments::model::Payment;
use crate::shown::Shown;
use crate::tickets::model::{Ticket, TicketStatus, is_to_come, readable};
use crate::{payments, tickets};

/// How many tickets somebody could still enter with.
pub fn count_of_upcoming_tickets(c: &mut Connection<'_>, holder: UserId, now: Instant) -> Result<usize, DbError> {
    let mut valid = tickets::all_of(c, holder)?;
    valid.retain(|ticket| ticket.status == TicketStatus::Valid);
    let mut ids: Vec<EventId> = valid.iter().map(|ticket| ticket.event).collect();
    ids.sort_unstable();
    ids.dedup();
    let events = events::find_events(c, &ids)?;
    Ok(valid.iter().filter(|ticket| events.get(&ticket.event).is_some_and(|event| is_to_come(event, now))).count())
}

pub fn has_payments(c: &mut Connection<'_>, user: UserId) -> Result<bool, DbError> {
    payments::any_of(c, user)
}

/// Voids the tickets of somebody who leaves. Their payments stay in the books, without the address they gave; money that
/// still comes goes back. For callers inside their own transaction.
pub fn leave(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    payments::leave(c, user, now)?;
    tickets::void_all_of(c, user)
}

/// Tickets and payments of a person, for their export.
pub fn export(c: &mut Connection<'_>, user: UserId) -> Result<(Value, Value), DbError> {
    let (tickets, payments) = (tickets::all_of(c, user)?, payments::all_of(c, user)?);
    let events = tickets.iter().map(|one| one.event).chain(payments.iter().map(|one| one.event));
    let types = tickets.iter().map(|one| one.ticket_type).chain(payments.iter().map(|one| one.ticket_type));
    let about = Shown::load(c, events, types)?;
    let tickets = tickets.iter().map(|ticket| ticket_json(ticket, &about)).collect::<Result<_, _>>()?;
    let payments = payments.iter().map(|payment| payment_json(payment, &about)).collect::<Result<_, _>>()?;
    Ok((tickets, payments))
}

fn ticket_json(ticket: &Ticket, about: &Shown) -> Result<Value, DbError> {
    let (event, ticket_type) = about.of(ticket.event, ticket.ticket_type)?;
    Ok(json!({
        "id": ticket.id,
        "code": readable(&ticket.code),
        "status": ticket.status,
        "event": event,
        "ticket_type": ticket_type.label,
        "payment_id": ticket.payment,
        "purchased_at": ticket.issued.to_string(),
        "scanned_at": ticket.scanned.map(|at| at.to_string()),
    }))
}

fn payment_json(payment: &Payment, about: &Shown) -> Result<Value, DbError> {
    let (event, ticket_type) = about.of(payment.event, payment.ticket_type)?;
    Ok(json!({
        "id": payment.id,
        "status": payment.state.status(),
        "reason": payment.reason,
        "amount": payment.amount.figures(),
        "currency": payment.amount.currency().code(),
        "quantity": payment.quantity,
        "event": event,
        "ticket_type": ticket_type.label,
        "email": payment.email,
        "created_at": payment.created.to_string(),
    }))
}
