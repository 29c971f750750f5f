//! SQL of `refunds`.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Instant, Money, PaymentId, ProviderReference, RefundId};

use crate::money_columns::read_money;
use crate::stored_words::RefundState;
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Money owed to a buyer.
#[derive(Debug, Clone)]
pub struct Refund {
    pub id: RefundId,
    pub payment: PaymentId,
    pub reference: ProviderReference,
    pub amount: Money,
    pub tried: i64,
}

/// Requests a refund, and returns whether that is new: a payment has one at most.
pub fn request_refund(c: &mut Connection<'_>, refund: &Refund, now: Instant) -> Result<bool> {
    let added = c.execute(
        "INSERT INTO refunds (id, payment_id, amount, currency, state, created_at, try_at)
         VALUES ($1, $2, $3, $4, $6, $5, $5) ON CONFLICT (payment_id) DO NOTHING",
        &[
            &refund.id,
            &refund.payment,
            &refund.amount.minor(),
            &refund.amount.currency(),
            &now,
            &RefundState::Requested,
        ],
    )?;
    Ok(added > 0)
}

/// Claims refunds that are due, until `lease`.
pub fn claim_refunds(c: &mut Connection<'_>, now: Instant, lease: Instant, most: i64) -> Result<Vec<Refund>> {
    let due = c.query(
        "SELECT refunds.id AS id, payment_id, reference, refunds.amount AS amount, refunds.currency AS currency, tried
         FROM refunds JOIN payments ON payments.id = payment_id WHERE try_at <= $1 ORDER BY try_at, refunds.id LIMIT $2",
        &[&now, &most],
        |row| {
            let (id, payment, reference) = (row.get("id")?, row.get("payment_id")?, row.get("reference")?);
            let amount = read_money(row, "amount", "currency")?;
            Ok(Refund { id, payment, reference, amount, tried: row.get("tried")? })
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

/// Returns whether it was not done before.
pub fn mark_refund_done(c: &mut Connection<'_>, id: &RefundId, now: Instant) -> Result<bool> {
    let done = c.execute(
        "UPDATE refunds SET state = $3, done_at = $2, try_at = NULL WHERE id = $1 AND state = $4",
        &[&id, &now, &RefundState::Done, &RefundState::Requested],
    )?;
    Ok(done > 0)
}

/// Leaves a refund to a person: it is tried no more.
pub fn mark_refund_failed(c: &mut Connection<'_>, id: &RefundId) -> Result<()> {
    c.execute("UPDATE refunds SET state = $2, try_at = NULL WHERE id = $1", &[&id, &RefundState::Failed])?;
    Ok(())
}

pub fn retry_refund_at(c: &mut Connection<'_>, id: &RefundId, at: Instant) -> Result<()> {
    c.execute("UPDATE refunds SET try_at = $2 WHERE id = $1", &[&id, &at])?;
    Ok(())
}

/// Returns the refunds of those payments: since when the buyer has the money back, `None` while it is under way.
pub fn refunds_of_payments(
    c: &mut Connection<'_>,
    payments: &[PaymentId],
) -> Result<HashMap<PaymentId, Option<Instant>>> {
    let mut sql = SqlBuilder::new("SELECT payment_id, done_at FROM refunds WHERE payment_id IN ");
    sql.list(payments);
    Ok(sql.query(c, |row| Ok((row.get("payment_id")?, row.get("done_at")?)))?.into_iter().collect())
}
