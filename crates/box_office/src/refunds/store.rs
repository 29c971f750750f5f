//! SQL of `refunds`.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, PaymentId, RefundId};
use payment_providers::Handle;

use crate::money_columns::read_money;
use crate::providers::Share;
use crate::refunds::model::{DueRefund, Refund};
use crate::stored_words::RefundState;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const REFUND: &str =
    "SELECT id, payment_id, event_id, amount, currency, state, cause, reason, created_at, done_at, tried,
    problem, note FROM refunds";

fn refund_row(row: &Row<'_>) -> Result<Refund> {
    Ok(Refund {
        id: row.get("id")?,
        payment: row.get("payment_id")?,
        event: row.get("event_id")?,
        amount: read_money(row, "amount", "currency")?,
        state: row.get("state")?,
        cause: row.get("cause")?,
        reason: row.get("reason")?,
        created: row.get("created_at")?,
        done: row.get("done_at")?,
        tried: row.get("tried")?,
        problem: row.get("problem")?,
        note: row.get("note")?,
    })
}

/// Stores a refund. One that is requested is due at once.
pub fn insert_refund(c: &mut Connection<'_>, refund: &Refund) -> Result<()> {
    let try_at = (refund.state == RefundState::Requested).then_some(refund.created);
    c.execute(
        "INSERT INTO refunds (id, payment_id, event_id, amount, currency, state, cause, reason, created_at, done_at, try_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        &[
            &refund.id,
            &refund.payment,
            &refund.event,
            &refund.amount.minor(),
            &refund.amount.currency(),
            &refund.state,
            &refund.cause,
            &refund.reason,
            &refund.created,
            &refund.done,
            &try_at,
        ],
    )?;
    Ok(())
}

/// Adds to what goes back of a payment, and returns whether that is not more than was paid.
pub fn add_to_payment(c: &mut Connection<'_>, refund: &Refund) -> Result<bool> {
    let added = c.execute(
        "UPDATE payments SET refunded = refunded + $2 WHERE id = $1 AND refunded + $2 <= amount",
        &[&refund.payment, &refund.amount.minor()],
    )?;
    Ok(added > 0)
}

/// Returns refunds that are due, those that wait longest first.
pub fn due_refunds(c: &mut Connection<'_>, share: &Share, now: Instant, most: i64) -> Result<Vec<DueRefund>> {
    let mut sql = SqlBuilder::new(
        "SELECT refunds.id AS id, payment_id, provider, reference, provider_number, refunds.amount AS amount,
            refunds.currency AS currency, tried
         FROM refunds JOIN payments ON payments.id = payment_id WHERE try_at <= ",
    );
    sql.bind(now);
    share.narrow(&mut sql);
    sql.push(" ORDER BY try_at, refunds.id LIMIT ").bind(most);
    sql.query(c, |row| {
        let (id, payment, provider) = (row.get("id")?, row.get("payment_id")?, row.get("provider")?);
        let handle = Handle { reference: row.get("reference")?, number: row.get("provider_number")? };
        let amount = read_money(row, "amount", "currency")?;
        Ok(DueRefund { id, payment, provider, handle, amount, tried: row.get("tried")? })
    })
}

/// Claims those of the refunds that nobody else has, until `lease`.
pub fn claim_refunds(
    c: &mut Connection<'_>,
    due: &[DueRefund],
    now: Instant,
    lease: Instant,
) -> Result<Vec<DueRefund>> {
    let mut claimed = Vec::new();
    for refund in due {
        let is_ours = c.execute(
            "UPDATE refunds SET try_at = $3, tried = tried + 1 WHERE id = $1 AND try_at <= $2 AND tried = $4",
            &[&refund.id, &now, &lease, &refund.tried],
        )? > 0;
        claimed.extend(is_ours.then(|| refund.clone()));
    }
    Ok(claimed)
}

/// Returns whether it was not done before.
pub fn mark_refund_done(c: &mut Connection<'_>, id: &RefundId, now: Instant) -> Result<bool> {
    let done = c.execute(
        "UPDATE refunds SET state = $3, done_at = $2, try_at = NULL, problem = NULL WHERE id = $1 AND state = $4",
        &[&id, &now, &RefundState::Done, &RefundState::Requested],
    )?;
    Ok(done > 0)
}

