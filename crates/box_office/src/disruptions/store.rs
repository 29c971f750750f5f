//! SQL of `disruptions`, and of the payments and people that follow from one.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{Currency, EventId, GuestId, Instant, Money, PaymentId, UserId};

use crate::disruptions::answers::RefundCounts;
use crate::money_columns::read_money;
use crate::stored_words::{DisruptionKind, DisruptionPhase, RefundState};
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// A row of `disruptions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disruption {
    pub id: i64,
    pub event: EventId,
    pub kind: DisruptionKind,
    pub message: Option<String>,
    /// When and where an event that was edited was to take place.
    pub was: Option<String>,
    pub phase: DisruptionPhase,
    /// The last payment, the last person and the last guest that were seen to.
    pub payment: String,
    pub person: UserId,
    pub guest: GuestId,
    pub settled: i64,
    pub told: i64,
    pub unreachable: i64,
    pub created: Instant,
}

/// What people are told besides.
#[derive(Debug, Clone, Copy, Default)]
pub struct News<'a> {
    /// What the organiser says.
    pub message: Option<&'a str>,
    /// When and where an event that was edited was to take place.
    pub was: Option<&'a str>,
}

const DISRUPTION: &str = "SELECT id, event_id, kind, message, was, phase, payment, person, guest, settled, told,
    unreachable, created_at FROM disruptions";

fn disruption_row(row: &Row<'_>) -> Result<Disruption> {
    Ok(Disruption {
        id: row.get("id")?,
        event: row.get("event_id")?,
        kind: row.get("kind")?,
        message: row.get("message")?,
        was: row.get("was")?,
        phase: row.get("phase")?,
        payment: row.get("payment")?,
        person: row.get("person")?,
        guest: row.get("guest")?,
        settled: row.get("settled")?,
        told: row.get("told")?,
        unreachable: row.get("unreachable")?,
        created: row.get("created_at")?,
    })
}

/// Stores a disruption, whose first step is due at once.
pub fn insert_disruption(
    c: &mut Connection<'_>,
    event: EventId,
    (kind, phase): (DisruptionKind, DisruptionPhase),
    news: News<'_>,
    now: Instant,
) -> Result<i64> {
    c.query_one(
        "INSERT INTO disruptions (event_id, kind, message, was, phase, created_at, work_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id",
        &[&event, &kind, &news.message, &news.was, &phase, &now],
        |row| row.get(0),
    )
}

/// Ends the postponements of an event that are under way: what begins now tells everybody of them something newer.
pub fn end_postponements(c: &mut Connection<'_>, event: EventId) -> Result<()> {
    c.execute(
        "UPDATE disruptions SET phase = 'done', work_at = NULL
         WHERE event_id = $1 AND kind = 'postponed' AND work_at IS NOT NULL",
        &[&event],
    )?;
    Ok(())
}

/// Finds the disruption that has waited for the longest time.
pub fn find_due(c: &mut Connection<'_>, now: Instant) -> Result<Option<Disruption>> {
    let mut sql = SqlBuilder::new(DISRUPTION);
    sql.push(" WHERE work_at <= ").bind(now).push(" ORDER BY work_at, id LIMIT 1");
    Ok(sql.query(c, disruption_row)?.pop())
}

/// Finds and locks a disruption: nobody else takes its next step until the transaction ends.
pub fn lock_disruption(c: &mut Connection<'_>, id: i64) -> Result<Option<Disruption>> {
    let mut sql = SqlBuilder::new(DISRUPTION);
    sql.push(" WHERE id = ").bind(id).for_update();
    Ok(sql.query(c, disruption_row)?.pop())
}

pub fn find_cancellation(c: &mut Connection<'_>, event: EventId) -> Result<Option<Disruption>> {
    let mut sql = SqlBuilder::new(DISRUPTION);
    sql.push(" WHERE kind = 'cancelled' AND event_id = ").bind(event);
    Ok(sql.query(c, disruption_row)?.pop())
}

/// Writes how far a disruption has come; its next step is due at `next`.
pub fn save_progress(c: &mut Connection<'_>, progress: &Disruption, next: Option<Instant>) -> Result<()> {
    c.execute(
        "UPDATE disruptions SET phase = $2, payment = $3, person = $4, guest = $5, settled = $6, told = $7,
            unreachable = $8, work_at = $9 WHERE id = $1",
        &[
            &progress.id,
            &progress.phase,
            &progress.payment,
            &progress.person,
            &progress.guest,
            &progress.settled,
            &progress.told,
            &progress.unreachable,
            &next,
        ],
    )?;
    Ok(())
}

