//! SQL of `payments`, `stock_facts`, `money_facts` and `refunds`.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError, Field, Row};
use domain::{Currency, EventId, Instant, Money, PaymentId, ProviderReference, Rate, RefundId, TicketTypeId, UserId};

use crate::payments::model::{Payment, State};
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
        state: State::read(&row.get::<String>(10)?).ok_or_else(|| unreadable("state"))?,
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

pub fn by_id(c: &mut Connection<'_>, id: &PaymentId) -> Result<Option<Payment>> {
    one(c, id, false)
}

/// Nobody else decides on it until the transaction ends.
pub fn locked(c: &mut Connection<'_>, id: &PaymentId) -> Result<Option<Payment>> {
    one(c, id, true)
}

/// Those of them that hold places which should have been given back by then. In one order, so that nobody waits for each
/// other.
pub fn locked_overdue(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<Vec<Payment>> {
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
pub fn of_user(c: &mut Connection<'_>, user: UserId, page: Page) -> Result<(i64, Vec<Payment>)> {
    let count = c.query_one("SELECT count(*) FROM payments WHERE user_id = $1", &[&user], |row| row.get(0))?;
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE user_id = ").bind(user).push(" ORDER BY created_at DESC, id LIMIT ").bind(i64::from(page.limit));
    sql.push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, payment_row)?))
}

