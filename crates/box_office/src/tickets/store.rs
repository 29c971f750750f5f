//! SQL of `tickets`.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, Money, PaymentId, TicketId, TicketTypeId, UserId};

use crate::money_columns::read_money;
use crate::stored_words::TicketStatus;
use crate::tickets::model::Ticket;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const TICKET: &str = "SELECT id, number, issue, code, payment_id, event_id, ticket_type_id,
    holder_id, status, issued_at, scanned_at FROM tickets";

/// How many payments one statement names: well below what a statement takes.
const MOST_AT_ONCE: usize = 500;

fn ticket_row(row: &Row<'_>) -> Result<Ticket> {
    Ok(Ticket {
        id: row.get("id")?,
        number: row.get("number")?,
        issue: row.get("issue")?,
        code: row.get("code")?,
        payment: row.get("payment_id")?,
        event: row.get("event_id")?,
        ticket_type: row.get("ticket_type_id")?,
        holder: row.get("holder_id")?,
        status: row.get("status")?,
        issued: row.get("issued_at")?,
        scanned: row.get("scanned_at")?,
    })
}

/// What a payment has bought.
pub struct NewTickets<'a> {
    pub payment: &'a PaymentId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    /// Nobody we know, of what is sold at the door.
    pub holder: Option<UserId>,
    pub quantity: i64,
    /// Not sold yet, but set aside for the door.
    pub reserved: bool,
}

/// One of these tickets.
pub struct NewTicket<'a> {
    pub id: &'a TicketId,
    pub number: i64,
    pub code: &'a str,
    pub place: i64,
}

pub fn insert_ticket(c: &mut Connection<'_>, bought: &NewTickets<'_>, new: &NewTicket<'_>, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO tickets (id, number, code, payment_id, place, event_id, ticket_type_id, holder_id, status, issued_at,
            changed_at, reserved)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $10, $9, $9, $11)",
        &[
            &new.id,
            &new.number,
            &new.code,
            &bought.payment,
            &new.place,
            &bought.event,
            &bought.ticket_type,
            &bought.holder,
            &now,
            &TicketStatus::Valid,
            &bought.reserved,
        ],
    )?;
    Ok(())
}

pub fn is_code_taken(c: &mut Connection<'_>, code: &str) -> Result<bool> {
    Ok(c.query_opt("SELECT 1 FROM tickets WHERE code = $1", &[&code], |row| row.get::<i32>(0))?.is_some())
}

/// Finds a ticket of that holder.
pub fn find_ticket(c: &mut Connection<'_>, id: &TicketId, holder: UserId) -> Result<Option<Ticket>> {
    let mut sql = SqlBuilder::new(TICKET);
    sql.push(" WHERE id = ").bind(id.clone()).push(" AND holder_id = ").bind(holder);
    Ok(sql.query(c, ticket_row)?.pop())
}

/// Returns all that a payment has bought, whoever holds it now.
pub fn tickets_of_payment(c: &mut Connection<'_>, payment: &PaymentId) -> Result<Vec<Ticket>> {
    let mut sql = SqlBuilder::new(TICKET);
    sql.push(" WHERE payment_id = ").bind(payment.clone()).push(" ORDER BY place");
    sql.query(c, ticket_row)
}

/// Returns everything somebody holds, the latest first.
pub fn tickets_of_holder(c: &mut Connection<'_>, holder: UserId) -> Result<Vec<Ticket>> {
    let mut sql = SqlBuilder::new(TICKET);
    sql.push(" WHERE holder_id = ").bind(holder).push(" ORDER BY issued_at DESC, payment_id, place");
    sql.query(c, ticket_row)
}

/// Cancels the valid tickets of a holder.
pub fn void_tickets_of_holder(c: &mut Connection<'_>, holder: UserId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE tickets SET status = $2, changed_at = $3, void_at = COALESCE(void_at, $3)
         WHERE holder_id = $1 AND status = 'valid'",
        &[&holder, &TicketStatus::Cancelled, &now],
    )?;
    Ok(())
}

/// Cancels a ticket if it is valid.
pub fn void_ticket(c: &mut Connection<'_>, id: &TicketId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE tickets SET status = $2, changed_at = $3, void_at = COALESCE(void_at, $3)
         WHERE id = $1 AND status = 'valid'",
        &[&id, &TicketStatus::Cancelled, &now],
    )?;
    Ok(())
}