/// Payments of an event that still hold places: those that a provider is asked about, and places set aside at the door.
pub fn held_payments(c: &mut Connection<'_>, event: EventId, now: Instant, most: i64) -> Result<Vec<PaymentId>> {
    c.query(
        "SELECT id FROM payments WHERE event_id = $1 AND holds = TRUE AND state = 'pending'
            AND (provider = 'cash' OR hold_until > $2) ORDER BY id LIMIT $3",
        &[&event, &now, &most],
        |row| row.get(0),
    )
}

/// What was paid for an event, behind that payment in the order of ids.
pub fn paid_payments(c: &mut Connection<'_>, event: EventId, behind: &str, most: i64) -> Result<Vec<PaymentId>> {
    c.query(
        "SELECT id FROM payments WHERE event_id = $1 AND id > $2 AND state = 'succeeded' ORDER BY id LIMIT $3",
        &[&event, &behind, &most],
        |row| row.get(0),
    )
}

/// Those who paid for a cancelled event, or held its tickets, behind that person in the order of ids.
pub fn people_of_cancelled(c: &mut Connection<'_>, event: EventId, behind: UserId, most: i64) -> Result<Vec<UserId>> {
    c.query(
        "SELECT user_id AS person FROM refunds JOIN payments ON payments.id = refunds.payment_id
         WHERE refunds.event_id = $1 AND cause = 'cancelled' AND user_id > $2
         UNION SELECT holder_id AS person FROM refunds JOIN tickets ON tickets.refund_id = refunds.id
         WHERE refunds.event_id = $1 AND cause = 'cancelled' AND holder_id > $2
         ORDER BY person LIMIT $3",
        &[&event, &behind, &most],
        |row| row.get("person"),
    )
}

/// Those who hold tickets of an event that open its door, behind that person in the order of ids.
pub fn holders_of_event(c: &mut Connection<'_>, event: EventId, behind: UserId, most: i64) -> Result<Vec<UserId>> {
    c.query(
        "SELECT DISTINCT holder_id FROM tickets WHERE event_id = $1 AND holder_id > $2
            AND status IN ('valid', 'scanned') ORDER BY holder_id LIMIT $3",
        &[&event, &behind, &most],
        |row| row.get(0),
    )
}

/// The addresses that these people gave last when they paid for an event.
pub fn given_addresses(
    c: &mut Connection<'_>,
    event: EventId,
    people: &[UserId],
) -> Result<HashMap<UserId, MoneyBack>> {
    let mut sql = SqlBuilder::new("SELECT user_id, email FROM payments WHERE state = 'succeeded' AND event_id = ");
    sql.bind(event).push(" AND email IS NOT NULL AND user_id IN ").list(people).push(" ORDER BY id");
    let rows = sql.query(c, |row| Ok((row.get("user_id")?, (Vec::new(), row.get("email")?))))?;
    Ok(rows.into_iter().collect())
}

/// What goes back to somebody, and the address that they gave last when they paid.
type MoneyBack = (Vec<Money>, Option<String>);

/// What goes back to each of these people for a cancelled event, and the address that they gave last when they paid.
pub fn money_of_people(
    c: &mut Connection<'_>,
    event: EventId,
    people: &[UserId],
) -> Result<HashMap<UserId, MoneyBack>> {
    let mut sql = SqlBuilder::new(
        "SELECT user_id, email, refunds.amount AS amount, refunds.currency AS currency
         FROM payments JOIN refunds ON refunds.payment_id = payments.id
         WHERE cause = 'cancelled' AND refunds.event_id = ",
    );
    sql.bind(event).push(" AND user_id IN ").list(people).push(" ORDER BY payments.id");
    let rows = sql.query(c, |row| {
        let (user, email): (UserId, Option<String>) = (row.get("user_id")?, row.get("email")?);
        Ok((user, email, read_money(row, "amount", "currency")?))
    })?;
    let mut found: HashMap<UserId, MoneyBack> = HashMap::new();
    for (user, email, amount) in rows {
        let (amounts, known) = found.entry(user).or_default();
        amounts.push(amount);
        *known = email.or_else(|| known.take());
    }
    Ok(found)
}