/// Those of somebody's payments that nobody should pay any more: another try has taken their place, or an earlier one has
/// bought the tickets after all.
pub fn replaced(c: &mut Connection<'_>, user: UserId, ids: &[PaymentId]) -> Result<HashSet<PaymentId>> {
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
pub fn locked_later_tries(c: &mut Connection<'_>, payment: &Payment) -> Result<Vec<Payment>> {
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

pub fn all_of(c: &mut Connection<'_>, user: UserId) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE user_id = ").bind(user).push(" ORDER BY created_at DESC, id");
    sql.query(c, payment_row)
}

pub fn any_of(c: &mut Connection<'_>, user: UserId) -> Result<bool> {
    c.query_one("SELECT EXISTS (SELECT 1 FROM payments WHERE user_id = $1)", &[&user], |row| row.get(0))
}

/// Of one ticket, in its own currency.
pub fn prices(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<HashMap<PaymentId, Money>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE id IN ").list(ids);
    Ok(sql.query(c, payment_row)?.into_iter().map(|payment| (payment.id, payment.price)).collect())
}

/// Touches every payment of theirs: who settles one meanwhile waits, and then finds the account closed.
pub fn forget_addresses(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("UPDATE payments SET email = NULL WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// What was bought for an event.
pub fn succeeded_of(c: &mut Connection<'_>, event: EventId) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE event_id = ").bind(event).push(" AND state = 'succeeded' ORDER BY id");
    sql.query(c, payment_row)
}

/// The end of a payment, as far as anybody can tell: the provider is asked no more.
pub fn end(c: &mut Connection<'_>, id: &PaymentId, state: State, reason: Option<&str>, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE payments SET state = $2, reason = $3, settled_at = $4, ask_at = NULL, holds = FALSE WHERE id = $1",
        &[&id, &state.name(), &reason, &now],
    )?;
    Ok(())
}

/// Nothing is certain, and nobody is asked any more: a person has to find out.
pub fn leave_to_a_person(c: &mut Connection<'_>, id: &PaymentId) -> Result<()> {
    c.execute(
        "UPDATE payments SET state = $2, ask_at = NULL, holds = FALSE WHERE id = $1",
        &[&id, &State::Review.name()],
    )?;
    Ok(())
}

/// The buyer was told by mail.
pub fn mailed(c: &mut Connection<'_>, id: &PaymentId, now: Instant) -> Result<()> {
    c.execute("UPDATE payments SET mailed_at = $2 WHERE id = $1", &[&id, &now])?;
    Ok(())
}

pub fn ask_no_more(c: &mut Connection<'_>, id: &PaymentId) -> Result<()> {
    c.execute("UPDATE payments SET ask_at = NULL WHERE id = $1", &[&id])?;
    Ok(())
}

/// After an answer that says nothing; what has been heard meanwhile counts more.
pub fn ask_again(c: &mut Connection<'_>, id: &PaymentId, lease: Instant, at: Instant) -> Result<()> {
    c.execute("UPDATE payments SET ask_at = $3 WHERE id = $1 AND ask_at = $2", &[&id, &lease, &at])?;
    Ok(())
}

/// Somebody waits for this payment: the provider is asked now, unless that was just done, or others wait for its places:
/// while it is asked about, they stay held. Whether it will be.
pub fn hurry(c: &mut Connection<'_>, id: &PaymentId, now: Instant, not_since: Instant) -> Result<bool> {
    let changed = c.execute(
        "UPDATE payments SET ask_at = $2
         WHERE id = $1 AND state = 'pending' AND ask_at > $2 AND COALESCE(asked_at, 0) <= $3
            AND (holds = FALSE OR hold_until > $2)",
        &[&id, &now, &not_since],
    )?;
    Ok(changed > 0)
}

/// Payments the provider is to be asked about, taken on until `lease`: if this process dies, another one takes them.
pub fn claim(c: &mut Connection<'_>, now: Instant, lease: Instant, most: i64) -> Result<Vec<Payment>> {
    let ids: Vec<PaymentId> =
        c.query("SELECT id FROM payments WHERE ask_at <= $1 ORDER BY ask_at, id LIMIT $2", &[&now, &most], |row| {
            row.get(0)
        })?;
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        let is_ours = c.execute(
            "UPDATE payments SET ask_at = $3, asked = asked + 1, asked_at = $2 WHERE id = $1 AND ask_at <= $2",
            &[&id, &now, &lease],
        )? > 0;
        if is_ours {
            claimed.extend(by_id(c, &id)?);
        }
    }
    Ok(claimed)
}

/// Payments whose places should have been given back before, and that were asked about since, so long ago that nobody
/// waits for the answer any more.
pub fn overdue_holds(c: &mut Connection<'_>, before: Instant, heard_by: Instant, most: i64) -> Result<Vec<PaymentId>> {
    c.query(
        "SELECT id FROM payments WHERE holds = TRUE AND hold_until <= $1 AND asked_at BETWEEN hold_until AND $2
         ORDER BY hold_until, id LIMIT $3",
        &[&before, &heard_by, &most],
        |row| row.get(0),
    )
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

pub fn drop_holds(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<()> {
    let mut sql = SqlBuilder::new("UPDATE payments SET holds = FALSE WHERE id IN ");
    sql.list(ids);
    sql.execute(c)?;
    Ok(())
}

/// When there is something to do next: ask, give back, or pay back. In seconds: how long a hold outlasts its time at
/// most, and how long an answer is waited for.
pub fn next_duty(c: &mut Connection<'_>, now: Instant, patience: i64, answer: i64) -> Result<Option<Instant>> {
    c.query_one(
        "SELECT min(at) FROM (
            SELECT min(ask_at) AS at FROM payments WHERE ask_at IS NOT NULL
            UNION ALL SELECT min(CASE WHEN asked_at + $3 > hold_until + $2 THEN asked_at + $3 ELSE hold_until + $2 END)
                FROM payments WHERE holds = TRUE AND hold_until <= $1 AND asked_at >= hold_until
            UNION ALL SELECT min(try_at) FROM refunds WHERE try_at IS NOT NULL) AS duties",
        &[&now, &(patience * 1000), &(answer * 1000)],
        |row| row.get(0),
    )
}

/// A change of the stock, with the fact that tells of it.
pub struct StockChange<'a> {
    pub kind: &'static str,
    pub held: i64,
    pub sold: i64,
    pub payment: &'a Payment,
}

impl StockChange<'_> {
    /// Whether there was room for it.
    pub fn make(&self, c: &mut Connection<'_>, now: Instant) -> Result<bool> {
        let ticket_type: TicketTypeId = self.payment.ticket_type;
        let made = c.execute(
            "UPDATE ticket_types SET held = held + $2, sold = sold + $3
             WHERE id = $1 AND held + $2 >= 0 AND sold + $3 >= 0 AND held + sold + $2 + $3 <= nbr_max",
            &[&ticket_type, &self.held, &self.sold],
        )? > 0;
        if made {
            c.execute(
                "INSERT INTO stock_facts (ticket_type_id, payment_id, kind, held, sold, at)
                 VALUES ($1, $2, $3, $4, $5, $6)",
                &[&ticket_type, &self.payment.id, &self.kind, &self.held, &self.sold, &now],
            )?;
        }
        Ok(made)
    }
}

/// Money that went from one account to another.
pub struct Transfer<'a> {
    pub payment: &'a PaymentId,
    pub kind: &'static str,
    pub from: &'static str,
    pub to: &'static str,
    pub amount: Money,
}

impl Transfer<'_> {
    pub fn note(&self, c: &mut Connection<'_>, now: Instant) -> Result<()> {
        let (minor, code) = (self.amount.minor(), self.amount.currency().code());
        for (account, amount) in [(self.from, -minor), (self.to, minor)] {
            c.execute(
                "INSERT INTO money_facts (payment_id, kind, account, amount, currency, at)
                 VALUES ($1, $2, $3, $4, $5, $6)",
                &[&self.payment, &self.kind, &account, &amount, &code, &now],
            )?;
        }
        Ok(())
    }
}

