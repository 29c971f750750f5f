//! pawaPay: checkouts, the payment page, direct deposits, expiry.

use provider_simulators::{BookState, LateAttempt, Pawapay, Script};
use serde_json::json;

use crate::support::{Shop, checkout, deposit, get, open, post, submit, uuid};

async fn pawapay() -> (Pawapay, Shop) {
    let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
    simulator.set_callback_url(&shop.url);
    (simulator, shop)
}

#[tokio::test]
async fn a_payer_retries_within_a_checkout_until_one_attempt_succeeds() {
    let (simulator, shop) = pawapay().await;
    let id = uuid(1);
    let (status, body) = post(&simulator.url("/v2/checkouts"), &checkout(&id, "10000", "CDF")).await;
    assert_eq!((status, &body["status"]), (200, &json!("ACCEPTED")));
    let page = body["redirectUrl"].as_str().unwrap();

    let (_, waiting) = get(&simulator.url(&format!("/v2/checkouts/{id}"))).await;
    assert_eq!(waiting["data"]["status"], "WAITING_PAYMENT");
    assert!(waiting["data"].get("deposit").is_none());

    let (status, location, _) = submit(page, &[("phone", "+243 81 345 60 49")]).await;
    assert_eq!(status, 303);
    let (_, failed) = get(&simulator.url(&format!("/v2/checkouts/{id}"))).await;
    assert_eq!(failed["data"]["status"], "WAITING_PAYMENT", "a failed attempt is no failed checkout");
    assert_eq!(failed["data"]["deposit"]["failureReason"]["failureCode"], "INSUFFICIENT_BALANCE");
    let (status, _, html) = open(&simulator.url(&location.unwrap())).await;
    assert_eq!(status, 200);
    assert!(html.contains("Vous pouvez réessayer") && html.contains("10000 CDF"), "{html}");

    assert_eq!(submit(page, &[("phone", "12345")]).await.0, 422);
    submit(page, &[("phone", "0813456789")]).await;
    let (_, done) = get(&simulator.url(&format!("/v2/checkouts/{id}"))).await;
    assert_eq!(done["data"]["status"], "COMPLETED");
    assert_eq!(done["data"]["depositsHistory"].as_array().unwrap().len(), 2);
    assert_eq!(done["data"]["deposit"]["amount"], "10000.00");
    let (status, back, _) = open(page).await;
    assert_eq!((status, back.unwrap()), (303, format!("https://tukio.example/return?payment=1&checkoutId={id}")));

    assert!(shop.received().is_empty(), "callbacks wait until they are asked for");
    let kinds: Vec<_> = simulator.deliver_callbacks().await.iter().map(|one| (one.kind, one.status)).collect();
    assert_eq!(kinds, [("deposit", Some(200)), ("deposit", Some(200)), ("checkout", Some(200))]);
    let told: Vec<_> = shop.take().iter().map(|one| one.json()["status"].clone()).collect();
    assert_eq!(told, [json!("FAILED"), json!("COMPLETED"), json!("COMPLETED")]);

    let line = simulator.book(&id).unwrap();
    assert_eq!((line.state, line.amount, line.attempts), (BookState::Succeeded, 1_000_000, 2));
    assert_eq!(simulator.calls("checkout_status"), 3);
}

#[tokio::test]
async fn a_payer_can_give_up_and_then_the_checkout_has_failed() {
    let (simulator, _shop) = pawapay().await;
    let id = uuid(1);
    let (_, body) = post(&simulator.url("/v2/checkouts"), &checkout(&id, "10000", "CDF")).await;
    submit(body["redirectUrl"].as_str().unwrap(), &[("cancel", "1")]).await;
    let (_, body) = get(&simulator.url(&format!("/v2/checkouts/{id}"))).await;
    assert_eq!(body["data"]["status"], "FAILED");
    assert!(simulator.pay(&id, "243813456789").is_err());
}

#[tokio::test]
async fn a_checkout_that_nobody_pays_expires() {
    let (simulator, _shop) = pawapay().await;
    let id = uuid(1);
    post(&simulator.url("/v2/checkouts"), &checkout(&id, "10000", "CDF")).await;
    simulator.advance(15 * 60 - 1);
    assert_eq!(simulator.book(&id).unwrap().state, BookState::Pending);
    simulator.advance(1);
    assert_eq!(simulator.book(&id).unwrap().state, BookState::Expired);
    let sent = simulator.deliver_callbacks().await;
    assert_eq!((sent.len(), sent[0].kind), (1, "checkout"));
    assert_eq!(sent[0].body["status"], "EXPIRED");
}