/// Leaves a refund to a person, as failed or to be paid back by hand: the provider is asked no more.
pub fn give_up_refund(c: &mut Connection<'_>, id: &RefundId, state: RefundState, problem: &str) -> Result<()> {
    c.execute(
        "UPDATE refunds SET state = $2, try_at = NULL, problem = $3 WHERE id = $1 AND state = 'requested'",
        &[&id, &state, &problem],
    )?;
    Ok(())
}

/// Asks the provider again at that time.
pub fn retry_refund_at(c: &mut Connection<'_>, id: &RefundId, at: Instant, problem: Option<&str>) -> Result<()> {
    c.execute(
        "UPDATE refunds SET try_at = $2, problem = COALESCE($3, problem) WHERE id = $1 AND state = 'requested'",
        &[&id, &at, &problem],
    )?;
    Ok(())
}

/// Requests a refund again that had failed, and returns whether it had.
pub fn request_again(c: &mut Connection<'_>, id: &RefundId, now: Instant) -> Result<bool> {
    let changed = c.execute(
        "UPDATE refunds SET state = $2, try_at = $3, tried = 0 WHERE id = $1 AND state = $4",
        &[&id, &RefundState::Requested, &now, &RefundState::Failed],
    )?;
    Ok(changed > 0)
}

/// Notes that a person has paid a refund back, and returns whether it was theirs to pay.
pub fn mark_handed_back(c: &mut Connection<'_>, id: &RefundId, note: Option<&str>, now: Instant) -> Result<bool> {
    let changed = c.execute(
        "UPDATE refunds SET state = $2, done_at = $3, handed_back = TRUE, note = $4
         WHERE id = $1 AND state IN ('by_hand', 'failed')",
        &[&id, &RefundState::Done, &now, &note],
    )?;
    Ok(changed > 0)
}

/// Notes that the operator has paid a refund back through the provider, and returns whether it waited for that.
pub fn mark_paid_by_operator(c: &mut Connection<'_>, id: &RefundId, reference: &str, now: Instant) -> Result<bool> {
    let changed = c.execute(
        "UPDATE refunds SET state = $2, done_at = $3, note = $4, problem = NULL
         WHERE id = $1 AND state IN ('by_hand', 'failed')
            AND EXISTS (SELECT 1 FROM payments WHERE payments.id = payment_id AND provider <> 'cash')",
        &[&id, &RefundState::Done, &now, &reference],
    )?;
    Ok(changed > 0)
}

pub fn find_refund(c: &mut Connection<'_>, id: &RefundId) -> Result<Option<Refund>> {
    let mut sql = SqlBuilder::new(REFUND);
    sql.push(" WHERE id = ").bind(id.clone());
    Ok(sql.query(c, refund_row)?.pop())
}

/// Returns how many refunds an event has in that state, or in any, and a page of them, the latest first.
pub fn page_of_event(
    c: &mut Connection<'_>,
    event: EventId,
    state: Option<RefundState>,
    page: Page,
) -> Result<(i64, Vec<Refund>)> {
    let mut sql = SqlBuilder::new("SELECT count(*) FROM refunds WHERE event_id = ");
    sql.bind(event);
    if let Some(state) = state {
        sql.push(" AND state = ").bind(state);
    }
    let count = sql.query(c, |row| row.get(0))?.pop().unwrap_or(0);
    let mut sql = SqlBuilder::new(REFUND);
    sql.push(" WHERE event_id = ").bind(event);
    if let Some(state) = state {
        sql.push(" AND state = ").bind(state);
    }
    sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").bind(i64::from(page.limit));
    sql.push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, refund_row)?))
}

/// Returns the refunds of each of those payments, the first one first.
pub fn refunds_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<HashMap<PaymentId, Vec<Refund>>> {
    let mut sql = SqlBuilder::new(REFUND);
    sql.push(" WHERE payment_id IN ").list(payments).push(" ORDER BY created_at, id");
    let mut found: HashMap<PaymentId, Vec<Refund>> = HashMap::new();
    for refund in sql.query(c, refund_row)? {
        found.entry(refund.payment.clone()).or_default().push(refund);
    }
    Ok(found)
}

/// Returns the refunds with these ids.
pub fn find_refunds(c: &mut Connection<'_>, ids: &[RefundId]) -> Result<HashMap<RefundId, Refund>> {
    let mut sql = SqlBuilder::new(REFUND);
    sql.push(" WHERE id IN ").list(ids);
    Ok(sql.query(c, refund_row)?.into_iter().map(|refund| (refund.id.clone(), refund)).collect())
}