/// Money owed to a buyer.
#[derive(Debug, Clone)]
pub struct Refund {
    pub id: RefundId,
    pub payment: PaymentId,
    pub reference: ProviderReference,
    pub amount: Money,
    pub tried: i64,
}

impl Refund {
    /// Of all that was paid.
    pub fn of(payment: &Payment, id: RefundId) -> Refund {
        let (reference, amount) = (payment.reference.clone(), payment.amount);
        Refund { id, payment: payment.id.clone(), reference, amount, tried: 0 }
    }
}

/// Owes it; doing it again changes nothing.
pub fn request_refund(c: &mut Connection<'_>, refund: &Refund, now: Instant) -> Result<bool> {
    let added = c.execute(
        "INSERT INTO refunds (id, payment_id, amount, currency, state, created_at, try_at)
         VALUES ($1, $2, $3, $4, 'requested', $5, $5) ON CONFLICT (payment_id) DO NOTHING",
        &[&refund.id, &refund.payment, &refund.amount.minor(), &refund.amount.currency().code(), &now],
    )?;
    Ok(added > 0)
}

pub fn claim_refunds(c: &mut Connection<'_>, now: Instant, lease: Instant, most: i64) -> Result<Vec<Refund>> {
    let due = c.query(
        "SELECT refunds.id, payment_id, reference, refunds.amount, refunds.currency, tried
         FROM refunds JOIN payments ON payments.id = payment_id WHERE try_at <= $1 ORDER BY try_at, refunds.id LIMIT $2",
        &[&now, &most],
        |row| {
            let currency = row.get::<String>(4)?.parse().map_err(|_| DbError::Decode("refunds.currency".to_owned()))?;
            let amount = Money::from_minor(row.get(3)?, currency);
            let (id, payment, reference) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Refund { id, payment, reference, amount, tried: row.get(5)? })
        },
    )?;
    let mut claimed = Vec::new();
    for refund in due {
        let is_ours = c.execute(
            "UPDATE refunds SET try_at = $3, tried = tried + 1 WHERE id = $1 AND try_at <= $2",
            &[&refund.id, &now, &lease],
        )? > 0;
        claimed.extend(is_ours.then_some(refund));
    }
    Ok(claimed)
}

/// Whether it was not done before.
pub fn refund_done(c: &mut Connection<'_>, id: &RefundId, now: Instant) -> Result<bool> {
    let done = c.execute(
        "UPDATE refunds SET state = 'done', done_at = $2, try_at = NULL WHERE id = $1 AND state = 'requested'",
        &[&id, &now],
    )?;
    Ok(done > 0)
}

pub fn refund_failed(c: &mut Connection<'_>, id: &RefundId) -> Result<()> {
    c.execute("UPDATE refunds SET state = 'failed', try_at = NULL WHERE id = $1", &[&id])?;
    Ok(())
}

pub fn try_refund_at(c: &mut Connection<'_>, id: &RefundId, at: Instant) -> Result<()> {
    c.execute("UPDATE refunds SET try_at = $2 WHERE id = $1", &[&id, &at])?;
    Ok(())
}

/// How it stands with the money that goes back, by payment: since when the buyer has it, if so.
pub fn refunds_of(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<HashMap<PaymentId, Option<Instant>>> {
    let mut sql = SqlBuilder::new("SELECT payment_id, done_at FROM refunds WHERE payment_id IN ");
    sql.list(payments);
    Ok(sql.query(c, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

/// What a provider sent, kept once, byte for byte. Whether it is new.
pub struct Letter<'a> {
    pub provider: &'a str,
    pub reference: &'a ProviderReference,
    pub digest: &'a str,
    pub body: &'a [u8],
    pub verdict: &'a str,
}

pub fn keep(c: &mut Connection<'_>, letter: &Letter<'_>, now: Instant) -> Result<bool> {
    let kept = c.execute(
        "INSERT INTO webhooks (provider, reference, digest, body, verdict, received_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (provider, digest) DO NOTHING",
        &[&letter.provider, &letter.reference, &letter.digest, &letter.body, &letter.verdict, &now],
    )?;
    Ok(kept > 0)
}

/// The provider is asked about the payment that a letter names. A letter that came before may have come while the
/// provider could not be asked: it counts again for as long as no money has arrived.
pub fn told_about(c: &mut Connection<'_>, letter: &Letter<'_>, is_new: bool, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE payments SET ask_at = $3
         WHERE provider = $1 AND reference = $2
            AND ($4 OR state IN ('pending', 'failed') OR (state = 'review' AND settled_at IS NULL))",
        &[&letter.provider, &letter.reference, &now, &is_new],
    )?;
    Ok(())
}
