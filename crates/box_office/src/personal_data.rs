//! What the box office stores about a person, for their export and for closing their account.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::{Value, json};

use crate::payments::model::{Payment, Status};
use crate::refunds::requests::{self, Request};
use crate::stored_words::TicketStatus;
use crate::summaries::{EventSummary, Summaries};
use crate::tickets::model::{Ticket, grouped_code, is_upcoming};
use crate::waiting_list::{self, EntryRow};
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
/// payments stay; money that still comes goes back. What they waited for goes to the next. Runs inside the caller's
/// transaction.
pub fn close_account(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    payments::clear_emails(c, user)?;
    payments::end_holds_of_buyer(c, user, now)?;
    requests::store::clear_requests_of_user(c, user, now)?;
    waiting_list::leave_all(c, user, now)?;
    tickets::void_tickets_of_holder(c, user, now)
}

/// Returns the tickets and the payments of a person as JSON.
pub fn export_person(c: &mut Connection<'_>, user: UserId) -> Result<(Value, Value), DbError> {
    let (tickets, payments) = (tickets::tickets_of_holder(c, user)?, payments::payments_of_buyer(c, user)?);
    let events = tickets.iter().map(|one| one.event).chain(payments.iter().map(|one| one.event));
    let types = tickets.iter().map(|one| one.ticket_type).chain(payments.iter().map(|one| one.ticket_type));
    let summaries = Summaries::load(c, events, types)?;
    let requests = requests::store::requests_of_user(c, user)?;
    let tickets = tickets.iter().map(|ticket| ticket_json(ticket, &summaries, &requests)).collect::<Result<_, _>>()?;
    let payments = payments.iter().map(|payment| payment_json(payment, &summaries)).collect::<Result<_, _>>()?;
    Ok((tickets, payments))
}

/// Returns the places that a person waits for, or has waited for, as JSON.
pub fn export_waiting_entries(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Value, DbError> {
    let entries = waiting_list::all_entries_of_user(c, user)?;
    let (events, types) = (entries.iter().map(|one| one.event), entries.iter().map(|one| one.ticket_type));
    let summaries = Summaries::load(c, events, types)?;
    entries.iter().map(|entry| waiting_json(entry, &summaries, now)).collect()
}

fn waiting_json(entry: &EntryRow, summaries: &Summaries, now: Instant) -> Result<Value, DbError> {
    let (event, ticket_type) = summaries.rows(entry.event, entry.ticket_type)?;
    Ok(json!({
        "event": EventSummary::from(event),
        "ticket_type": ticket_type.label,
        "quantity": entry.quantity,
        "status": entry.status(event.cancelled || event.is_over(now), now),
        "joined_at": entry.joined.to_string(),
        "offered": entry.offered,
        "offered_at": entry.offered_at.map(|at| at.to_string()),
        "offered_until": entry.offered_until.map(|at| at.to_string()),
    }))
}

fn ticket_json(ticket: &Ticket, summaries: &Summaries, requests: &[Request]) -> Result<Value, DbError> {
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
        "refund_requests": requests.iter().filter(|one| one.ticket == ticket.id).map(request_json).collect::<Vec<_>>(),
    }))
}

fn request_json(request: &Request) -> Value {
    json!({
        "reason": request.reason,
        "state": request.state,
        "message": request.message,
        "created_at": request.created.to_string(),
        "answered_at": request.answered.map(|at| at.to_string()),
    })
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
