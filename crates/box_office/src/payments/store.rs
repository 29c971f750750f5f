//! SQL of `payments`: how they are read, locked and ended.

use std::collections::HashSet;

use database::{Connection, DbError, Field, Row};
use domain::{Currency, EventId, Instant, Money, PaymentId, Rate, UserId};

use crate::payments::model::Payment;
use crate::stored_words::PaymentState;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const PAYMENT: &str = "SELECT id, user_id, event_id, ticket_type_id, quantity, price, devise, amount, currency, rate,
    state, reason, holds, hold_until, reference, payment_url, email, created_at, asked, settled_at IS NOT NULL FROM payments";

fn payment_row(row: &Row<'_>) -> Result<Payment> {
    let unreadable = |what: &str| DbError::Decode(format!("payments.{what}"));
    let money = |minor: usize, code: usize| -> Result<Money> {
        let currency: Currency = row.get::<String>(code)?.parse().map_err(|_| unreadable("currency"))?;
        Ok(Money::from_minor(row.get(minor)?, currency))
    };
    Ok(Payment {
        id: row.get(0)?,
        user: row.get(1)?,
        event: row.get(2)?,
        ticket_type: row.get(3)?,
        quantity: row.get(4)?,
        price: money(5, 6)?,
        amount: money(7, 8)?,
        rate: row.get::<Option<i64>>(9)?.and_then(Rate::from_hundredths),
        state: row.get(10)?,
        reason: row.get(11)?,
        holds: row.get(12)?,
        hold_until: row.get(13)?,
        reference: row.get(14)?,
        payment_url: row.get(15)?,
        email: row.get(16)?,
        created: row.get(17)?,
        asked: row.get(18)?,
        settled: row.get(19)?,
    })
}

pub fn find_payment(c: &mut Connection<'_>, id: &PaymentId) -> Result<Option<Payment>> {
    one(c, id, false)
}

/// Nobody else decides on it until the transaction ends.
pub fn lock_payment(c: &mut Connection<'_>, id: &PaymentId) -> Result<Option<Payment>> {
    one(c, id, true)
}

/// Those of them that hold places which should have been given back by then. In one order, so that nobody waits for each
/// other.
pub fn lock_overdue_payments(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE holds = TRUE AND hold_until <= ").bind(now).push(" AND id IN ").list(ids);
    sql.push(" ORDER BY id").for_update();
    sql.query(c, payment_row)
}

fn one(c: &mut Connection<'_>, id: &PaymentId, lock: bool) -> Result<Option<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE id = ").bind(id.clone());
    if lock {
        sql.for_update();
    }
    Ok(sql.query(c, payment_row)?.pop())
}

/// Somebody's payments, the latest first, and how many there are.
pub fn page_of_buyer(c: &mut Connection<'_>, user: UserId, page: Page) -> Result<(i64, Vec<Payment>)> {
    let count = c.query_one("SELECT count(*) FROM payments WHERE user_id = $1", &[&user], |row| row.get(0))?;
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE user_id = ").bind(user).push(" ORDER BY created_at DESC, id LIMIT ").bind(i64::from(page.limit));
    sql.push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, payment_row)?))
}

/// Those of somebody's payments that nobody should pay any more: another try has taken their place, or an earlier one has
/// bought the tickets after all.
pub fn replaced_payments(c: &mut Connection<'_>, user: UserId, ids: &[PaymentId]) -> Result<HashSet<PaymentId>> {
    let mut sql = SqlBuilder::new("SELECT retry_of FROM payments WHERE user_id = ");
    sql.bind(user).push(" AND retry_of IN ").list(ids);
    let mut replaced: HashSet<PaymentId> = sql.query(c, |row| row.get(0))?.into_iter().collect();
    let mut sql = SqlBuilder::new(
        "WITH RECURSIVE tries (id, earlier) AS (SELECT id, retry_of FROM payments WHERE retry_of IS NOT NULL AND id IN ",
    );
    sql.list(ids).push(
        " UNION SELECT tries.id, retry_of FROM tries JOIN payments ON payments.id = earlier)
         SELECT tries.id FROM tries JOIN payments ON payments.id = earlier
         WHERE state = 'succeeded' AND NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = earlier)",
    );
    replaced.extend(sql.query(c, |row| row.get::<PaymentId>(0))?);
    Ok(replaced)
}

