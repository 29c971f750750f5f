//! Callbacks late, lost, doubled, repeated, in the wrong order, and about the wrong thing.

use provider_simulators::{Afterthought, AmountForm, Flexpay, Order, Pawapay, Script};
use serde_json::{Value, json};

use crate::flexpay::mobile;
use crate::support::{Received, Shop, checkout, get, post, uuid};

async fn pawapay() -> (Pawapay, Shop) {
    let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
    simulator.set_callback_url(&shop.url);
    (simulator, shop)
}

async fn paid_checkout(simulator: &Pawapay, number: u32, script: &Script) {
    simulator.script(&uuid(number), script).unwrap();
    post(&simulator.url("/v2/checkouts"), &checkout(&uuid(number), "1000", "CDF")).await;
    simulator.pay(&uuid(number), "243813456789").unwrap();
}

/// Which message each is, and its status.
fn told(received: &[Received]) -> Vec<(&'static str, String)> {
    let of = |one: &Received| {
        let body = one.json();
        let kind = if body.get("checkoutId").is_some() { "checkout" } else { "deposit" };
        (kind, body["status"].as_str().unwrap().to_owned())
    };
    received.iter().map(of).collect()
}

#[tokio::test]
async fn callbacks_come_late_or_never() {
    let (simulator, shop) = pawapay().await;
    paid_checkout(&simulator, 1, &Script { callback_late_s: Some(180), ..Script::default() }).await;
    paid_checkout(&simulator, 2, &Script { callback_lost: Some(true), ..Script::default() }).await;
    assert!(simulator.deliver_callbacks().await.is_empty());
    simulator.advance(180);
    simulator.deliver_callbacks().await;
    assert_eq!(shop.take().len(), 2, "of the first payment only");
    assert_eq!(simulator.pending_callbacks(), 0);
    assert_eq!(simulator.deliveries().iter().filter(|delivery| delivery.lost).count(), 2);
}

#[tokio::test]
async fn callbacks_come_several_times_also_at_once() {
    let (simulator, shop) = pawapay().await;
    for (number, concurrent) in [(1, false), (2, true)] {
        let script = Script { callback_copies: Some(3), callback_concurrent: Some(concurrent), ..Script::default() };
        paid_checkout(&simulator, number, &script).await;
        assert_eq!(simulator.deliver_callbacks().await.len(), 6);
        assert_eq!(shop.take().len(), 6);
    }
}

#[tokio::test]
async fn pawapay_repeats_what_is_not_answered_with_200_for_a_quarter_of_an_hour() {
    let (simulator, shop) = pawapay().await;
    simulator.set_callback_urls(provider_simulators::CallbackUrls {
        checkouts: Some(shop.url.clone()),
        ..Default::default()
    });
    shop.answer(500);
    paid_checkout(&simulator, 1, &Script::default()).await;
    for _ in 0..30 {
        simulator.deliver_callbacks().await;
        simulator.advance(60);
    }
    assert_eq!(shop.take().len(), 16, "at once, and after each of fifteen minutes");
    paid_checkout(&simulator, 2, &Script::default()).await;
    simulator.deliver_callbacks().await;
    shop.answer(200);
    simulator.advance(60);
    simulator.deliver_callbacks().await;
    simulator.advance(60);
    simulator.deliver_callbacks().await;
    assert_eq!(shop.take().len(), 2);
}

#[tokio::test]
async fn authentic_callbacks_contradict_a_success() {
    let (simulator, shop) = pawapay().await;
    let then = vec![Afterthought::Failed, Afterthought::Processing];
    paid_checkout(&simulator, 1, &Script { callback_then: Some(then), ..Script::default() }).await;
    simulator.deliver_callbacks().await;
    let words = ["COMPLETED", "COMPLETED", "FAILED", "PROCESSING"];
    assert_eq!(told(&shop.take()).iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>(), words);
    let (_, body) = get(&simulator.url(&format!("/v2/checkouts/{}", uuid(1)))).await;
    assert_eq!(body["data"]["status"], "COMPLETED", "who asks hears the truth");
}

#[tokio::test]
async fn the_callback_of_a_failed_attempt_comes_after_the_success_of_its_checkout() {
    let (simulator, shop) = pawapay().await;
    simulator.script_all(&Script { attempts_last: Some(true), ..Script::default() }).unwrap();
    post(&simulator.url("/v2/checkouts"), &checkout(&uuid(1), "1000", "CDF")).await;
    simulator.pay(&uuid(1), "243813456039").unwrap();
    simulator.pay(&uuid(1), "243813456789").unwrap();
    simulator.deliver_callbacks().await;
    let wanted = [("checkout", "COMPLETED"), ("deposit", "FAILED"), ("deposit", "COMPLETED")];
    assert_eq!(told(&shop.take()), wanted.map(|(kind, word)| (kind, word.to_owned())));
}

