//! SQL of `sandbox_orders` and `sandbox_secret`. Every change is made where there is none yet: the first one stands.

use database::{Connection, DbError, Row, Sql};
use domain::{Instant, ProviderReference, RefundId};
use payment_providers::RefundIntent;
use payment_providers::sandbox::{Decision, Order, Outcome};
use platform::SqlBuilder;
use serde::Serialize;
use serde::de::DeserializeOwned;

type Result<T> = std::result::Result<T, DbError>;

/// The statement that reads orders, with what went back of each.
macro_rules! order_where {
    ($condition:literal) => {
        concat!(
            "SELECT content, decision, settles_at, outcome, deliver_at, (SELECT CAST(COALESCE(sum(amount), 0) AS BIGINT)
                FROM sandbox_refunds WHERE sandbox_refunds.reference = sandbox_orders.reference) AS refunded
             FROM sandbox_orders WHERE ",
            $condition
        )
    };
}

fn order_row(row: &Row<'_>) -> Result<Order> {
    let mut order: Order = from_json(&row.get::<String>("content")?)?;
    order.decision = row.get::<Option<String>>("decision")?.map(|word| from_word(&word)).transpose()?;
    order.settles_at = row.get("settles_at")?;
    order.outcome = row.get::<Option<String>>("outcome")?.map(|word| from_word(&word)).transpose()?;
    order.deliver_at = row.get("deliver_at")?;
    order.refunded = row.get("refunded")?;
    Ok(order)
}

fn from_json<T: DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|error| DbError::Decode(format!("sandbox_orders: {error}")))
}

/// Reads a decision or an outcome, which are stored as single words.
fn from_word<T: DeserializeOwned>(word: &str) -> Result<T> {
    from_json(&format!("\"{word}\""))
}

fn to_word<T: Serialize>(value: &T) -> Result<String> {
    let json = serde_json::to_string(value).map_err(|error| DbError::Unstorable(error.to_string()))?;
    Ok(json.trim_matches('"').to_owned())
}

const INSERT_ORDERS: Sql = Sql::pair(
    "INSERT INTO sandbox_orders (reference, content) SELECT value ->> 'reference', json(value)
     FROM jsonb_each($1) WHERE TRUE ON CONFLICT (reference) DO NOTHING",
    "INSERT INTO sandbox_orders (reference, content) SELECT value ->> 'reference', value::text
     FROM json_array_elements($1::text::json) AS value ON CONFLICT (reference) DO NOTHING",
);

/// Inserts orders, and returns what is stored under their references then: an order that was inserted before stays.
pub fn insert_orders(c: &mut Connection<'_>, orders: &[Order]) -> Result<Vec<Order>> {
    let content = serde_json::to_string(orders).map_err(|error| DbError::Unstorable(error.to_string()))?;
    if c.execute(&INSERT_ORDERS, &[&content])? == orders.len() as u64 {
        return Ok(orders.to_vec());
    }
    orders.iter().map(|order| find_order(c, &order.reference)?.ok_or(DbError::NotFound)).collect()
}

pub fn find_order(c: &mut Connection<'_>, reference: &ProviderReference) -> Result<Option<Order>> {
    c.query_opt(order_where!("reference = $1"), &[&reference], order_row)
}

pub fn record_decision(
    c: &mut Connection<'_>,
    reference: &ProviderReference,
    decision: Decision,
    settles_at: Option<Instant>,
) -> Result<bool> {
    let decided = c.execute(
        "UPDATE sandbox_orders SET decision = $2, settles_at = $3 WHERE reference = $1 AND decision IS NULL",
        &[&reference, &to_word(&decision)?, &settles_at],
    )?;
    Ok(decided > 0)
}

pub fn orders_to_settle(c: &mut Connection<'_>, now: Instant, limit: i64) -> Result<Vec<Order>> {
    c.query(
        order_where!("outcome IS NULL AND settles_at <= $1 ORDER BY settles_at, reference LIMIT $2"),
        &[&now, &limit],
        order_row,
    )
}

pub fn record_outcome(
    c: &mut Connection<'_>,
    reference: &ProviderReference,
    outcome: Outcome,
    now: Instant,
) -> Result<bool> {
    let settled = c.execute(
        "UPDATE sandbox_orders SET outcome = $2, deliver_at = $3 WHERE reference = $1 AND outcome IS NULL",
        &[&reference, &to_word(&outcome)?, &now],
    )?;
    Ok(settled > 0)
}

pub fn orders_to_deliver(c: &mut Connection<'_>, now: Instant, limit: i64) -> Result<Vec<Order>> {
    c.query(
        order_where!("deliver_at IS NOT NULL AND deliver_at <= $1 ORDER BY deliver_at, reference LIMIT $2"),
        &[&now, &limit],
        order_row,
    )
}

pub fn schedule_delivery(c: &mut Connection<'_>, reference: &ProviderReference, next: Option<Instant>) -> Result<()> {
    c.execute("UPDATE sandbox_orders SET deliver_at = $2 WHERE reference = $1", &[&reference, &next])?;
    Ok(())
}

