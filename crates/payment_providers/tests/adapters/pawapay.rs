//! pawaPay: what is sent, and what is asked in which order.

use domain::{Currency, Money};
use payment_providers::pawapay::Mode;
use payment_providers::{Availability, Channel, Init, Intent, Provider, RefundIntent, Refunding};
use serde_json::{Value, json};

use crate::golden::message;
use crate::support::service::{Heard, Reply, Service};
use crate::support::*;

const ATTEMPT: &str = "8917c345-4791-4285-a416-62f24b6982db";

#[tokio::test]
async fn a_checkout_is_asked_for_in_whole_francs() {
    let service = Service::start(|_| Reply::ok(message("pawapay", "checkout-accepted.json"))).await;
    pawapay(&service.url, Mode::Checkout, clock()).init(&intent()).await;
    let heard = service.heard().remove(0);
    assert!(heard.is("POST", "/v2/checkouts"));
    assert_eq!(heard.authorization.as_deref(), Some("Bearer very-secret-token"));
    assert_eq!(
        heard.body,
        json!({
            "checkoutId": UUID,
            "returnUrl": "https://tukio.example/payments/return?payment_id=p-1",
            "returnMethod": "INSTANT",
            "defaultLanguage": "fr",
            "countries": ["COD"],
            "expiresAfter": 15,
            "amounts": [{"country": "COD", "currency": "CDF", "amount": "1000"}],
            "clientReferenceId": "p-1",
            "reason": {"en": "Tukio : 2 billets", "fr": "Tukio : 2 billets"},
            "metadata": [{"reference": REFERENCE}],
        })
    );
}

#[tokio::test]
async fn a_payment_page_is_asked_for_with_the_number_if_there_is_one() {
    let service = Service::start(|_| Reply::ok(message("pawapay", "page-opened.json"))).await;
    let pawapay = pawapay(&service.url, Mode::Page, clock());
    assert!(!pawapay.capabilities().can_cancel);
    pawapay.init(&Intent { amount: dollars(1250), phone: Some(PHONE.to_owned()), ..intent() }).await;
    pawapay.init(&intent()).await;
    let heard = service.heard();
    assert!(heard[0].is("POST", "/v2/paymentpage"));
    assert_eq!(
        heard[0].body,
        json!({
            "depositId": UUID,
            "returnUrl": "https://tukio.example/payments/return?payment_id=p-1",
            "amountDetails": {"amount": "12.5", "currency": "USD"},
            "phoneNumber": PHONE,
            "language": "FR",
            "country": "COD",
            "reason": "Tukio : 2 billets",
            "metadata": [{"reference": REFERENCE}],
        })
    );
    assert_eq!(heard[1].body.get("phoneNumber"), None);
}

#[tokio::test]
async fn what_it_does_not_take_is_refused_without_a_call() {
    let service = Service::start(|_| Reply::ok("{}")).await;
    let pawapay = pawapay(&service.url, Mode::Checkout, clock());
    for wrong in [
        Intent { amount: Money::from_minor(150, Currency::Cdf), ..intent() },
        Intent { amount: dollars(0), ..intent() },
        Intent { channel: Some(Channel::Afrimoney), ..intent() },
        Intent { channel: Some(Channel::Card), ..intent() },
    ] {
        assert!(matches!(pawapay.init(&wrong).await, Init::Rejected(_)), "{}", wrong.amount);
    }
    assert!(matches!(pawapay.submit_phone(&intent()).await, Init::Rejected(_)), "it has a page of its own");
    assert!(service.heard().is_empty());
}