/// The refunds of a cancelled event: how many stand how, and their sums by currency.
pub fn refunds_of_cancelled(c: &mut Connection<'_>, event: EventId) -> Result<(RefundCounts, Vec<Money>)> {
    let rows: Vec<(RefundState, i64, Money)> = c.query(
        "SELECT state, currency, count(*) AS count, CAST(sum(amount) AS BIGINT) AS amount FROM refunds
         WHERE event_id = $1 AND cause = 'cancelled' GROUP BY state, currency ORDER BY currency, state",
        &[&event],
        |row| {
            let state = row.get("state")?;
            let currency: Currency = row.get("currency")?;
            let count = row.get("count")?;
            Ok((state, count, Money::from_minor(row.get("amount")?, currency)))
        },
    )?;
    let mut counts = RefundCounts::default();
    for (state, count, _) in &rows {
        let counted = match state {
            RefundState::Requested => &mut counts.requested,
            RefundState::Done => &mut counts.done,
            RefundState::Failed => &mut counts.failed,
            RefundState::ByHand => &mut counts.by_hand,
        };
        *counted += count;
    }
    Ok((counts, add_up(rows.into_iter().map(|(_, _, amount)| amount))))
}

/// What the organiser has to hand back for a cancelled event, by currency.
pub fn cash_to_hand_back(c: &mut Connection<'_>, event: EventId) -> Result<Vec<Money>> {
    let amounts = c.query(
        "SELECT refunds.amount AS amount, refunds.currency AS currency
         FROM refunds JOIN payments ON payments.id = refunds.payment_id
         WHERE refunds.event_id = $1 AND cause = 'cancelled' AND refunds.state = 'by_hand' AND provider = 'cash'",
        &[&event],
        |row| read_money(row, "amount", "currency"),
    )?;
    Ok(add_up(amounts))
}

fn add_up(amounts: impl IntoIterator<Item = Money>) -> Vec<Money> {
    let mut sums: Vec<Money> = Vec::new();
    for amount in amounts {
        match sums.iter_mut().find(|sum| sum.currency() == amount.currency()) {
            Some(sum) => *sum = Money::from_minor(sum.minor() + amount.minor(), sum.currency()),
            None => sums.push(amount),
        }
    }
    sums
}

/// What cancelling an event would pay back: payments, tickets, and sums by whether they are cash.
pub struct StandingSales {
    pub payments: i64,
    pub tickets: i64,
    pub online: Vec<Money>,
    pub cash: Vec<Money>,
}

pub fn standing_sales(c: &mut Connection<'_>, event: EventId) -> Result<StandingSales> {
    let rows: Vec<(i64, i64, bool, Money)> = c.query(
        "SELECT count(*) AS payments, CAST(sum(standing) AS BIGINT) AS tickets, is_cash, currency,
            CAST(sum(rest) AS BIGINT) AS amount
         FROM (SELECT provider = 'cash' AS is_cash, currency, amount - refunded AS rest,
                (SELECT count(*) FROM tickets WHERE tickets.payment_id = payments.id AND refund_id IS NULL) AS standing
             FROM payments WHERE event_id = $1 AND state = 'succeeded') AS sales
         WHERE standing > 0 GROUP BY is_cash, currency ORDER BY currency, is_cash",
        &[&event],
        |row| {
            let (payments, tickets, is_cash) = (row.get("payments")?, row.get("tickets")?, row.get("is_cash")?);
            let currency: Currency = row.get("currency")?;
            Ok((payments, tickets, is_cash, Money::from_minor(row.get("amount")?, currency)))
        },
    )?;
    let sums = |wanted: bool| rows.iter().filter(|row| row.2 == wanted).map(|row| row.3).collect();
    Ok(StandingSales {
        payments: rows.iter().map(|row| row.0).sum(),
        tickets: rows.iter().map(|row| row.1).sum(),
        online: sums(false),
        cash: sums(true),
    })
}

/// Everybody who would be told: who has paid or holds a ticket that was not paid back, and the addresses they gave.
pub fn people_of_event(c: &mut Connection<'_>, event: EventId) -> Result<Vec<(UserId, bool)>> {
    c.query(
        "SELECT person, max(CASE WHEN email IS NULL THEN 0 ELSE 1 END) = 1 AS has_address FROM (
            SELECT user_id AS person, email FROM payments
            WHERE event_id = $1 AND state = 'succeeded' AND user_id IS NOT NULL AND EXISTS (SELECT 1 FROM tickets
                WHERE tickets.payment_id = payments.id AND refund_id IS NULL)
            UNION ALL SELECT holder_id AS person, NULL AS email FROM tickets
            WHERE event_id = $1 AND holder_id IS NOT NULL AND refund_id IS NULL) AS people
         GROUP BY person ORDER BY person",
        &[&event],
        |row| Ok((row.get("person")?, row.get("has_address")?)),
    )
}
