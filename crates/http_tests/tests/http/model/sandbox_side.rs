//! The sandbox as the counterparty: what it does of its own accord is written into its books, which are not ours.

use std::collections::{BTreeMap, HashMap};

use database::{Connection, Database, DbError};
use domain::{Currency, Instant, Money};
use payment_providers::Status;
use payment_providers::sandbox::{Decision, Order, Outcome, SIGNATURE_HEADER};
use reqwest::Method;
use serde_json::{Value, json};

use super::commands::{Arrival, Lie, Manner, Payer, Provider};
use super::counterparty::{Abilities, Bill, Counterparty, Deed, Entry, Sent, Verdict};
use super::webhook_capture::{CapturedWebhook, WebhookCapture};
use crate::support::TestApp;

const WEBHOOK_PATH: &str = "/api/payments/webhooks/sandbox/";

/// Before a line of the books, it makes the line unreadable: the provider can say nothing about it.
const SILENCE: &str = "!";

pub struct SandboxSide(pub WebhookCapture);

impl Counterparty for SandboxSide {
    fn abilities(&self) -> Abilities {
        Abilities {
            pays_back: true,
            webhooks_last: Some(300),
            hears_of_strangers: true,
            opens_again: true,
            currencies: &Currency::ALL,
        }
    }

    fn begin(&self, _: Manner, now: Instant) -> Deed<'_, ()> {
        self.0.collect(now);
        Box::pin(async {})
    }

    /// It goes by the application's own.
    fn set_clock(&self, _: Instant) {}

    fn pay<'a>(&'a self, app: &'a TestApp, bill: &'a Bill, payer: Payer) -> Deed<'a, Option<u16>> {
        let phone = format!("0970000{}", payer.digits());
        let path = format!("/sandbox/pay/{}", bill.reference);
        Box::pin(async move {
            let form = app.request(Method::POST, &path).header("content-type", "application/x-www-form-urlencoded");
            Some(app.send(form.body(format!("phone={phone}"))).await.status.as_u16())
        })
    }

    fn act<'a>(&'a self, app: &'a TestApp, bill: &'a Bill, does: Provider, now: Instant) -> Deed<'a, ()> {
        let reference = bill.reference.clone();
        Box::pin(async move { app.db.write(move |c| write(c, &reference, does, now)).await.unwrap() })
    }

    fn stray<'a>(&'a self, app: &'a TestApp, number: usize, now: Instant) -> Deed<'a, ()> {
        let url = format!("http://{}{WEBHOOK_PATH}", self.0.address);
        Box::pin(stray_order(&app.db, number, url, now))
    }

    fn make_up_for_all<'a>(&'a self, app: &'a TestApp, _: &'a [Bill], now: Instant) -> Deed<'a, ()> {
        Box::pin(makes_up_for_all(&app.db, now))
    }

    /// The cashier's round has sent them.
    fn collect(&self, now: Instant) -> Deed<'_, Vec<CapturedWebhook>> {
        let collected = self.0.collect(now);
        Box::pin(async { collected })
    }

    fn tampered(&self, webhook: &CapturedWebhook, arrives: Arrival) -> Sent {
        let mut webhook = webhook.clone();
        let signature = webhook.header_mut(SIGNATURE_HEADER).unwrap();
        match arrives {
            Arrival::Whole | Arrival::Twice | Arrival::AtAnotherProvider => return Sent { webhook, is_genuine: true },
            Arrival::WrongSignature => {
                let last = if signature.pop() == Some('0') { '1' } else { '0' };
                signature.push(last);
            }
            Arrival::Unsigned => signature.clear(),
            Arrival::Altered => webhook.body.push(b' '),
        }
        Sent { webhook, is_genuine: false }
    }

    fn forged<'a>(&'a self, bill: &'a Bill, amount: Money, lie: Lie, now: Instant) -> Deed<'a, Vec<CapturedWebhook>> {
        let (figures, currency) = (amount.figures(), amount.currency().code());
        let body = json!({ "reference": bill.reference, "status": "COMPLETED", "reason": null, "amount": figures,
            "currency": currency, "transaction": format!("SBX-{}", bill.reference) });
        let signature = match lie {
            Lie::Unsigned => String::new(),
            Lie::MadeUpSignature => format!("t={},v1={}", now.seconds(), "0".repeat(64)),
            Lie::OldScheme => "sha256=deadbeef".to_owned(),
        };
        let headers =
            vec![(SIGNATURE_HEADER.to_owned(), signature), ("content-type".to_owned(), "application/json".to_owned())];
        let (path, body) = (WEBHOOK_PATH.to_owned(), body.to_string().into_bytes());
        Box::pin(async move { vec![CapturedWebhook { path, headers, body, sent_at: now }] })
    }

    fn subject(&self, webhook: &CapturedWebhook) -> String {
        let reported: Value = serde_json::from_slice(&webhook.body).unwrap();
        reported["reference"].as_str().unwrap().to_owned()
    }

    fn entries<'a>(&'a self, app: &'a TestApp, _: &'a [Bill], now: Instant) -> Deed<'a, HashMap<String, Entry>> {
        Box::pin(async move { app.db.read(move |c| read(c, now)).await.unwrap() })
    }
}

