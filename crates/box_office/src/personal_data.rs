//! What the box office stores about a person, for their export and for closing their account.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::{Value, json};

use crate::payments::model::{Payment, Status};
use crate::stored_words::TicketStatus;
use crate::summaries::Summaries;
use crate::tickets::model::{Ticket, grouped_code, is_upcoming};
use crate::{payments, tickets};

/// Counts the valid tickets of events that are not over.
pub fn count_upcoming_tickets(c: &mut Connection<'_>, holder: UserId, now: Instant) -> Result<usize, DbError> {
    let mut valid = tickets::tickets_of_holder(c, holder)?;
    valid.retain(|ticket| ticket.status == TicketStatus::Valid);
    let mut ids: Vec<EventId> = valid.iter().map(|ticket| ticket.event).collect();
    ids.sort_unstable();
    ids.dedup();
    let events = events::find_events(c, &ids)?;
    Ok(valid.iter().filter(|ticket| events.get(&ticket.event).is_some_and(|event| is_upcoming(event, now))).count())
}

/// Voids the tickets of somebody who closes their account, clears the addresses that they gave, and ends their holds. Their
/// payments stay; money that still comes goes back. Runs inside the caller's transaction.
pub fn close_account(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    payments::clear_emails(c, user)?;
    payments::end_holds_of_buyer(c, user, now)?;
    tickets::void_tickets_of_holder(c, user, now)
}

/// Returns the tickets and the payments of a person as JSON.
pub fn export_person(c: &mut Connection<'_>, user: UserId) -> Result<(Value, Value), DbError> {
    let (tickets, payments) = (tickets::tickets_of_holder(c, user)?, payments::payments_of_buyer(c, user)?);
    let events = tickets.iter().map(|one| one.event).chain(payments.iter().map(|one| one.event));
    let types = tickets.iter().map(|one| one.ticket_type).chain(payments.iter().map(|one| one.ticket_type));
    let summaries = Summaries::load(c, events, types)?;
    let tickets = tickets.iter().map(|ticket| ticket_json(ticket, &summaries)).collect::<Result<_, _>>()?;
    let payments = payments.iter().map(|payment| payment_json(payment, &summaries)).collect::<Result<_, _>>()?;
    Ok((tickets, payments))
}

fn ticket_json(ticket: &Ticket, summaries: &Summaries) -> Result<Value, DbError> {
    let (event, ticket_type) = summaries.of(ticket.event, ticket.ticket_type)?;
    Ok(json!({
        "id": ticket.id,
        "code": grouped_code(&ticket.code),
        "status": ticket.status,
        "event": event,
        "ticket_type": ticket_type.label,
        "payment_id": ticket.payment,
        "purchased_at": ticket.issued.to_string(),
        "scanned_at": ticket.scanned.map(|at| at.to_string()),
    }))
}

fn payment_json(payment: &Payment, summaries: &Summaries) -> Result<Value, DbError> {
    let (event, ticket_type) = summaries.of(payment.event, payment.ticket_type)?;
    Ok(json!({
        "id": payment.id,
        "status": Status::from(payment.state),
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