/// The tries that came after this one and may still be paid, locked.
pub fn lock_later_tries(c: &mut Connection<'_>, payment: &Payment) -> Result<Vec<Payment>> {
    let ids: Vec<PaymentId> = c.query(
        "WITH RECURSIVE later (id) AS (SELECT id FROM payments WHERE user_id = $1 AND retry_of = $2
            UNION SELECT payments.id FROM later JOIN payments ON user_id = $1 AND retry_of = later.id)
         SELECT id FROM later",
        &[&payment.user, &payment.id],
        |row| row.get(0),
    )?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE state = 'pending' AND id IN ").list(&ids).push(" ORDER BY id").for_update();
    sql.query(c, payment_row)
}

pub fn payments_of_buyer(c: &mut Connection<'_>, user: UserId) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE user_id = ").bind(user).push(" ORDER BY created_at DESC, id");
    sql.query(c, payment_row)
}

pub fn has_payments(c: &mut Connection<'_>, user: UserId) -> Result<bool> {
    c.query_one("SELECT EXISTS (SELECT 1 FROM payments WHERE user_id = $1)", &[&user], |row| row.get(0))
}

/// Touches every payment of theirs: who settles one meanwhile waits, and then finds the account closed.
pub fn clear_emails(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("UPDATE payments SET email = NULL WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// What was bought for an event.
pub fn succeeded_payments_of_event(c: &mut Connection<'_>, event: EventId) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE event_id = ").bind(event).push(" AND state = 'succeeded' ORDER BY id");
    sql.query(c, payment_row)
}

/// The end of a payment, as far as anybody can tell: the provider is asked no more.
pub fn end_payment(
    c: &mut Connection<'_>,
    id: &PaymentId,
    state: PaymentState,
    reason: Option<&str>,
    now: Instant,
) -> Result<()> {
    c.execute(
        "UPDATE payments SET state = $2, reason = $3, settled_at = $4, ask_at = NULL, holds = FALSE WHERE id = $1",
        &[&id, &state, &reason, &now],
    )?;
    Ok(())
}

/// Nothing is certain, and nobody is asked any more: a person has to find out.
pub fn mark_for_review(c: &mut Connection<'_>, id: &PaymentId) -> Result<()> {
    c.execute(
        "UPDATE payments SET state = $2, ask_at = NULL, holds = FALSE WHERE id = $1",
        &[&id, &PaymentState::Review],
    )?;
    Ok(())
}

/// The buyer was told by mail.
pub fn mark_mailed(c: &mut Connection<'_>, id: &PaymentId, now: Instant) -> Result<()> {
    c.execute("UPDATE payments SET mailed_at = $2 WHERE id = $1", &[&id, &now])?;
    Ok(())
}

pub fn stop_asking(c: &mut Connection<'_>, id: &PaymentId) -> Result<()> {
    c.execute("UPDATE payments SET ask_at = NULL WHERE id = $1", &[&id])?;
    Ok(())
}

/// Somebody waits for this payment: the provider is asked now, unless that was just done, or others wait for its places:
/// while it is asked about, they stay held. Whether it will be.
pub fn ask_provider_soon(c: &mut Connection<'_>, id: &PaymentId, now: Instant, not_since: Instant) -> Result<bool> {
    let changed = c.execute(
        "UPDATE payments SET ask_at = $2
         WHERE id = $1 AND state = 'pending' AND ask_at > $2 AND COALESCE(asked_at, 0) <= $3
            AND (holds = FALSE OR hold_until > $2)",
        &[&id, &now, &not_since],
    )?;
    Ok(changed > 0)
}

/// Who is about to pay for an event that does not take place is asked about at once, and then has no places any more:
/// what was asked before counts for nothing.
pub fn end_holds_of_event(c: &mut Connection<'_>, event: EventId, now: Instant) -> Result<()> {
    end_holds(c, "event_id = ", event, now)
}

/// The same for somebody who leaves.
pub fn end_holds_of_buyer(c: &mut Connection<'_>, buyer: UserId, now: Instant) -> Result<()> {
    end_holds(c, "user_id = ", buyer, now)
}

fn end_holds(c: &mut Connection<'_>, of: &'static str, whose: impl Field + 'static, now: Instant) -> Result<()> {
    let mut sql = SqlBuilder::new("UPDATE payments SET hold_until = ");
    sql.bind(now)
        .push(", asked_at = NULL, ask_at = ")
        .bind(now)
        .push(" WHERE holds = TRUE AND state = 'pending' AND hold_until > ");
    sql.bind(now).push(" AND ").push(of).bind(whose);
    sql.execute(c)?;
    Ok(())
}

pub fn clear_holds(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<()> {
    let mut sql = SqlBuilder::new("UPDATE payments SET holds = FALSE WHERE id IN ");
    sql.list(ids);
    sql.execute(c)?;
    Ok(())
}