/// Writes a refund unless more would go back than was paid, and returns whether it stands. The order is locked, so that
/// of two refunds the second sees the first.
pub fn record_refund(c: &mut Connection<'_>, refund: &RefundIntent) -> Result<bool> {
    let mut sql = SqlBuilder::new("SELECT reference FROM sandbox_orders WHERE reference = ");
    sql.bind(refund.handle.reference.clone()).for_update();
    sql.query(c, |row| row.get::<ProviderReference>(0))?;
    if has_refund(c, &refund.refund)? {
        return Ok(true);
    }
    let Some(order) = find_order(c, &refund.handle.reference)? else { return Ok(false) };
    if order.refunded + refund.amount.minor() > order.amount.minor() {
        return Ok(false);
    }
    c.execute(
        "INSERT INTO sandbox_refunds (id, reference, amount) VALUES ($1, $2, $3)",
        &[&refund.refund, &refund.handle.reference, &refund.amount.minor()],
    )?;
    Ok(true)
}

pub fn has_refund(c: &mut Connection<'_>, refund: &RefundId) -> Result<bool> {
    c.query_one("SELECT EXISTS (SELECT 1 FROM sandbox_refunds WHERE id = $1)", &[&refund], |row| row.get(0))
}

/// Returns the secret that signs webhooks: `fresh`, unless one is stored already.
pub fn find_or_insert_secret(c: &mut Connection<'_>, fresh: &[u8]) -> Result<Vec<u8>> {
    c.execute("INSERT INTO sandbox_secret (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", &[&fresh])?;
    c.query_one("SELECT secret FROM sandbox_secret", &[], |row| row.get(0))
}

/// The secret with its row's id, if there is one yet.
pub fn list_secrets(c: &mut Connection<'_>) -> Result<Vec<(i64, Vec<u8>)>> {
    c.query("SELECT id, secret FROM sandbox_secret", &[], |row| Ok((row.get("id")?, row.get("secret")?)))
}

pub fn replace_secret(c: &mut Connection<'_>, id: i64, stored: &[u8]) -> Result<()> {
    c.execute("UPDATE sandbox_secret SET secret = $2 WHERE id = $1", &[&id, &stored])?;
    Ok(())
}

/// Names payments that succeeded here and refunds that were made here, and are not in the sandbox's books.
pub fn find_contradictions(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(
        "SELECT payments.id AS id, COALESCE(sandbox_orders.outcome, 'nothing') AS outcome, 'succeeded' AS here
         FROM payments LEFT JOIN sandbox_orders ON sandbox_orders.reference = payments.reference
         WHERE payments.provider = 'sandbox' AND payments.state = 'succeeded' AND payments.amount > 0
            AND COALESCE(sandbox_orders.outcome, '') <> 'completed'
         UNION ALL SELECT payments.id AS id, 'not that' AS outcome, 'paid back' AS here
         FROM refunds JOIN payments ON payments.id = refunds.payment_id
         WHERE payments.provider = 'sandbox' AND refunds.state = 'done' AND refunds.handed_back = FALSE
            AND refunds.amount > 0 AND refunds.cause <> 'provider'
            AND NOT EXISTS (SELECT 1 FROM sandbox_refunds WHERE sandbox_refunds.id = refunds.id)
         ORDER BY id",
        &[],
        |row| {
            let (id, outcome, here): (String, String, String) = (row.get("id")?, row.get("outcome")?, row.get("here")?);
            Ok(format!("payment {id}: {here} here, \"{outcome}\" in the sandbox's books"))
        },
    )
}

/// Names payments that failed here and were paid there, with no question or webhook under way.
pub fn find_missed_payments(c: &mut Connection<'_>) -> Result<Vec<String>> {
    c.query(
        "SELECT payments.id FROM payments JOIN sandbox_orders ON sandbox_orders.reference = payments.reference
         WHERE payments.provider = 'sandbox' AND payments.state = 'failed' AND payments.ask_at IS NULL
            AND sandbox_orders.outcome = 'completed' AND sandbox_orders.deliver_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM sandbox_refunds WHERE sandbox_refunds.reference = payments.reference)
         ORDER BY payments.id",
        &[],
        |row| Ok(format!("payment {}: failed here, paid in the sandbox's books", row.get::<String>(0)?)),
    )
}

/// Returns when the sandbox has something to do next.
pub fn next_duty(c: &mut Connection<'_>) -> Result<Option<Instant>> {
    c.query_one(
        "SELECT min(at) FROM (
            SELECT min(settles_at) AS at FROM sandbox_orders WHERE outcome IS NULL AND settles_at IS NOT NULL
            UNION ALL SELECT min(deliver_at) FROM sandbox_orders WHERE deliver_at IS NOT NULL) AS duties",
        &[],
        |row| row.get(0),
    )
}