/// Returns the events somebody holds tickets for, with the number of tickets.
pub fn events_of_holder(c: &mut Connection<'_>, holder: UserId) -> Result<Vec<(EventId, i64)>> {
    c.query(
        "SELECT event_id, count(*) AS count FROM tickets WHERE holder_id = $1 GROUP BY event_id",
        &[&holder],
        |row| Ok((row.get("event_id")?, row.get("count")?)),
    )
}

pub fn page_of_events(c: &mut Connection<'_>, holder: UserId, events: &[EventId], page: Page) -> Result<Vec<Ticket>> {
    let mut found = Vec::new();
    let (mut skip, mut wanted) = (page.offset(), i64::from(page.limit));
    for event in events {
        if wanted == 0 {
            break;
        }
        let mut sql = SqlBuilder::new(TICKET);
        sql.push(" WHERE holder_id = ").bind(holder).push(" AND event_id = ").bind(*event);
        sql.push(" ORDER BY issued_at, payment_id, place");
        let rows = sql.query(c, ticket_row)?;
        let count = rows.len() as i64;
        let shown = rows.into_iter().skip(skip as usize).take(wanted as usize);
        let before = found.len();
        found.extend(shown);
        wanted -= (found.len() - before) as i64;
        skip = (skip - count).max(0);
    }
    Ok(found)
}

pub fn ids_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<Vec<(PaymentId, TicketId)>> {
    let mut sql = SqlBuilder::new("SELECT payment_id, id FROM tickets WHERE payment_id IN ");
    sql.list(payments).push(" ORDER BY payment_id, place");
    sql.query(c, |row| Ok((row.get("payment_id")?, row.get("id")?)))
}

/// Returns what one ticket of each of those payments cost, in its own currency, as it was agreed on.
pub fn prices_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<HashMap<PaymentId, Money>> {
    let mut sql = SqlBuilder::new("SELECT id, price, devise FROM payments WHERE id IN ");
    sql.list(payments);
    let rows = sql.query(c, |row| {
        let id = row.get("id")?;
        Ok((id, read_money(row, "price", "devise")?))
    })?;
    Ok(rows.into_iter().collect())
}

/// Returns the events with tickets issued since then, the heaviest first. A ticket of the first day weighs one, one of the
/// next day two.
pub fn sold_since(c: &mut Connection<'_>, since: Instant, most: i64) -> Result<Vec<(EventId, i64)>> {
    c.query(
        "SELECT event_id, CAST(sum((issued_at - $1) / 86400000 + 1) AS BIGINT) AS weight
         FROM tickets WHERE issued_at >= $1 AND reserved = FALSE GROUP BY event_id ORDER BY weight DESC, event_id LIMIT $2",
        &[&since, &most],
        |row| Ok((row.get("event_id")?, row.get("weight")?)),
    )
}

/// Returns the holders of what these payments have bought, each once.
pub fn holders_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<Vec<UserId>> {
    let mut holders: Vec<UserId> = Vec::new();
    for some in payments.chunks(MOST_AT_ONCE) {
        let mut sql =
            SqlBuilder::new("SELECT DISTINCT holder_id FROM tickets WHERE holder_id IS NOT NULL AND payment_id IN ");
        sql.list(some);
        holders.extend(sql.query(c, |row| row.get::<UserId>(0))?);
    }
    holders.sort_unstable();
    holders.dedup();
    Ok(holders)
}

pub fn codes_of_payment(c: &mut Connection<'_>, payment: &PaymentId) -> Result<Vec<String>> {
    c.query("SELECT code FROM tickets WHERE payment_id = $1 ORDER BY place", &[&payment], |row| row.get(0))
}

/// Changes the holder of a valid ticket, its issue number and its typed code. Returns whether it could.
pub fn transfer_ticket(
    c: &mut Connection<'_>,
    id: &TicketId,
    (from, to): (UserId, UserId),
    code: &str,
    now: Instant,
) -> Result<bool> {
    let passed = c.execute(
        "UPDATE tickets SET holder_id = $3, issue = issue + 1, code = $4, changed_at = $5
         WHERE id = $1 AND holder_id = $2 AND status = 'valid' AND issue < 255",
        &[&id, &from, &to, &code, &now],
    )?;
    Ok(passed > 0)
}

/// Sets the status of every ticket of a payment, but for tickets that are refunded already.
pub fn set_status(c: &mut Connection<'_>, payment: &PaymentId, status: TicketStatus, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE tickets SET status = $2, changed_at = $3, void_at = COALESCE(void_at, $3)
         WHERE payment_id = $1 AND status <> 'refunded'",
        &[&payment, &status, &now],
    )?;
    Ok(())
}