#[tokio::test]
async fn an_attempt_that_waits_may_still_complete_after_the_checkout_was_expired() {
    let (simulator, _shop) = pawapay().await;
    let leaves = Script { late_attempt: Some(LateAttempt::LeavesItExpired), ..Script::default() };
    simulator.script(&uuid(2), &leaves).unwrap();
    for id in [uuid(1), uuid(2)] {
        post(&simulator.url("/v2/checkouts"), &checkout(&id, "10000", "CDF")).await;
        simulator.pay(&id, "243813456159").unwrap();
        let (_, body) = post(&simulator.url(&format!("/v2/checkouts/{id}/expire")), &json!({})).await;
        assert_eq!((&body["status"], &body["reason"]), (&json!("EXPIRED"), &json!("MANUAL_EXPIRY")));
        assert!(simulator.pay(&id, "243813456789").is_err(), "no new attempt");
    }
    simulator.advance(120);
    let (_, one) = get(&simulator.url(&format!("/v2/checkouts/{}", uuid(1)))).await;
    assert_eq!(one["data"]["status"], "COMPLETED");
    let (_, other) = get(&simulator.url(&format!("/v2/checkouts/{}", uuid(2)))).await;
    assert_eq!(
        (&other["data"]["status"], &other["data"]["deposit"]["status"]),
        (&json!("EXPIRED"), &json!("COMPLETED"))
    );
    assert_eq!(simulator.book(&uuid(2)).unwrap().state, BookState::Succeeded, "the money was taken all the same");
    let (_, unknown) = post(&simulator.url(&format!("/v2/checkouts/{}/expire", uuid(9))), &json!({})).await;
    assert_eq!(unknown, json!({"status": "NOT_FOUND"}));
}

#[tokio::test]
async fn there_is_no_deposit_until_somebody_presses_pay_on_the_payment_page() {
    let (simulator, _shop) = pawapay().await;
    let session = |number| {
        json!({
            "depositId": uuid(number), "returnUrl": "https://tukio.example/return", "country": "COD", "language": "FR",
            "amountDetails": {"amount": "12.5", "currency": "USD"}, "reason": "Billets",
        })
    };
    let (_, pressed) = post(&simulator.url("/v2/paymentpage"), &session(1)).await;
    post(&simulator.url("/v2/paymentpage"), &session(2)).await;
    let status = |number| get_status(simulator.url(&format!("/v2/deposits/{}", uuid(number))));
    assert_eq!(status(1).await, "NOT_FOUND");

    let page = pressed["redirectUrl"].as_str().unwrap();
    submit(page, &[("phone", "243973456789")]).await;
    assert_eq!(status(1).await, "COMPLETED");
    let (_, back, _) = open(page).await;
    assert_eq!(back.unwrap(), format!("https://tukio.example/return?depositId={}", uuid(1)));
    assert!(simulator.pay(&uuid(1), "243973456789").is_err(), "one attempt for a deposit");

    simulator.advance(15 * 60);
    assert!(simulator.pay(&uuid(2), "243973456789").unwrap_err().contains("expiré"));
    assert_eq!(status(2).await, "NOT_FOUND");
    assert_eq!(simulator.deliver_callbacks().await.len(), 1, "nobody hears of the page that was not used");
}

async fn get_status(url: String) -> String {
    let (_, body) = get(&url).await;
    let status = body["data"].get("status").unwrap_or(&body["status"]);
    status.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_last_digits_of_the_number_decide_about_a_deposit() {
    let (simulator, _shop) = pawapay().await;
    let numbers = [
        ("243813456789", "COMPLETED", ""),
        ("243813456019", "FAILED", "PAYER_LIMIT_REACHED"),
        ("243813456029", "FAILED", "PAYER_NOT_FOUND"),
        ("243813456039", "FAILED", "PAYMENT_NOT_APPROVED"),
        ("243813456049", "FAILED", "INSUFFICIENT_BALANCE"),
        ("243813456069", "FAILED", "UNSPECIFIED_FAILURE"),
        ("243813456129", "PROCESSING", ""),
        ("243813456159", "PROCESSING", ""),
    ];
    for (place, (number, word, code)) in (1..).zip(numbers) {
        let id = uuid(place);
        let wanted = deposit(&id, "500", "CDF", number, "VODACOM_MPESA_COD");
        let (_, body) = post(&simulator.url("/v2/deposits"), &wanted).await;
        assert_eq!((&body["status"], &body["nextStep"]), (&json!("ACCEPTED"), &json!("FINAL_STATUS")));
        let (_, body) = get(&simulator.url(&format!("/v2/deposits/{id}"))).await;
        assert_eq!(body["data"]["status"], word, "{number}");
        assert_eq!(body["data"]["failureReason"]["failureCode"].as_str().unwrap_or_default(), code, "{number}");
    }
    simulator.advance(119);
    assert_eq!(get_status(simulator.url(&format!("/v2/deposits/{}", uuid(8)))).await, "PROCESSING");
    simulator.advance(1);
    assert_eq!(get_status(simulator.url(&format!("/v2/deposits/{}", uuid(8)))).await, "COMPLETED");
    simulator.advance(86_400);
    assert_eq!(get_status(simulator.url(&format!("/v2/deposits/{}", uuid(7)))).await, "PROCESSING", "129 never ends");
    assert_eq!(simulator.deliver_callbacks().await.len(), 7, "and nobody is told about it");
}

#[tokio::test]
async fn a_callback_is_resent_in_a_final_state_only() {
    let (simulator, shop) = pawapay().await;
    let wanted = deposit(&uuid(1), "500", "CDF", "243813456159", "VODACOM_MPESA_COD");
    post(&simulator.url("/v2/deposits"), &wanted).await;
    let resend = simulator.url(&format!("/v2/deposits/resend-callback/{}", uuid(1)));
    assert_eq!(post(&resend, &json!({})).await.1["failureReason"]["failureCode"], "INVALID_STATE");
    simulator.advance(120);
    assert_eq!(post(&resend, &json!({})).await.1["status"], "ACCEPTED");
    simulator.deliver_callbacks().await;
    assert_eq!(shop.take().len(), 2);
}