#[tokio::test]
async fn what_waits_is_delivered_backwards_or_shuffled_by_the_seed() {
    let (simulator, shop) = pawapay().await;
    post(&simulator.url("/v2/checkouts"), &checkout(&uuid(1), "1000", "CDF")).await;
    simulator.pay(&uuid(1), "243813456039").unwrap();
    simulator.pay(&uuid(1), "243813456789").unwrap();
    simulator.deliver_callbacks_in(Order::Reversed).await;
    let wanted = [("checkout", "COMPLETED"), ("deposit", "COMPLETED"), ("deposit", "FAILED")];
    assert_eq!(told(&shop.take()), wanted.map(|(kind, word)| (kind, word.to_owned())));
    for number in 2..9 {
        paid_checkout(&simulator, number, &Script::default()).await;
    }
    assert_eq!(simulator.deliver_callbacks_in(Order::Shuffled).await.len(), 14);
    let order: Vec<Value> = shop.take().iter().map(|one| one.json()["created"].clone()).collect();
    assert_eq!(order.len(), 14);
}

#[tokio::test]
async fn a_callback_arrives_before_the_call_is_answered() {
    let (simulator, shop) = pawapay().await;
    simulator.script_all(&Script { before_reply: Some(true), ..Script::default() }).unwrap();
    post(&simulator.url("/v2/checkouts"), &checkout(&uuid(1), "1000", "CDF")).await;
    assert_eq!(told(&shop.take()).last().unwrap(), &("checkout", "COMPLETED".to_owned()));

    let flexpay = Flexpay::start().await.unwrap();
    flexpay.script_next(&Script { before_reply: Some(true), ..Script::default() }).unwrap();
    let (_, body) = post(&flexpay.mobile_url(), &mobile("ORDER1", "243903456700", &shop.url)).await;
    assert_eq!(shop.take()[0].json()["orderNumber"], body["orderNumber"]);
}

#[tokio::test]
async fn amounts_are_told_oddly_or_wrong() {
    let (simulator, shop) = pawapay().await;
    let cases = [
        (AmountForm::ExtraZeros, json!("1000.0000"), json!("CDF")),
        (AmountForm::Lower, json!("500.00"), json!("CDF")),
        (AmountForm::OtherCurrency, json!("1000.00"), json!("USD")),
        (AmountForm::Missing, Value::Null, Value::Null),
    ];
    for (number, (form, amount, currency)) in (1..).zip(cases) {
        paid_checkout(&simulator, number, &Script { amount: Some(form), ..Script::default() }).await;
        let (_, body) = get(&simulator.url(&format!("/v2/checkouts/{}", uuid(number)))).await;
        let paid = &body["data"]["deposit"];
        assert_eq!((&paid["amount"], &paid["currency"]), (&amount, &currency), "{form:?}");
        simulator.deliver_callbacks().await;
        assert_eq!(shop.take()[0].json()["amount"], amount, "{form:?}");
        assert_eq!(simulator.book(&uuid(number)).unwrap().amount, 100_000, "the books are right");
    }
}

#[tokio::test]
async fn statuses_that_nobody_knows_are_answered() {
    let (simulator, _shop) = pawapay().await;
    paid_checkout(&simulator, 1, &Script { status_word: Some("ON_HOLD".to_owned()), ..Script::default() }).await;
    let url = simulator.url(&format!("/v2/checkouts/{}", uuid(1)));
    assert_eq!(get(&url).await.1["data"]["status"], "ON_HOLD");
    simulator.script(&uuid(1), &Script { status_not_found: Some(true), ..Script::default() }).unwrap();
    assert_eq!(get(&url).await.1, json!({"status": "NOT_FOUND"}));
}

#[tokio::test]
async fn an_authentic_callback_about_an_unknown_payment_is_sent() {
    let (simulator, shop) = pawapay().await;
    simulator.send_unknown_callback().unwrap();
    simulator.deliver_callbacks().await;
    assert!(shop.take()[0].headers.contains_key("signature"));
    let flexpay = Flexpay::start().await.unwrap();
    assert!(flexpay.send_unknown_callback().is_err(), "FlexPay has an address for each payment only");
}
