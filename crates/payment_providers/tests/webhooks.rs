//! What the sandbox tells the merchant, and whom the merchant believes.

mod support;

use domain::Clock;
use payment_providers::sandbox::{Order, SIGNATURE_HEADER, Sandbox};
use payment_providers::{Headers, Provider, Webhook, WebhookRequest};
use support::*;

async fn settled(number: &str) -> TestSandbox {
    let test = TestSandbox::paid_with(&phone(number)).await;
    test.wait(2).await;
    test
}

async fn judge(sandbox: &Sandbox, headers: &[(String, String)], body: &[u8]) -> Webhook {
    let (authority, path) = ("tukio.example", "/api/payments/webhook/sandbox");
    sandbox.parse_webhook(&WebhookRequest { method: "POST", authority, path, headers, body }).await
}

fn webhook(test: &TestSandbox, order: &Order) -> (Headers, Vec<u8>) {
    test.sandbox.webhook_for(order).expect("something to tell")
}

#[tokio::test]
async fn a_success_is_told_with_its_amount() {
    let test = settled("0990000789").await;
    let (headers, body) = webhook(&test, &test.order().await);
    assert_eq!(
        String::from_utf8(body.clone()).unwrap(),
        r#"{"reference":"PAY1","status":"COMPLETED","reason":null,"amount":"25.00","currency":"USD","transaction":"SBX-PAY1"}"#
    );
    let verified = Webhook::Verified { reference: reference("PAY1"), status_text: "COMPLETED".into() };
    assert_eq!(judge(&test.sandbox, &headers, &body).await, verified);
    test.clock.advance_seconds(300);
    assert_eq!(judge(&test.sandbox, &headers, &body).await, verified);
}

#[tokio::test]
async fn a_failure_is_told_with_its_reason() {
    for (number, reason) in [("0990000039", "PAYER_REFUSED"), ("0990000049", "INSUFFICIENT_BALANCE")] {
        let test = settled(number).await;
        let (headers, body) = webhook(&test, &test.order().await);
        let reported: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&reported["status"], &reported["reason"]), (&"FAILED".into(), &reason.into()));
        assert!(reported["transaction"].is_null());
        let verified = Webhook::Verified { reference: reference("PAY1"), status_text: "FAILED".into() };
        assert_eq!(judge(&test.sandbox, &headers, &body).await, verified);
    }
}

#[tokio::test]
async fn nothing_is_told_before_it_is_settled() {
    let test = TestSandbox::paid_with(&phone("0990000789")).await;
    assert_eq!(test.sandbox.webhook_for(&test.order().await), None);
    assert!(test.sandbox.due_deliveries(test.clock.now()).await.unwrap().is_empty());
}

#[tokio::test]
async fn forged_altered_old_and_unsigned_messages_are_not_believed() {
    let test = settled("0990000039").await;
    let (headers, body) = webhook(&test, &test.order().await);

    let stranger = Sandbox::new(test.store.clone(), test.clock.clone(), "https://tukio.example", b"a guess");
    let (forged, _) = stranger.webhook_for(&test.order().await).unwrap();
    assert_eq!(judge(&test.sandbox, &forged, &body).await, Webhook::Forged, "another secret");

    let altered = String::from_utf8(body.clone()).unwrap().replace("FAILED", "COMPLETED");
    assert_eq!(judge(&test.sandbox, &headers, altered.as_bytes()).await, Webhook::Forged, "altered");

    assert_eq!(judge(&test.sandbox, &[], &body).await, Webhook::Forged, "no signature");
    let empty = [(SIGNATURE_HEADER.to_owned(), String::new())];
    assert_eq!(judge(&test.sandbox, &empty, &body).await, Webhook::Forged, "an empty signature");
    let twice = [headers.clone(), headers.clone()].concat();
    assert_eq!(judge(&test.sandbox, &twice, &body).await, Webhook::Forged, "two signatures");

    test.clock.advance_seconds(301);
    assert_eq!(judge(&test.sandbox, &headers, &body).await, Webhook::Forged, "old");
}

#[tokio::test]
async fn the_merchant_is_told_until_it_has_heard() {
    let test = settled("0990000789").await;
    let waiting = async || test.sandbox.due_deliveries(test.clock.now()).await.unwrap();
    let first = waiting().await.remove(0);
    assert_eq!(first.order.callback_url, intent().callback_url);

    test.sandbox.record_failed_delivery(&first.order, test.clock.now()).await.unwrap();
    test.clock.advance_seconds(4);
    assert!(waiting().await.is_empty(), "not at once");
    test.clock.advance_seconds(1);
    let second = waiting().await.remove(0);
    assert_ne!(first.headers, second.headers, "signed anew, or it would be too old to believe");

    test.sandbox.record_delivered(&second.order).await.unwrap();
    test.clock.advance_seconds(3600);
    assert!(waiting().await.is_empty(), "heard");
}

#[tokio::test]
async fn waits_grow_and_end_after_a_day() {
    let test = settled("0990000789").await;
    let mut waits = Vec::new();
    while let Some(due) = test.order().await.deliver_at {
        waits.push((due.seconds() - test.clock.now().seconds()).max(0));
        test.clock.set(due.max(test.clock.now()));
        test.sandbox.record_failed_delivery(&test.order().await, test.clock.now()).await.unwrap();
    }
    assert_eq!(waits[..6], [0, 5, 5, 10, 20, 40]);
    assert!(waits.is_sorted() && waits.last() == Some(&900), "{waits:?}");
    assert_eq!(test.clock.now().seconds().abs_diff(START.seconds()) / 3600, 24);
}

#[tokio::test]
async fn settling_twice_tells_once() {
    let test = settled("0990000789").await;
    let reported = test.sandbox.due_deliveries(test.clock.now()).await.unwrap().remove(0);
    test.sandbox.record_delivered(&reported.order).await.unwrap();
    assert_eq!(test.sandbox.settle_due(test.clock.now()).await, Ok(0));
    assert!(test.sandbox.due_deliveries(test.clock.now()).await.unwrap().is_empty());
}