/// The mode is a setting that may change while payments are open.
#[tokio::test]
async fn a_payment_is_found_by_the_mode_that_it_was_opened_in() {
    let service = Service::start(|heard: &Heard| match &*heard.path {
        path if path.starts_with("/v2/deposits/") => Reply::ok(message("pawapay", "deposit-completed.json")),
        _ => Reply::ok(r#"{"status":"NOT_FOUND"}"#),
    })
    .await;
    for mode in [Mode::Checkout, Mode::Page] {
        let status = pawapay(&service.url, mode, clock()).status(&handle()).await;
        assert_eq!(shown::status(&status), "succeeded 1000 CDF MP241114.1031.A12345 mpesa");
    }
    let service = Service::start(|heard: &Heard| match &*heard.path {
        path if path.starts_with("/v2/checkouts/") => Reply::ok(message("pawapay", "checkout-waiting.json")),
        _ => Reply::ok(r#"{"status":"NOT_FOUND"}"#),
    })
    .await;
    let status = pawapay(&service.url, Mode::Page, clock()).status(&handle()).await;
    assert_eq!(shown::status(&status), "pending");
}

/// Checkouts are not enabled on every account.
#[tokio::test]
async fn an_account_without_checkouts_pays_and_refunds_by_pages() {
    for (deposit, stands, refunded) in [
        ("deposit-not-found.json", "not found", "failed: nothing was paid"),
        ("deposit-completed.json", "succeeded 1000 CDF MP241114.1031.A12345 mpesa", "accepted"),
    ] {
        let service = Service::start(move |heard: &Heard| match &*heard.path {
            path if path.starts_with("/v2/deposits/") => Reply::ok(message("pawapay", deposit)),
            "/v2/refunds" => Reply::ok(message("pawapay", "refund-accepted.json")),
            _ => Reply::Answer(403, message("pawapay", "error-authorisation-error.json")),
        })
        .await;
        let pawapay = pawapay(&service.url, Mode::Page, clock());
        assert_eq!(shown::status(&pawapay.status(&handle()).await), stands);
        assert_eq!(shown::refunding(&pawapay.refund(&refund()).await), refunded);
    }
}

fn refunds(checkout: &'static str, deposit: &'static str) -> impl Fn(&Heard) -> Reply + Send + Sync {
    move |heard| match &*heard.path {
        path if path.starts_with("/v2/checkouts/") => Reply::ok(message("pawapay", checkout)),
        path if path.starts_with("/v2/deposits/") => Reply::ok(message("pawapay", deposit)),
        "/v2/refunds" => Reply::ok(message("pawapay", "refund-accepted.json")),
        _ => Reply::Answer(404, "{}".to_owned()),
    }
}

fn refund_request(service: &Service) -> Option<Value> {
    service.heard().into_iter().find(|heard| heard.is("POST", "/v2/refunds")).map(|heard| heard.body)
}

#[tokio::test]
async fn a_refund_is_of_the_attempt_that_paid() {
    let service = Service::start(refunds("checkout-completed-at-second-attempt.json", "deposit-not-found.json")).await;
    let part = RefundIntent { amount: francs(400), ..refund() };
    assert_eq!(pawapay(&service.url, Mode::Checkout, clock()).refund(&part).await, Refunding::Accepted);
    assert_eq!(
        refund_request(&service),
        Some(json!({
            "refundId": REFUND_UUID,
            "depositId": "0b8e4a35-9f6a-4c4b-8d0f-6f2c6f3d9a11",
            "amount": "400",
            "currency": "CDF",
        }))
    );

    let service = Service::start(refunds("checkout-completed-with-late-failure.json", "deposit-not-found.json")).await;
    pawapay(&service.url, Mode::Page, clock()).refund(&refund()).await;
    assert_eq!(refund_request(&service).expect("a request")["depositId"], ATTEMPT);
}

#[tokio::test]
async fn a_refund_of_a_payment_page_is_of_its_own_deposit() {
    let service = Service::start(refunds("checkout-not-found.json", "deposit-completed.json")).await;
    assert_eq!(pawapay(&service.url, Mode::Page, clock()).refund(&refund()).await, Refunding::Accepted);
    assert_eq!(refund_request(&service).expect("a request")["depositId"], UUID);
}

#[tokio::test]
async fn what_was_not_paid_is_not_refunded() {
    for (checkout, deposit) in [
        ("checkout-waiting.json", "deposit-not-found.json"),
        ("checkout-not-found.json", "deposit-not-found.json"),
        ("checkout-not-found.json", "deposit-processing.json"),
        ("checkout-failed-insufficient-balance.json", "deposit-not-found.json"),
    ] {
        let service = Service::start(refunds(checkout, deposit)).await;
        let refunding = pawapay(&service.url, Mode::Checkout, clock()).refund(&refund()).await;
        assert_eq!(shown::refunding(&refunding), "failed: nothing was paid", "{checkout}");
        assert_eq!(refund_request(&service), None, "{checkout}");
    }
}

/// Asking twice with one id is answered by how the first stands.
#[tokio::test]
async fn a_refund_that_was_asked_for_before_is_looked_up() {
    for (found, stands) in [
        ("refund-found-completed.json", "completed"),
        ("refund-found-processing.json", "accepted"),
        ("refund-found-failed.json", "failed: UNSPECIFIED_FAILURE"),
    ] {
        let service = Service::start(move |heard: &Heard| match (&*heard.method, &*heard.path) {
            ("POST", "/v2/refunds") => Reply::ok(message("pawapay", "refund-duplicate.json")),
            ("GET", path) if path.starts_with("/v2/refunds/") => Reply::ok(message("pawapay", found)),
            _ => Reply::ok(message("pawapay", "checkout-completed.json")),
        })
        .await;
        let refunding = pawapay(&service.url, Mode::Checkout, clock()).refund(&refund()).await;
        assert_eq!(shown::refunding(&refunding), stands);
    }
}

#[tokio::test]
async fn the_configuration_is_asked_for_this_country_and_kept_when_it_fails() {
    let broken = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let is_broken = broken.clone();
    let service = Service::start(move |heard| match &*heard.path {
        _ if is_broken.load(std::sync::atomic::Ordering::SeqCst) => Reply::HangUp,
        "/v2/active-conf?country=COD&operationType=DEPOSIT" => Reply::ok(message("pawapay", "configuration.json")),
        _ => Reply::ok("[]"),
    })
    .await;
    let pawapay = pawapay(&service.url, Mode::Checkout, clock());
    let states = || pawapay.channels().into_iter().map(|channel| channel.state).collect::<Vec<_>>();
    assert_eq!(states(), [Availability::Unknown; 3]);
    assert!(pawapay.refresh().await);
    let read = [Availability::Operational, Availability::Delayed, Availability::Operational];
    assert_eq!(states(), read);
    broken.store(true, std::sync::atomic::Ordering::SeqCst);
    assert!(!pawapay.refresh().await);
    assert_eq!(states(), read);
}
