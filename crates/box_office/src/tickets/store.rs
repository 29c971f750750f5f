//! SQL of `tickets`.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, Money, PaymentId, RefundId, TicketId, TicketTypeId, UserId};

use crate::money_columns::read_money;
use crate::refunds::model::Shares;
use crate::stored_words::TicketStatus;
use crate::tickets::model::{Ticket, paid_price};
use crate::tickets::worth::TicketWorth;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const TICKET: &str = "SELECT id, number, issue, code, payment_id, event_id, ticket_type_id,
    holder_id, guest_name, status, issued_at, scanned_at, refund_id FROM tickets";

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
        guest: row.get("guest_name")?,
        status: row.get("status")?,
        issued: row.get("issued_at")?,
        scanned: row.get("scanned_at")?,
        refund: row.get("refund_id")?,
    })
}

/// What a payment has bought.
pub struct NewTickets<'a> {
    pub payment: &'a PaymentId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    /// Nobody we know, of what is sold at the door or given to a guest.
    pub holder: Option<UserId>,
    pub guest: Option<&'a str>,
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
            changed_at, reserved, guest_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $10, $9, $9, $11, $12)",
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
            &bought.guest,
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

/// Returns what one ticket of each of those payments cost, in its own currency, as it was agreed on: less its share of a
/// discount.
pub fn prices_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<HashMap<PaymentId, Money>> {
    let mut sql = SqlBuilder::new("SELECT id, price, devise, amount, currency, discount FROM payments WHERE id IN ");
    sql.list(payments);
    let rows = sql.query(c, |row| {
        let id = row.get("id")?;
        let (amount, discount) = (read_money(row, "amount", "currency")?, row.get("discount")?);
        Ok((id, paid_price(read_money(row, "price", "devise")?, amount, discount)))
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

/// Returns the holders of the tickets that a refund has made void, each once.
pub fn holders_of_refund(c: &mut Connection<'_>, refund: &RefundId) -> Result<Vec<UserId>> {
    let holders = "SELECT DISTINCT holder_id FROM tickets WHERE refund_id = $1 AND holder_id IS NOT NULL";
    c.query(holders, &[&refund], |row| row.get(0))
}

pub fn codes_of_payment(c: &mut Connection<'_>, payment: &PaymentId) -> Result<Vec<String>> {
    c.query("SELECT code FROM tickets WHERE payment_id = $1 ORDER BY place", &[&payment], |row| row.get(0))
}

/// Cancels what a payment had and no longer has: it does not count as sold any more.
pub fn withdraw_tickets(c: &mut Connection<'_>, payment: &PaymentId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE tickets SET status = $2, reserved = TRUE, changed_at = $3, void_at = COALESCE(void_at, $3)
         WHERE payment_id = $1",
        &[&payment, &TicketStatus::Cancelled, &now],
    )?;
    Ok(())
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

/// Locks the tickets of a payment that were not paid back, in the order of their places, and returns whether somebody
/// came in with each.
pub fn lock_not_refunded(c: &mut Connection<'_>, payment: &PaymentId) -> Result<Vec<(TicketId, bool)>> {
    let mut sql = SqlBuilder::new("SELECT id, scanned_at IS NOT NULL AS is_scanned FROM tickets WHERE payment_id = ");
    sql.bind(payment.clone()).push(" AND refund_id IS NULL AND reserved = FALSE ORDER BY place").for_update();
    sql.query(c, |row| Ok((row.get("id")?, row.get("is_scanned")?)))
}

/// How tickets are given back.
pub struct TicketsBack<'a> {
    pub refund: &'a RefundId,
    pub status: TicketStatus,
    /// Whether others can buy the places of those whom nobody came in with.
    pub frees_places: bool,
    pub void_since: Instant,
}

/// Makes tickets void for a refund, those only that have none, and returns how many places are free again.
pub fn give_back_tickets(
    c: &mut Connection<'_>,
    ids: &[TicketId],
    back: &TicketsBack<'_>,
    now: Instant,
) -> Result<i64> {
    let mut sql = SqlBuilder::new("UPDATE tickets SET refund_id = ");
    sql.bind(back.refund.clone()).push(", status = ").bind(back.status).push(", changed_at = ").bind(now);
    sql.push(", void_at = COALESCE(void_at, ").bind(back.void_since).push("), released = (");
    sql.bind(back.frees_places).push(" AND scanned_at IS NULL)");
    sql.push(" WHERE refund_id IS NULL AND id IN ").list(ids).push(" RETURNING released");
    let released: Vec<bool> = sql.query(c, |row| row.get(0))?;
    Ok(released.into_iter().filter(|is_released| *is_released).count() as i64)
}

/// The buyer has the money of these tickets back.
pub fn mark_refunded(c: &mut Connection<'_>, refund: &RefundId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE tickets SET status = $2, changed_at = $3 WHERE refund_id = $1",
        &[&refund, &TicketStatus::Refunded, &now],
    )?;
    Ok(())
}

pub fn ids_of_refunds(c: &mut Connection<'_>, refunds: &[RefundId]) -> Result<Vec<(RefundId, TicketId)>> {
    let mut sql = SqlBuilder::new("SELECT refund_id, id FROM tickets WHERE refund_id IN ");
    sql.list(refunds).push(" ORDER BY refund_id, place");
    sql.query(c, |row| Ok((row.get("refund_id")?, row.get("id")?)))
}

/// Returns what each of these tickets brings back, or has brought.
pub fn worth_of_tickets(c: &mut Connection<'_>, ids: &[TicketId]) -> Result<HashMap<TicketId, TicketWorth>> {
    let mut sql = SqlBuilder::new(
        "SELECT tickets.id AS id, label, user_id, payments.amount AS amount, payments.currency AS currency, quantity,
            refunded, refunds.amount AS back, (SELECT count(*) FROM tickets other
                WHERE other.payment_id = payments.id AND other.refund_id IS NULL) AS remaining,
            (SELECT count(*) FROM tickets other WHERE other.refund_id = refunds.id) AS together
         FROM tickets JOIN payments ON payments.id = tickets.payment_id
            JOIN ticket_types ON ticket_types.id = tickets.ticket_type_id
            LEFT JOIN refunds ON refunds.id = tickets.refund_id WHERE tickets.id IN ",
    );
    sql.list(ids);
    let rows = sql.query(c, |row| {
        let (id, label, buyer) = (row.get("id")?, row.get("label")?, row.get("user_id")?);
        let paid = read_money(row, "amount", "currency")?;
        let (quantity, refunded, back) = (row.get("quantity")?, row.get("refunded")?, row.get::<Option<i64>>("back")?);
        let shares = Shares { paid, refunded, quantity, left: row.get("remaining")? };
        let together = row.get("together")?;
        let back = back.map(|minor| (Money::from_minor(minor, paid.currency()), together));
        Ok((id, TicketWorth::new(label, buyer, shares, back)))
    })?;
    Ok(rows.into_iter().collect())
}

/// Returns the payment that has bought a ticket of that event.
pub fn find_payment_of_ticket(c: &mut Connection<'_>, event: EventId, id: &TicketId) -> Result<Option<PaymentId>> {
    let payment = "SELECT payment_id FROM tickets WHERE id = $1 AND event_id = $2 AND reserved = FALSE";
    c.query_opt(payment, &[&id, &event], |row| row.get(0))
}
