//! What the sandbox tells the merchant, and whom the merchant believes.

mod support;

use domain::Clock;
use payment_providers::sandbox::{Order, SIGNATURE_HEADER, Sandbox};
use payment_providers::{Arrived, Headers, Provider, Webhook};
use support::*;

async fn settled(number: &str) -> Counter {
    let counter = Counter::paid_with(&phone(number)).await;
    counter.wait(2).await;
    counter
}

fn judge(sandbox: &Sandbox, headers: &[(String, String)], body: &[u8]) -> Webhook {
    sandbox.parse_webhook(&Arrived { method: "POST", path: "/api/payments/webhook/sandbox", headers, body })
}

fn webhook(counter: &Counter, order: &Order) -> (Headers, Vec<u8>) {
    counter.sandbox.webhook_for(order).expect("something to tell")
}

#[tokio::test]
async fn a_success_is_told_with_its_amount() {
    let counter = settled("0990000789").await;
    let (headers, body) = webhook(&counter, &counter.order().await);
    assert_eq!(
        String::from_utf8(body.clone()).unwrap(),
        r#"{"reference":"PAY1","status":"COMPLETED","reason":null,"amount":"25.00","currency":"USD","transaction":"SBX-PAY1"}"#
    );
    let verified = Webhook::Verified { reference: reference("PAY1"), status_text: "COMPLETED".into() };
    assert_eq!(judge(&counter.sandbox, &headers, &body), verified);
    counter.clock.advance_seconds(300);
    assert_eq!(judge(&counter.sandbox, &headers, &body), verified);
}

#[tokio::test]
async fn a_failure_is_told_with_its_reason() {
    for (number, reason) in [("0990000039", "PAYER_REFUSED"), ("0990000049", "INSUFFICIENT_BALANCE")] {
        let counter = settled(number).await;
        let (headers, body) = webhook(&counter, &counter.order().await);
        let told: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&told["status"], &told["reason"]), (&"FAILED".into(), &reason.into()));
        assert!(told["transaction"].is_null());
        let verified = Webhook::Verified { reference: reference("PAY1"), status_text: "FAILED".into() };
        assert_eq!(judge(&counter.sandbox, &headers, &body), verified);
    }
}

#[tokio::test]
async fn nothing_is_told_before_it_is_settled() {
    let counter = Counter::paid_with(&phone("0990000789")).await;
    assert_eq!(counter.sandbox.webhook_for(&counter.order().await), None);
    assert!(counter.sandbox.undelivered(counter.clock.now()).await.unwrap().is_empty());
}

#[tokio::test]
async fn forged_altered_old_and_unsigned_messages_are_not_believed() {
    let counter = settled("0990000039").await;
    let (headers, body) = webhook(&counter, &counter.order().await);

    let stranger = Sandbox::new(counter.books.clone(), counter.clock.clone(), "https://tukio.example", b"a guess");
    let (forged, _) = stranger.webhook_for(&counter.order().await).unwrap();
    assert_eq!(judge(&counter.sandbox, &forged, &body), Webhook::Forged, "another secret");

    let altered = String::from_utf8(body.clone()).unwrap().replace("FAILED", "COMPLETED");
    assert_eq!(judge(&counter.sandbox, &headers, altered.as_bytes()), Webhook::Forged, "altered");

    assert_eq!(judge(&counter.sandbox, &[], &body), Webhook::Forged, "no signature");
    let empty = [(SIGNATURE_HEADER.to_owned(), String::new())];
    assert_eq!(judge(&counter.sandbox, &empty, &body), Webhook::Forged, "an empty signature");
    let twice = [headers.clone(), headers.clone()].concat();
    assert_eq!(judge(&counter.sandbox, &twice, &body), Webhook::Forged, "two signatures");

    counter.clock.advance_seconds(301);
    assert_eq!(judge(&counter.sandbox, &headers, &body), Webhook::Forged, "old");
}

#[tokio::test]
async fn the_merchant_is_told_until_it_has_heard() {
    let counter = settled("0990000789").await;
    let waiting = async || counter.sandbox.undelivered(counter.clock.now()).await.unwrap();
    let first = waiting().await.remove(0);
    assert_eq!(first.order.callback_url, intent().callback_url);

    counter.sandbox.delivery_failed(&first.order, counter.clock.now()).await.unwrap();
    counter.clock.advance_seconds(4);
    assert!(waiting().await.is_empty(), "not at once");
    counter.clock.advance_seconds(1);
    let second = waiting().await.remove(0);
    assert_ne!(first.headers, second.headers, "signed anew, or it would be too old to believe");

    counter.sandbox.delivered(&second.order).await.unwrap();
    counter.clock.advance_seconds(3600);
    assert!(waiting().await.is_empty(), "heard");
}

#[tokio::test]
async fn waits_grow_and_end_after_a_day() {
    let counter = settled("0990000789").await;
    let mut waits = Vec::new();
    while let Some(due) = counter.order().await.deliver_at {
        waits.push((due.seconds() - counter.clock.now().seconds()).max(0));
        counter.clock.set(due.max(counter.clock.now()));
        counter.sandbox.delivery_failed(&counter.order().await, counter.clock.now()).await.unwrap();
    }
    assert_eq!(waits[..6], [0, 5, 5, 10, 20, 40]);
    assert!(waits.is_sorted() && waits.last() == Some(&900), "{waits:?}");
    assert_eq!(counter.clock.now().seconds().abs_diff(START.seconds()) / 3600, 24);
}

#[tokio::test]
async fn settling_twice_tells_once() {
    let counter = settled("0990000789").await;
    let told = counter.sandbox.undelivered(counter.clock.now()).await.unwrap().remove(0);
    counter.sandbox.delivered(&told.order).await.unwrap();
    assert_eq!(counter.sandbox.settle_due(counter.clock.now()).await, Ok(0));
    assert!(counter.sandbox.undelivered(counter.clock.now()).await.unwrap().is_empty());
}
