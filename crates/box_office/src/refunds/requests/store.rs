//! SQL of `refund_requests`.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, RefundId, RefundRequestId, TicketId, UserId};

use crate::refunds::requests::Request;
use crate::stored_words::RequestState;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// The unique index that keeps a ticket from having two open requests.
pub const ONE_OPEN: &str = "refund_requests_open";

const REQUEST: &str = "SELECT id, event_id, ticket_id, user_id, reason, state, message, created_at,
    answered_at FROM refund_requests";

fn request_row(row: &Row<'_>) -> Result<Request> {
    Ok(Request {
        id: row.get("id")?,
        event: row.get("event_id")?,
        ticket: row.get("ticket_id")?,
        user: row.get("user_id")?,
        reason: row.get("reason")?,
        state: row.get("state")?,
        message: row.get("message")?,
        created: row.get("created_at")?,
        answered: row.get("answered_at")?,
    })
}

/// A request about to be stored, as an open one.
pub struct NewRequest<'a> {
    pub event: EventId,
    pub ticket: &'a TicketId,
    pub user: UserId,
    pub reason: &'a str,
}

pub fn insert_request(c: &mut Connection<'_>, new: &NewRequest<'_>, now: Instant) -> Result<RefundRequestId> {
    c.query_one(
        "INSERT INTO refund_requests (event_id, ticket_id, user_id, reason, state, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        &[&new.event, &new.ticket, &new.user, &new.reason, &RequestState::Open, &now],
        |row| row.get(0),
    )
}

/// Finds a request and locks it: nobody else answers it until the transaction ends.
pub fn lock_request(c: &mut Connection<'_>, id: RefundRequestId) -> Result<Option<Request>> {
    let mut sql = SqlBuilder::new(REQUEST);
    sql.push(" WHERE id = ").bind(id).for_update();
    Ok(sql.query(c, request_row)?.pop())
}

/// Ends an open request. `message` is what the organiser says to its holder.
pub fn answer_request(
    c: &mut Connection<'_>,
    id: RefundRequestId,
    (state, message): (RequestState, Option<&str>),
    now: Instant,
) -> Result<()> {
    c.execute(
        "UPDATE refund_requests SET state = $2, message = $3, answered_at = $4 WHERE id = $1 AND state = 'open'",
        &[&id, &state, &message, &now],
    )?;
    Ok(())
}

/// Names the refund that an accepted request has led to.
pub fn link_refund(c: &mut Connection<'_>, id: RefundRequestId, refund: &RefundId) -> Result<()> {
    c.execute("UPDATE refund_requests SET refund_id = $2 WHERE id = $1", &[&id, &refund])?;
    Ok(())
}

/// Ends the open requests of tickets whose money is no longer theirs to ask for, and returns how many there were.
pub fn withdraw_requests(c: &mut Connection<'_>, tickets: &[TicketId], now: Instant) -> Result<u64> {
    let mut sql = SqlBuilder::new("UPDATE refund_requests SET state = ");
    sql.bind(RequestState::Withdrawn).push(", answered_at = ").bind(now);
    sql.push(" WHERE state = 'open' AND ticket_id IN ").list(tickets);
    sql.execute(c)
}

/// Returns the latest request of each of those tickets that was not taken back.
pub fn latest_of_tickets(c: &mut Connection<'_>, tickets: &[TicketId]) -> Result<HashMap<TicketId, Request>> {
    let mut sql = SqlBuilder::new(REQUEST);
    sql.push(" WHERE state <> 'withdrawn' AND ticket_id IN ").list(tickets).push(" ORDER BY id");
    Ok(sql.query(c, request_row)?.into_iter().map(|request| (request.ticket.clone(), request)).collect())
}

/// Returns how many requests an event has in that state, or in any but withdrawn, and a page of them, the latest first.
pub fn page_of_event(
    c: &mut Connection<'_>,
    event: EventId,
    state: Option<RequestState>,
    page: Page,
) -> Result<(i64, Vec<Request>)> {
    let narrow = |sql: &mut SqlBuilder| {
        sql.push(" WHERE event_id = ").bind(event);
        match state {
            Some(state) => sql.push(" AND state = ").bind(state),
            None => sql.push(" AND state <> 'withdrawn'"),
        };
    };
    let mut sql = SqlBuilder::new("SELECT count(*) FROM refund_requests");
    narrow(&mut sql);
    let count = sql.query(c, |row| row.get(0))?.pop().unwrap_or(0);
    let mut sql = SqlBuilder::new(REQUEST);
    narrow(&mut sql);
    sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").bind(i64::from(page.limit));
    sql.push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, request_row)?))
}

/// Returns what somebody has ever asked for, the latest first.
pub fn requests_of_user(c: &mut Connection<'_>, user: UserId) -> Result<Vec<Request>> {
    let mut sql = SqlBuilder::new(REQUEST);
    sql.push(" WHERE user_id = ").bind(user).push(" ORDER BY id DESC");
    sql.query(c, request_row)
}

/// Ends the open requests of somebody who closes their account, and clears what they wrote.
pub fn clear_requests_of_user(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE refund_requests SET reason = '', answered_at = COALESCE(answered_at, $2),
            state = CASE WHEN state = 'open' THEN 'withdrawn' ELSE state END WHERE user_id = $1",
        &[&user, &now],
    )?;
    Ok(())
}