fn read(c: &mut Connection<'_>, now: Instant) -> Result<HashMap<String, Entry>, DbError> {
    let mut refunds: HashMap<String, BTreeMap<String, i64>> = HashMap::new();
    let paid_back = c.query("SELECT reference, id, amount FROM sandbox_refunds", &[], |row| {
        Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<i64>(2)?))
    })?;
    for (reference, id, amount) in paid_back {
        refunds.entry(reference).or_default().insert(id, amount);
    }
    let lines = c.query("SELECT reference, content, decision, outcome FROM sandbox_orders", &[], line)?;
    let entry = |(reference, order, is_silent): (String, Order, bool)| {
        let refunds = refunds.remove(&reference).unwrap_or_default();
        (reference, entry(order, is_silent, refunds, now))
    };
    Ok(lines.into_iter().map(entry).collect())
}

fn line(row: &database::Row<'_>) -> Result<(String, Order, bool), DbError> {
    let content: String = row.get(1)?;
    let word = |column: usize| Ok::<_, DbError>(row.get::<Option<String>>(column)?.map(|word| format!("\"{word}\"")));
    let mut order: Order = serde_json::from_str(content.trim_start_matches(SILENCE)).unwrap();
    order.decision = word(2)?.map(|word| serde_json::from_str(&word).unwrap());
    order.outcome = word(3)?.map(|word| serde_json::from_str(&word).unwrap());
    Ok((row.get(0)?, order, content.starts_with(SILENCE)))
}

fn entry(order: Order, is_silent: bool, refunds: BTreeMap<String, i64>, now: Instant) -> Entry {
    let by_itself = refunds.get(&own_refund(order.reference.as_str())).copied().unwrap_or_default();
    let refunded = if by_itself > 0 { order.amount.minor() } else { 0 };
    let order = Order { refunded, ..order };
    let verdict = match order.status(now) {
        _ if is_silent => Verdict::Silent,
        Status::Succeeded { .. } => Verdict::Paid(order.amount),
        Status::Failed(_) | Status::Expired | Status::Refunded => Verdict::NotPaid,
        Status::Pending | Status::NotFound => Verdict::Unsure,
        Status::Unknown => Verdict::Silent,
    };
    Entry {
        verdict,
        received: (order.outcome == Some(Outcome::Completed)).then_some(order.amount),
        is_closed: order.decision == Some(Decision::Withdrawn),
        refunds,
        by_itself,
    }
}

/// The id of the refund that the provider makes by itself.
fn own_refund(reference: &str) -> String {
    format!("own-{reference}")
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
async fn stray_order(db: &Database, number: usize, callback_url: String, now: Instant) {
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
async fn makes_up_for_all(db: &Database, now: Instant) {
    let write = move |c: &mut Connection<'_>| {
        c.execute("UPDATE sandbox_orders SET content = substr(content, 2) WHERE content LIKE '!%'", &[])?;
        c.execute("UPDATE sandbox_orders SET deliver_at = $1 WHERE outcome IS NOT NULL", &[&now])
    };
    db.write(write).await.unwrap();
}
