//! SQL of `payments`: how they are read, locked and ended.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError, Row};
use domain::{Instant, PaymentId, ProviderReference, UserId};
use payment_providers::{Channel, Opened};

use crate::money_columns::read_money;
use crate::payments::model::Payment;
use crate::stored_words::PaymentState;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

pub const PAYMENT: &str =
    "SELECT id, user_id, event_id, ticket_type_id, quantity, price, devise, amount, currency, discount, rate,
    state, reason, holds, hold_until, provider, reference, provider_number, transaction_number, notice_token, channel,
    pushed_to, payment_url, email, created_at, asked,
    settled_at IS NOT NULL AS settled, refunded, provider = 'cash' AS is_cash FROM payments";

pub fn payment_row(row: &Row<'_>) -> Result<Payment> {
    Ok(Payment {
        id: row.get("id")?,
        user: row.get("user_id")?,
        event: row.get("event_id")?,
        ticket_type: row.get("ticket_type_id")?,
        quantity: row.get("quantity")?,
        price: read_money(row, "price", "devise")?,
        amount: read_money(row, "amount", "currency")?,
        discount: read_money(row, "discount", "currency")?,
        rate: row.get("rate")?,
        state: row.get("state")?,
        reason: row.get("reason")?,
        holds: row.get("holds")?,
        hold_until: row.get("hold_until")?,
        provider: row.get("provider")?,
        reference: row.get("reference")?,
        provider_number: row.get("provider_number")?,
        transaction_number: row.get("transaction_number")?,
        notice_token: row.get("notice_token")?,
        channel: row.get::<Option<String>>("channel")?.as_deref().and_then(Channel::parse),
        pushed_to: row.get("pushed_to")?,
        payment_url: row.get("payment_url")?,
        email: row.get("email")?,
        created: row.get("created_at")?,
        asked: row.get("asked")?,
        settled: row.get("settled")?,
        refunded: row.get("refunded")?,
        is_cash: row.get("is_cash")?,
    })
}

pub fn find_payment(c: &mut Connection<'_>, id: &PaymentId) -> Result<Option<Payment>> {
    read_payment(c, id, false)
}

/// Locks a payment: nobody else settles it until the transaction ends.
pub fn lock_payment(c: &mut Connection<'_>, id: &PaymentId) -> Result<Option<Payment>> {
    read_payment(c, id, true)
}

/// Locks these payments in the order of their ids, so that two transactions never wait for each other.
pub fn lock_payments(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE id IN ").list(ids).push(" ORDER BY id").for_update();
    sql.query(c, payment_row)
}

/// Locks those of the payments whose holds are overdue, in the order of their ids, so that two transactions never wait for
/// each other.
pub fn lock_overdue_payments(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE holds = TRUE AND hold_until <= ").bind(now).push(" AND id IN ").list(ids);
    sql.push(" ORDER BY id").for_update();
    sql.query(c, payment_row)
}

fn read_payment(c: &mut Connection<'_>, id: &PaymentId, lock: bool) -> Result<Option<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE id = ").bind(id.clone());
    if lock {
        sql.for_update();
    }
    Ok(sql.query(c, payment_row)?.pop())
}

/// Returns how many payments a person has, and a page of them, the latest first.
pub fn page_of_buyer(c: &mut Connection<'_>, user: UserId, page: Page) -> Result<(i64, Vec<Payment>)> {
    let count = c.query_one("SELECT count(*) FROM payments WHERE user_id = $1", &[&user], |row| row.get(0))?;
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE user_id = ").bind(user).push(" ORDER BY created_at DESC, id LIMIT ").bind(i64::from(page.limit));
    sql.push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, payment_row)?))
}

/// Returns those of the payments that should not be paid any more, because a later try has replaced them, or because an
/// earlier try has bought the tickets after all.
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
         WHERE state = 'succeeded'
            AND EXISTS (SELECT 1 FROM tickets WHERE payment_id = earlier AND refund_id IS NULL)",
    );
    replaced.extend(sql.query(c, |row| row.get::<PaymentId>(0))?);
    Ok(replaced)
}

