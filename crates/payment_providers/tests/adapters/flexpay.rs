//! FlexPay: what is sent, and what is never asked.

use domain::{Currency, Money};
use payment_providers::{Channel, Handle, Init, Intent, Provider, Refunding, Refunds, WebhookRequest};
use serde_json::json;

use crate::golden::message;
use crate::support::service::{Reply, Service, always};
use crate::support::*;

#[tokio::test]
async fn a_telephone_rings_by_the_number_that_was_handed_in() {
    let service = Service::start(always(message("flexpay", "push-accepted.json"))).await;
    let flexpay = flexpay(&service.url);
    let with_phone = Intent { phone: Some(PHONE.to_owned()), channel: Some(Channel::Mpesa), ..intent() };
    for first in [&intent(), &with_phone] {
        assert_eq!(flexpay.init(first).await, Init::NeedsPhone);
    }
    assert!(service.heard().is_empty(), "opening never rings a telephone");

    flexpay.submit_phone(&with_phone).await;
    let heard = service.heard().remove(0);
    assert!(heard.is("POST", "/api/rest/v1/paymentService"));
    assert_eq!(heard.authorization.as_deref(), Some("Bearer very-secret-token"), "the word stands there once");
    assert_eq!(
        heard.body,
        json!({
            "merchant": "TUKIO",
            "type": "1",
            "phone": PHONE,
            "reference": SHORT_LETTERS,
            "amount": "1000",
            "currency": "CDF",
            "callbackUrl": intent().callback_url,
            "description": "Tukio : 2 billets",
        })
    );
}

#[tokio::test]
async fn cards_are_paid_on_a_page() {
    let service = Service::start(always(message("flexpay", "card-accepted.json"))).await;
    flexpay(&service.url).init(&Intent { amount: dollars(1250), channel: Some(Channel::Card), ..intent() }).await;
    let heard = service.heard().remove(0);
    assert!(heard.is("POST", "/v1.1/pay"));
    let back = intent().return_url;
    assert_eq!(
        heard.body,
        json!({
            "authorization": "Bearer very-secret-token",
            "merchant": "TUKIO",
            "reference": SHORT_LETTERS,
            "amount": "12.5",
            "currency": "USD",
            "description": "Tukio : 2 billets",
            "callback_url": intent().callback_url,
            "approve_url": back,
            "cancel_url": back,
            "decline_url": back,
            "home_url": back,
        })
    );
}

#[tokio::test]
async fn a_wrong_number_or_amount_is_refused_without_a_call() {
    let service = Service::start(|_| Reply::ok("{}")).await;
    let flexpay = flexpay(&service.url);
    for phone in [None, Some(""), Some("0813456789"), Some("+243813456789"), Some("24381345678"), Some("24381345678x")]
    {
        let wrong = Intent { phone: phone.map(str::to_owned), ..intent() };
        assert!(matches!(flexpay.submit_phone(&wrong).await, Init::Rejected(_)), "{phone:?}");
    }
    let centimes = Intent { amount: Money::from_minor(150, Currency::Cdf), phone: Some(PHONE.to_owned()), ..intent() };
    assert!(matches!(flexpay.init(&centimes).await, Init::Rejected(_)));
    assert!(matches!(flexpay.submit_phone(&centimes).await, Init::Rejected(_)));
    assert!(service.heard().is_empty());
}

#[tokio::test]
async fn an_order_is_looked_up_by_its_own_number_or_not_at_all() {
    let service = Service::start(always(message("flexpay", "check-paid.json"))).await;
    let flexpay = flexpay(&service.url);
    for number in [None, Some(""), Some("../merchants"), Some("a/b"), Some("a?b=c")] {
        let handle = Handle { number: number.map(str::to_owned), ..handle() };
        assert_eq!(shown::status(&flexpay.status(&handle).await), "unknown", "{number:?}");
    }
    assert!(service.heard().is_empty());
    flexpay.status(&handle()).await;
    let heard = service.heard().remove(0);
    assert!(heard.is("GET", &format!("/api/rest/v1/check/{ORDER_NUMBER}")), "{}", heard.path);
    assert_eq!(heard.authorization.as_deref(), Some("Bearer very-secret-token"));
}

#[tokio::test]
async fn a_callback_is_about_the_payment_of_its_address() {
    let service = Service::start(|_| Reply::ok("{}")).await;
    let flexpay = flexpay(&service.url);
    let judged = async |path: &str, body: &str| {
        let (method, authority, body) = ("POST", "tukio.example", body.as_bytes());
        let request = WebhookRequest { method, authority, path, headers: &[], body };
        shown::webhook(&flexpay.parse_webhook(&request).await)
    };
    let body = message("flexpay", "callback-mobile.json");
    let base = "/api/payments/webhooks/flexpay";
    let hint = format!("hint {REFERENCE} code 0 number {ORDER_NUMBER}");
    assert_eq!(judged(&format!("{base}/{REFERENCE}/s3cret/"), &body).await, hint);
    assert_eq!(judged(&format!("{base}/{REFERENCE}/s3cret?x=1"), &body).await, hint);
    // What names another payment than its address brings no number to this one.
    let another = "00000000000040008000000000000000";
    let without_number = format!("hint {another} code 0 number -");
    assert_eq!(judged(&format!("{base}/{another}/s3cret/"), &body).await, without_number);
    for path in [format!("{base}/"), base.to_owned(), "/".to_owned()] {
        assert_eq!(judged(&path, &body).await, "forged", "{path}");
    }
    let path = format!("{base}/{REFERENCE}/s3cret/");
    for body in ["", "[]", "null", "\"0\"", "code=0"] {
        assert_eq!(judged(&path, body).await, "forged", "{body}");
    }
    assert_eq!(judged(&path, r#"{"code":0}"#).await, format!("hint {REFERENCE} code 0 number -"));
    assert!(service.heard().is_empty(), "a callback asks nobody");
}

#[tokio::test]
async fn money_goes_back_by_hand() {
    let service = Service::start(|_| Reply::ok("{}")).await;
    let flexpay = flexpay(&service.url);
    assert_eq!(flexpay.capabilities().refunds, Refunds::None);
    assert_eq!(flexpay.refund(&refund()).await, Refunding::Unsupported);
    assert_eq!(flexpay.refund_status(&refund()).await, Refunding::Unsupported);
    assert!(flexpay.channels().iter().any(|state| state.channel == Channel::Afrimoney));
    assert!(service.heard().is_empty());
}
