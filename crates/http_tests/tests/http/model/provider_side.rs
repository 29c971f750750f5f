//! What the provider does of its own accord: written into its books, which are not ours.

use database::{Connection, Database, DbError};
use domain::{Currency, Instant, Money};
use payment_providers::sandbox::Order;

use super::commands::Provider;
use super::snapshot::{SILENCE, own_refund};

pub async fn act(db: &Database, reference: &str, does: Provider, now: Instant) {
    let reference = reference.to_owned();
    db.write(move |c| write(c, &reference, does, now)).await.unwrap();
}

fn write(c: &mut Connection<'_>, reference: &str, does: Provider, now: Instant) -> Result<(), DbError> {
    let mut change = |sql: &'static str| c.execute(sql, &[&reference]).map(drop);
    match does {
        Provider::TakesTheMoney => c
            .execute(
                "UPDATE sandbox_orders SET decision = 'pay', settles_at = $2 WHERE reference = $1 AND outcome IS NULL",
                &[&reference, &now],
            )
            .map(drop),
        Provider::TakesAnotherAmount => {
            amend(c, reference, |money| Money::from_minor(money.minor() + 100, money.currency()))
        }
        Provider::TakesAnotherCurrency => amend(c, reference, |money| {
            let other = if money.currency() == Currency::Usd { Currency::Cdf } else { Currency::Usd };
            Money::from_minor(money.minor(), other)
        }),
        Provider::FallsSilent => {
            change("UPDATE sandbox_orders SET content = '!' || content WHERE reference = $1 AND content NOT LIKE '!%'")
        }
        Provider::Speaks => {
            change("UPDATE sandbox_orders SET content = substr(content, 2) WHERE reference = $1 AND content LIKE '!%'")
        }
        Provider::TellsAgain => c
            .execute(
                "UPDATE sandbox_orders SET deliver_at = $2 WHERE reference = $1 AND outcome IS NOT NULL",
                &[&reference, &now],
            )
            .map(drop),
        Provider::ForgetsTheOrder => change("DELETE FROM sandbox_orders WHERE reference = $1 AND decision IS NULL"),
        Provider::RefundsByItself => refund_by_itself(c, reference),
    }
}

/// All that is left of what was paid goes back, once.
fn refund_by_itself(c: &mut Connection<'_>, reference: &str) -> Result<(), DbError> {
    let sql = "SELECT content FROM sandbox_orders WHERE reference = $1 AND outcome = 'completed'";
    let Some(content) = c.query_opt(sql, &[&reference], |row| row.get::<String>(0))? else { return Ok(()) };
    let order: Order = serde_json::from_str(content.trim_start_matches(SILENCE)).unwrap();
    let sql = "SELECT CAST(COALESCE(sum(amount), 0) AS BIGINT) FROM sandbox_refunds WHERE reference = $1";
    let refunded: i64 = c.query_one(sql, &[&reference], |row| row.get(0))?;
    let rest = order.amount.minor() - refunded;
    if rest > 0 {
        let insert = "INSERT INTO sandbox_refunds (id, reference, amount) VALUES ($1, $2, $3)";
        c.execute(insert, &[&own_refund(reference), &reference, &rest])?;
    }
    Ok(())
}

/// Something else is paid than was ordered.
fn amend(c: &mut Connection<'_>, reference: &str, amount: impl Fn(Money) -> Money) -> Result<(), DbError> {
    let sql = "SELECT content FROM sandbox_orders WHERE reference = $1 AND outcome IS NULL";
    let content: Option<String> = c.query_opt(sql, &[&reference], |row| row.get(0))?;
    let Some(content) = content.filter(|content| !content.starts_with(SILENCE)) else { return Ok(()) };
    let mut order: Order = serde_json::from_str(&content).unwrap();
    order.amount = amount(order.amount);
    let content = serde_json::to_string(&order).unwrap();
    c.execute("UPDATE sandbox_orders SET content = $2 WHERE reference = $1", &[&reference, &content])?;
    Ok(())
}

/// Somebody else's payment, whose news is sent to us by mistake.
pub async fn stray_order(db: &Database, number: usize, callback_url: String, now: Instant) {
    let order = Order {
        reference: format!("STRAY-{number}").parse().unwrap(),
        amount: Money::from_minor(1_000, Currency::Usd),
        description: "Somebody else's".to_owned(),
        return_url: callback_url.clone(),
        callback_url,
        created_at: now,
        expires_at: now.plus_seconds(900),
        decision: None,
        settles_at: None,
        outcome: None,
        deliver_at: None,
        refunded: 0,
    };
    let content = serde_json::to_string(&order).unwrap();
    let insert = move |c: &mut Connection<'_>| {
        c.execute(
            "INSERT INTO sandbox_orders (reference, content, decision, settles_at) VALUES ($1, $2, 'pay', $3)
             ON CONFLICT (reference) DO NOTHING",
            &[&order.reference, &content, &now],
        )
    };
    db.write(insert).await.unwrap();
}

/// The provider is itself again and tells everybody everything once more.
pub async fn makes_up_for_all(db: &Database, now: Instant) {
    let write = move |c: &mut Connection<'_>| {
        c.execute("UPDATE sandbox_orders SET content = substr(content, 2) WHERE content LIKE '!%'", &[])?;
        c.execute("UPDATE sandbox_orders SET deliver_at = $1 WHERE outcome IS NOT NULL", &[&now])
    };
    db.write(write).await.unwrap();
}
