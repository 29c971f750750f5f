//! CinetPay: what is sent, and its one login.

use std::sync::atomic::{AtomicUsize, Ordering};

use domain::{Currency, Money};
use payment_providers::{Channel, Init, Intent, PaidAmount, Provider, Refunding};
use serde_json::json;

use crate::golden::message;
use crate::support::service::{Heard, Reply, Service};
use crate::support::*;

/// Each login gives another token, and calls with a token of `refused` logins are refused in the form given.
fn service(refused: usize, form: (u16, &'static str)) -> impl Fn(&Heard) -> Reply + Send + Sync {
    let logins = AtomicUsize::new(0);
    move |heard| match (&*heard.method, &*heard.path) {
        ("POST", "/v1/oauth/login") => {
            let number = logins.fetch_add(1, Ordering::SeqCst) + 1;
            Reply::ok(json!({"code": 200, "access_token": format!("at-{number}"), "expires_in": 86400}))
        }
        _ if (1..=refused).any(|number| heard.authorization.as_deref() == Some(&format!("Bearer at-{number}"))) => {
            Reply::Answer(form.0, form.1.to_owned())
        }
        ("POST", _) => Reply::ok(message("cinetpay", "opened.json")),
        _ => Reply::ok(message("cinetpay", "success.json")),
    }
}

const FORMS: [(u16, &str); 6] = [
    (401, r#"{"message":"Unauthenticated."}"#),
    (401, r#"{"code":1003,"status":"EXPIRED_TOKEN"}"#),
    (422, r#"{"code":1002,"status":"INVALID_TOKEN"}"#),
    (200, r#"{"code":1003,"status":"EXPIRED_TOKEN"}"#),
    (200, r#"{"code":"1002"}"#),
    (200, r#"{"code":500,"details":{"code":1003,"status":"EXPIRED_TOKEN"}}"#),
];

#[tokio::test]
async fn a_page_is_asked_for_in_whole_francs() {
    let service = Service::start(service(0, FORMS[0])).await;
    cinetpay(&service.url, clock()).init(&intent()).await;
    let heard = service.heard();
    assert_eq!(heard[0].body, json!({"api_key": "sk_test_1", "api_password": TOKEN}));
    assert_eq!(heard[0].authorization, None);
    assert!(heard[1].is("POST", "/v1/payment"));
    assert_eq!(heard[1].authorization.as_deref(), Some("Bearer at-1"));
    let back = intent().return_url;
    assert_eq!(
        heard[1].body,
        json!({
            "currency": "CDF",
            "merchant_transaction_id": LETTERS,
            "amount": 1000,
            "lang": "fr",
            "designation": "Tukio : 2 billets",
            "client_first_name": "Amani",
            "client_last_name": "Kabila",
            "client_email": "amani@tukio.example",
            "success_url": back,
            "failed_url": back,
            "notify_url": intent().callback_url,
            "direct_pay": false,
        })
    );
}

#[tokio::test]
async fn what_it_does_not_take_is_refused_without_a_call() {
    let service = Service::start(service(0, FORMS[0])).await;
    let cinetpay = cinetpay(&service.url, clock());
    let long = format!("https://tukio.example/{}", "x".repeat(99));
    assert_eq!(long.len(), 121);
    for wrong in [
        Intent { amount: dollars(1000), ..intent() },
        Intent { amount: Money::from_minor(150, Currency::Cdf), ..intent() },
        Intent { channel: Some(Channel::Card), ..intent() },
        Intent { callback_url: long.clone(), ..intent() },
        Intent { return_url: long.clone(), ..intent() },
    ] {
        assert!(matches!(cinetpay.init(&wrong).await, Init::Rejected(_)), "{}", wrong.amount);
    }
    assert!(service.heard().is_empty());
    let fits = Intent { callback_url: long[..120].to_owned(), ..intent() };
    assert!(matches!(cinetpay.init(&fits).await, Init::Redirect { .. }));
    assert_eq!(cinetpay.capabilities().paid_amount, PaidAmount::BoundToReference);
    assert_eq!(cinetpay.capabilities().accepted(Currency::Usd), None);
    assert_eq!(cinetpay.refund(&refund()).await, Refunding::Unsupported);
}

#[tokio::test]
async fn a_login_lasts_for_a_day() {
    let (service, clock) = (Service::start(service(0, FORMS[0])).await, clock());
    let cinetpay = cinetpay(&service.url, clock.clone());
    let logins = || service.count("POST", "/v1/oauth/login");
    for _ in 0..3 {
        assert_eq!(shown::status(&cinetpay.status(&handle()).await), "succeeded untold TX-17 -");
    }
    assert_eq!(logins(), 1);
    clock.advance_seconds(86_400 - 301);
    cinetpay.status(&handle()).await;
    assert_eq!(logins(), 1);
    clock.advance_seconds(1);
    cinetpay.status(&handle()).await;
    assert_eq!(logins(), 2, "it is renewed before it ends");
}

#[tokio::test]
async fn a_token_that_is_refused_is_renewed_once_whatever_the_form() {
    for form in FORMS {
        let service = Service::start(service(1, form)).await;
        let cinetpay = cinetpay(&service.url, clock());
        assert!(matches!(cinetpay.init(&intent()).await, Init::Redirect { .. }), "{form:?}");
        assert_eq!(shown::status(&cinetpay.status(&handle()).await), "succeeded untold TX-17 -", "{form:?}");
        assert_eq!(service.count("POST", "/v1/oauth/login"), 2, "{form:?}");
        assert_eq!(service.count("POST", "/v1/payment"), 2, "{form:?}");
    }
    let service = Service::start(service(9, FORMS[3])).await;
    assert_eq!(cinetpay(&service.url, clock()).init(&intent()).await, Init::Unknown);
    assert_eq!(service.count("POST", "/v1/oauth/login"), 2, "not again and again");
}

#[tokio::test]
async fn of_many_callers_one_logs_in() {
    let service = Service::start(service(1, FORMS[2])).await;
    let cinetpay = cinetpay(&service.url, clock());
    let handle = handle();
    let ask = || cinetpay.status(&handle);
    let answers = tokio::join!(ask(), ask(), ask(), ask(), ask(), ask(), ask(), ask());
    assert_eq!(shown::status(&answers.0), "succeeded untold TX-17 -");
    assert_eq!(shown::status(&answers.7), "succeeded untold TX-17 -");
    assert_eq!(service.count("POST", "/v1/oauth/login"), 2, "the first, and the one that replaced it");
}
