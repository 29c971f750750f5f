//! SQL of what falls due: payments to ask about, holds to release, and when to look again.

use std::time::Duration;

use database::{Connection, DbError, Sql};
use domain::{Instant, PaymentId};
use payment_providers::Channel;
use serde::Serialize;

use crate::desk::as_json;
use crate::payments::model::Payment;
use crate::payments::store::find_payment;
use crate::providers::Share;
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Returns payments that the provider is to be asked about, those that wait longest first.
pub fn due_payments(c: &mut Connection<'_>, share: &Share, now: Instant, most: i64) -> Result<Vec<PaymentId>> {
    let mut sql = SqlBuilder::new("SELECT id FROM payments WHERE ask_at <= ");
    sql.bind(now);
    share.narrow(&mut sql);
    sql.push(" ORDER BY ask_at, id LIMIT ").bind(most);
    sql.query(c, |row| row.get(0))
}

/// Claims those of the payments that nobody else has, until `lease`: if this process dies, another one claims them.
pub fn claim_payments(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant, lease: Instant) -> Result<Vec<Payment>> {
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        let is_ours = c.execute(
            "UPDATE payments SET ask_at = $3, asked = asked + 1, asked_at = $2 WHERE id = $1 AND ask_at <= $2",
            &[&id, &now, &lease],
        )? > 0;
        if is_ours {
            claimed.extend(find_payment(c, id)?);
        }
    }
    Ok(claimed)
}

/// Returns payments whose hold ended before `before` and that were asked about since then, but by `heard_by` at the
/// latest, so that no answer is still to come.
pub fn overdue_holds(c: &mut Connection<'_>, before: Instant, heard_by: Instant, most: i64) -> Result<Vec<PaymentId>> {
    c.query(
        "SELECT id FROM payments WHERE holds = TRUE AND hold_until <= $1 AND asked_at BETWEEN hold_until AND $2
         ORDER BY hold_until, id LIMIT $3",
        &[&before, &heard_by, &most],
        |row| row.get(0),
    )
}

/// A payment that is to be asked about again.
#[derive(Debug, Serialize)]
pub struct LaterAsk {
    pub id: PaymentId,
    pub at: i64,
}

const ASK_LATER: Sql = Sql::pair(
    "UPDATE payments SET ask_at = later.at
     FROM (SELECT value ->> 'id' AS id, value ->> 'at' AS at FROM jsonb_each($1)) AS later
     WHERE payments.id = later.id AND ask_at = $2",
    "UPDATE payments SET ask_at = later.at FROM json_to_recordset($1::text::json) AS later (id TEXT, at BIGINT)
     WHERE payments.id = later.id AND ask_at = $2",
);

/// Ends claims and asks again later, unless a webhook has asked for an earlier time meanwhile.
pub fn ask_later(c: &mut Connection<'_>, later: &[LaterAsk], lease: Instant) -> Result<()> {
    c.execute(&ASK_LATER, &[&as_json(later)?, &lease])?;
    Ok(())
}

/// Returns when a hold is to be released or a disruption worked on. A hold outlasts its time by `extension` at most, and an
/// answer is waited for during `timeout`.
pub fn next_duty(
    c: &mut Connection<'_>,
    now: Instant,
    extension: Duration,
    timeout: Duration,
) -> Result<Option<Instant>> {
    let millis = |length: Duration| length.as_millis() as i64;
    c.query_one(
        "SELECT min(at) FROM (
            SELECT min(CASE WHEN asked_at + $3 > hold_until + $2 THEN asked_at + $3 ELSE hold_until + $2 END) AS at
                FROM payments WHERE holds = TRUE AND hold_until <= $1 AND asked_at >= hold_until
            UNION ALL SELECT min(work_at) FROM disruptions WHERE work_at IS NOT NULL) AS duties",
        &[&now, &millis(extension), &millis(timeout)],
        |row| row.get(0),
    )
}

/// Returns when a provider is to be called next, about a payment or for a refund.
pub fn next_call(c: &mut Connection<'_>, share: &Share) -> Result<Option<Instant>> {
    let mut sql = SqlBuilder::new("SELECT min(ask_at) AS at FROM payments WHERE ask_at IS NOT NULL");
    share.narrow(&mut sql);
    sql.push(
        " UNION ALL SELECT min(try_at) AS at FROM refunds JOIN payments ON payments.id = payment_id WHERE try_at IS NOT NULL",
    );
    share.narrow(&mut sql);
    let found: Vec<Option<Instant>> = sql.query(c, |row| row.get("at"))?;
    Ok(found.into_iter().flatten().min())
}

/// Notes the number of the transaction that has paid, and by which channel, where the provider tells it.
pub fn note_transaction(
    c: &mut Connection<'_>,
    id: &PaymentId,
    transaction: &str,
    channel: Option<Channel>,
) -> Result<()> {
    c.execute(
        "UPDATE payments SET transaction_number = $2, channel = COALESCE($3, channel) WHERE id = $1",
        &[&id, &transaction, &channel.map(Channel::name)],
    )?;
    Ok(())
}
