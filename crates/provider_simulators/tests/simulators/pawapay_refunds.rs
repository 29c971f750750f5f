//! Refunds of pawaPay: whole, in part, and all the ways in which they are refused or fail.

use provider_simulators::{BookKind, BookState, Pawapay, RefundOutcome, Script};
use serde_json::{Value, json};

use crate::support::{Shop, checkout, deposit, get, post, uuid};

fn refund(number: u32, deposit: &str, amount: Option<&str>) -> Value {
    match amount {
        Some(amount) => {
            json!({"refundId": uuid(number), "depositId": deposit, "amount": amount, "currency": "CDF"})
        }
        None => json!({"refundId": uuid(number), "depositId": deposit}),
    }
}

async fn ask(simulator: &Pawapay, body: &Value) -> String {
    let (_, answer) = post(&simulator.url("/v2/refunds"), body).await;
    let word = answer["failureReason"].get("failureCode").unwrap_or(&answer["status"]);
    word.as_str().unwrap().to_owned()
}

/// A simulator with a paid deposit of 10,000 francs.
async fn paid() -> (Pawapay, Shop) {
    let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
    simulator.set_callback_url(&shop.url);
    let wanted = deposit(&uuid(1), "10000", "CDF", "243813456789", "VODACOM_MPESA_COD");
    post(&simulator.url("/v2/deposits"), &wanted).await;
    simulator.deliver_callbacks().await;
    shop.take();
    (simulator, shop)
}

#[tokio::test]
async fn a_deposit_is_paid_back_in_parts_and_never_more_than_it_was() {
    let (simulator, shop) = paid().await;
    assert_eq!(ask(&simulator, &refund(10, &uuid(1), Some("4000"))).await, "ACCEPTED");
    assert_eq!(ask(&simulator, &refund(10, &uuid(1), Some("4000"))).await, "DUPLICATE_IGNORED");
    assert_eq!(ask(&simulator, &refund(11, &uuid(1), Some("6000.01"))).await, "AMOUNT_TOO_LARGE");
    assert_eq!(ask(&simulator, &refund(12, &uuid(1), None)).await, "ACCEPTED");
    assert_eq!(ask(&simulator, &refund(13, &uuid(1), Some("1"))).await, "DEPOSIT_ALREADY_REFUNDED");
    assert_eq!(simulator.book(&uuid(1)).unwrap().refunded, 1_000_000);
    let (_, rest) = get(&simulator.url(&format!("/v2/refunds/{}", uuid(12)))).await;
    assert_eq!((&rest["data"]["amount"], &rest["data"]["status"]), (&json!("6000.00"), &json!("COMPLETED")));
    simulator.deliver_callbacks().await;
    assert_eq!(shop.take().iter().map(|one| one.json()["refundId"].clone()).collect::<Vec<_>>(), [uuid(10), uuid(12)]);
}

#[tokio::test]
async fn one_refund_at_a_time_and_it_may_fail_after_it_was_accepted() {
    let (simulator, _shop) = paid().await;
    let fails = Script { refund_outcome: Some(RefundOutcome::Failed), refund_delay_s: Some(30), ..Script::default() };
    simulator.script(&uuid(10), &fails).unwrap();
    assert_eq!(ask(&simulator, &refund(10, &uuid(1), None)).await, "ACCEPTED");
    assert_eq!(ask(&simulator, &refund(11, &uuid(1), None)).await, "REFUND_IN_PROGRESS");
    simulator.advance(30);
    let (_, body) = get(&simulator.url(&format!("/v2/refunds/{}", uuid(10)))).await;
    assert_eq!(body["data"]["status"], "FAILED");
    assert_eq!(body["data"]["failureReason"]["failureCode"], "UNSPECIFIED_FAILURE");
    assert_eq!(ask(&simulator, &refund(11, &uuid(1), None)).await, "ACCEPTED", "nothing was paid back");
    let line = simulator.book(&uuid(11)).unwrap();
    assert_eq!((line.kind, line.state, line.of), (BookKind::Refund, BookState::Succeeded, Some(uuid(1))));
}

#[tokio::test]
async fn refunds_are_refused_without_money_or_without_a_paid_deposit() {
    let (simulator, _shop) = paid().await;
    assert_eq!(ask(&simulator, &refund(10, &uuid(9), None)).await, "NOT_FOUND");
    let failed = deposit(&uuid(2), "10000", "CDF", "243813456039", "VODACOM_MPESA_COD");
    post(&simulator.url("/v2/deposits"), &failed).await;
    assert_eq!(ask(&simulator, &refund(11, &uuid(2), None)).await, "INVALID_STATE");
    let empty = Script { refund_reject: Some("PAWAPAY_WALLET_OUT_OF_FUNDS".to_owned()), ..Script::default() };
    simulator.script(&uuid(1), &empty).unwrap();
    assert_eq!(ask(&simulator, &refund(12, &uuid(1), None)).await, "PAWAPAY_WALLET_OUT_OF_FUNDS");
    let (_, body) = get(&simulator.url(&format!("/v2/refunds/{}", uuid(12)))).await;
    assert_eq!(body, json!({"status": "NOT_FOUND"}));
}

#[tokio::test]
async fn the_refund_of_a_checkout_names_the_deposit_that_was_paid() {
    let (simulator, _shop) = paid().await;
    post(&simulator.url("/v2/checkouts"), &checkout(&uuid(3), "5000", "CDF")).await;
    simulator.pay(&uuid(3), "243813456789").unwrap();
    assert_eq!(ask(&simulator, &refund(10, &uuid(3), None)).await, "NOT_FOUND", "a checkout is no deposit");
    let paid = simulator.book(&uuid(3)).unwrap().provider_reference.unwrap();
    assert_eq!(ask(&simulator, &refund(11, &paid, None)).await, "ACCEPTED");
    assert_eq!(simulator.book(&uuid(3)).unwrap().refunded, 500_000);
    assert_eq!(simulator.book(&uuid(11)).unwrap().of, Some(uuid(3)));
}