/// Locks the tries that came after this one and may still be paid.
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

/// Returns who has paid each of these payments; a sale at the door has no buyer.
pub fn buyers_of_payments(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<HashMap<PaymentId, UserId>> {
    let mut sql = SqlBuilder::new("SELECT id, user_id FROM payments WHERE user_id IS NOT NULL AND id IN ");
    sql.list(ids);
    Ok(sql.query(c, |row| Ok((row.get("id")?, row.get("user_id")?)))?.into_iter().collect())
}

/// Returns everything somebody has paid for, or tried to, the latest first.
pub fn payments_of_buyer(c: &mut Connection<'_>, user: UserId) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE user_id = ").bind(user).push(" ORDER BY created_at DESC, id");
    sql.query(c, payment_row)
}

pub fn has_payments(c: &mut Connection<'_>, user: UserId) -> Result<bool> {
    c.query_one("SELECT EXISTS (SELECT 1 FROM payments WHERE user_id = $1)", &[&user], |row| row.get(0))
}

/// Clears the addresses that somebody had their tickets sent to. This locks every payment of theirs, so that whoever
/// settles one meanwhile waits, and then finds the account closed.
pub fn clear_emails(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("UPDATE payments SET email = NULL WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// Ends a payment: its hold is gone, and the provider is asked no more.
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

/// Leaves a payment to a person, because the provider could not be asked for too long. It is asked no more.
pub fn mark_for_review(c: &mut Connection<'_>, id: &PaymentId) -> Result<()> {
    c.execute(
        "UPDATE payments SET state = $2, ask_at = NULL, holds = FALSE WHERE id = $1",
        &[&id, &PaymentState::Review],
    )?;
    Ok(())
}

/// Records when the buyer's mail was queued.
pub fn mark_mailed(c: &mut Connection<'_>, id: &PaymentId, now: Instant) -> Result<()> {
    c.execute("UPDATE payments SET mailed_at = $2 WHERE id = $1", &[&id, &now])?;
    Ok(())
}

pub fn stop_asking(c: &mut Connection<'_>, id: &PaymentId) -> Result<()> {
    c.execute("UPDATE payments SET ask_at = NULL WHERE id = $1", &[&id])?;
    Ok(())
}

/// Makes the cashier ask about a payment now, and returns whether it will. Not if it was asked about after `not_since`, nor
/// once its hold is over: while a payment is asked about its places stay held, and others wait for them.
pub fn ask_provider_soon(c: &mut Connection<'_>, id: &PaymentId, now: Instant, not_since: Instant) -> Result<bool> {
    let changed = c.execute(
        "UPDATE payments SET ask_at = $2
         WHERE id = $1 AND state = 'pending' AND ask_at > $2 AND COALESCE(asked_at, 0) <= $3
            AND (holds = FALSE OR hold_until > $2)",
        &[&id, &now, &not_since],
    )?;
    Ok(changed > 0)
}

/// Makes the cashier ask a provider about everything that is still open with it.
pub fn ask_about_all(c: &mut Connection<'_>, provider: &str, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE payments SET ask_at = $2 WHERE provider = $1 AND ask_at > $2 AND state = 'pending'",
        &[&provider, &now],
    )?;
    Ok(())
}

/// Ends the holds of somebody who closes their account. The provider is asked about each payment at once, whatever it
/// answered before, and then the places are released.
pub fn end_holds_of_buyer(c: &mut Connection<'_>, buyer: UserId, now: Instant) -> Result<()> {
    end_holds(c, now, |sql| sql.push("user_id = ").bind(buyer))
}

/// Ends the holds of these payments in the same way.
pub fn end_holds_of_payments(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<()> {
    end_holds(c, now, |sql| sql.push("id IN ").list(ids))
}

fn end_holds(
    c: &mut Connection<'_>,
    now: Instant,
    narrow: impl FnOnce(&mut SqlBuilder) -> &mut SqlBuilder,
) -> Result<()> {
    let mut sql = SqlBuilder::new("UPDATE payments SET hold_until = ");
    sql.bind(now)
        .push(", asked_at = NULL, ask_at = ")
        .bind(now)
        .push(" WHERE holds = TRUE AND state = 'pending' AND provider <> 'cash' AND hold_until > ");
    sql.bind(now).push(" AND ");
    narrow(&mut sql);
    sql.execute(c)?;
    Ok(())
}

/// Marks payments as holding no places; the stock is changed by the caller.
pub fn clear_holds(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<()> {
    let mut sql = SqlBuilder::new("UPDATE payments SET holds = FALSE WHERE id IN ");
    sql.list(ids);
    sql.execute(c)?;
    Ok(())
}

/// Marks that a telephone is about to be rung for a payment, and returns whether nobody has before: then it is rung once,
/// however often the number is sent. An empty number closes the page. Only while its places are held.
pub fn begin_push(c: &mut Connection<'_>, id: &PaymentId, number: &str, now: Instant) -> Result<bool> {
    let network = Channel::of_phone(number).map(Channel::name);
    let changed = c.execute(
        "UPDATE payments SET pushed_at = $2, pushed_to = $3, channel = COALESCE($4, channel)
         WHERE id = $1 AND pushed_at IS NULL AND state = 'pending' AND ($3 = '' OR (holds = TRUE AND hold_until > $2))",
        &[&id, &now, &number, &network],
    )?;
    Ok(changed > 0)
}

/// Takes a mark back after the provider has refused the number, so that another can be typed. It gets another reference,
/// because a provider refuses one that it has seen.
pub fn take_back_push(c: &mut Connection<'_>, id: &PaymentId, reference: &ProviderReference) -> Result<()> {
    c.execute(
        "UPDATE payments SET pushed_at = NULL, pushed_to = NULL, reference = $2 WHERE id = $1 AND state = 'pending'",
        &[&id, &reference],
    )?;
    Ok(())
}

/// Stores what the provider told when it opened a payment.
pub fn store_opened(c: &mut Connection<'_>, id: &PaymentId, opened: &Opened) -> Result<()> {
    c.execute(
        "UPDATE payments SET provider_number = COALESCE($2, provider_number), notice_token = COALESCE($3, notice_token)
         WHERE id = $1",
        &[&id, &opened.number, &opened.notice_token],
    )?;
    Ok(())
}

/// Stores what notices about a payment have to carry, unless something is stored already, and returns what is stored then.
pub fn keep_notice_token(c: &mut Connection<'_>, id: &PaymentId, new: &str) -> Result<Option<String>> {
    c.execute("UPDATE payments SET notice_token = $2 WHERE id = $1 AND notice_token IS NULL", &[&id, &new])?;
    let found = c.query_opt("SELECT notice_token FROM payments WHERE id = $1", &[&id], |row| row.get(0))?;
    Ok(found.flatten())
}

/// Returns the payment of a request with this key, and the digest of its body.
pub fn find_request(c: &mut Connection<'_>, buyer: UserId, key: &str) -> Result<Option<(PaymentId, String)>> {
    c.query_opt(
        "SELECT id, request_digest FROM payments WHERE user_id = $1 AND idempotency_key = $2",
        &[&buyer, &key],
        |row| Ok((row.get("id")?, row.get("request_digest")?)),
    )
}

/// Returns the payment that a request with a key has led to: where one provider did not answer, that of the next. Those
/// tries have no key of their own.
pub fn last_try_of_request(c: &mut Connection<'_>, buyer: UserId, id: &PaymentId) -> Result<Option<Payment>> {
    let last: Option<PaymentId> = c.query_opt(
        "WITH RECURSIVE tries (id, depth) AS (SELECT id, 0 FROM payments WHERE id = $1
            UNION SELECT payments.id, depth + 1 FROM tries JOIN payments ON user_id = $2 AND retry_of = tries.id
                WHERE idempotency_key IS NULL)
         SELECT id FROM tries ORDER BY depth DESC LIMIT 1",
        &[&id, &buyer],
        |row| row.get(0),
    )?;
    last.map_or(Ok(None), |last| find_payment(c, &last))
}
