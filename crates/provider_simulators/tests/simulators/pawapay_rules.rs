//! pawaPay's strictness: forms of requests, credentials, networks and limits.

use provider_simulators::{NetworkChange, NetworkStatus, Pawapay, Script};
use serde_json::{Value, json};

use crate::support::{TOKEN, checkout, client, deposit, get, post, read, uuid, with};

fn code(body: &Value) -> &str {
    body["failureReason"]["failureCode"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn checkouts_that_do_not_follow_the_contract_are_refused() {
    let simulator = Pawapay::start().await.unwrap();
    let good = checkout(&uuid(1), "10000", "CDF");
    let amount = |value: Value| json!([{"country": "COD", "currency": "CDF", "amount": value}]);
    let cases = [
        ("checkoutId", json!("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), 400, "INVALID_PARAMETER"),
        ("checkoutId", Value::Null, 400, "MISSING_PARAMETER"),
        ("amounts", amount(json!(10000)), 400, "INVALID_PARAMETER"),
        ("amounts", amount(json!("010000")), 400, "INVALID_PARAMETER"),
        ("amounts", amount(json!("10000.00")), 400, "INVALID_PARAMETER"),
        ("amounts", amount(json!("1")), 200, "AMOUNT_OUT_OF_BOUNDS"),
        ("amounts", json!([{"country": "COD", "currency": "EUR", "amount": "10"}]), 200, "INVALID_CURRENCY"),
        ("amounts", json!([{"country": "ZMB", "currency": "CDF", "amount": "1000"}]), 400, "INVALID_PARAMETER"),
        ("returnUrl", json!("not an address"), 400, "INVALID_PARAMETER"),
        ("return_url", json!("https://tukio.example/"), 400, "UNSUPPORTED_PARAMETER"),
        ("expiresAfter", json!("15"), 400, "INVALID_PARAMETER"),
        ("metadata", json!([{"a": 1, "b": 2}]), 400, "INVALID_PARAMETER"),
        ("metadata", json!([{"a": 1}, {"a": 2}]), 400, "DUPLICATE_METADATA_FIELD"),
    ];
    for (name, value, status, wanted) in cases {
        let (answered, body) = post(&simulator.url("/v2/checkouts"), &with(good.clone(), name, value.clone())).await;
        assert_eq!((answered, code(&body)), (status, wanted), "{name} {value}");
    }
    assert!(simulator.books().is_empty());
    let no_json = client().post(simulator.url("/v2/checkouts")).bearer_auth(TOKEN).body("{");
    assert_eq!(code(&read(no_json.send().await.unwrap()).await.1), "INVALID_INPUT");
}

#[tokio::test]
async fn deposits_that_do_not_follow_the_contract_are_refused() {
    let simulator = Pawapay::start().await.unwrap();
    let vodacom = |amount, currency, number| deposit(&uuid(1), amount, currency, number, "VODACOM_MPESA_COD");
    let number = "243813456789";
    let cases = [
        (vodacom("1000.5", "CDF", number), 200, "INVALID_AMOUNT"),
        (vodacom("9999999", "CDF", number), 200, "AMOUNT_OUT_OF_BOUNDS"),
        (vodacom("1000", "CDF", "243973456789"), 200, "INVALID_PHONE_NUMBER"),
        (vodacom("1000", "CDF", "+243813456789"), 200, "INVALID_PHONE_NUMBER"),
        (vodacom("1000", "CDF", "0813456789"), 200, "INVALID_PHONE_NUMBER"),
        (deposit(&uuid(1), "1000", "CDF", "243903456789", "AFRICELL_COD"), 200, "INVALID_PROVIDER"),
        (with(vodacom("1000", "CDF", number), "customerMessage", json!("abc")), 400, "INVALID_PARAMETER"),
        (with(vodacom("1000", "CDF", number), "customerMessage", json!("a".repeat(23))), 400, "INVALID_PARAMETER"),
        (with(vodacom("1000", "CDF", number), "customerMessage", json!("Billets: 2")), 400, "INVALID_PARAMETER"),
        (with(vodacom("1000", "CDF", number), "payer", json!({"type": "MSISDN"})), 400, "INVALID_PARAMETER"),
    ];
    for (request, status, wanted) in cases {
        let (answered, body) = post(&simulator.url("/v2/deposits"), &request).await;
        assert_eq!((answered, code(&body)), (status, wanted), "{request}");
    }
    let (_, body) = post(&simulator.url("/v2/deposits"), &vodacom("10.5", "USD", number)).await;
    assert_eq!(body["status"], "ACCEPTED", "dollars have decimals");
    let airtel = deposit(&uuid(2), "1000.5", "CDF", "243973456789", "AIRTEL_COD");
    assert_eq!(post(&simulator.url("/v2/deposits"), &airtel).await.1["status"], "ACCEPTED");
}

#[tokio::test]
async fn what_was_sent_before_is_ignored_and_the_address_is_told_once() {
    let simulator = Pawapay::start().await.unwrap();
    let repeated = checkout(&uuid(1), "10000", "CDF");
    post(&simulator.url("/v2/checkouts"), &repeated).await;
    let (_, body) = post(&simulator.url("/v2/checkouts"), &repeated).await;
    assert_eq!(body, json!({"checkoutId": uuid(1), "status": "DUPLICATE_IGNORED"}));
    simulator.script_all(&Script { duplicate_repeats_url: Some(true), ..Script::default() }).unwrap();
    let (_, body) = post(&simulator.url("/v2/checkouts"), &repeated).await;
    assert!(body["redirectUrl"].is_string(), "{body}");
    assert_eq!(simulator.books().len(), 1);
}

#[tokio::test]
async fn credentials_are_checked() {
    let simulator = Pawapay::start().await.unwrap();
    let url = simulator.url("/v2/active-conf");
    let (status, body) = read(client().get(&url).send().await.unwrap()).await;
    assert_eq!((status, code(&body)), (401, "NO_AUTHENTICATION"));
    let (status, body) = read(client().get(&url).bearer_auth("another").send().await.unwrap()).await;
    assert_eq!((status, code(&body)), (403, "AUTHENTICATION_ERROR"));
}

#[tokio::test]
async fn networks_can_be_closed_and_have_limits() {
    let simulator = Pawapay::start().await.unwrap();
    let change = |status, max: Option<&str>| NetworkChange {
        provider: "VODACOM_MPESA_COD".to_owned(),
        currency: Some("CDF".to_owned()),
        status,
        min: None,
        max: max.map(str::to_owned),
    };
    simulator.change_network(&change(Some(NetworkStatus::Closed), Some("20000"))).unwrap();
    let (_, conf) = get(&simulator.url("/v2/active-conf?country=COD&operationType=DEPOSIT")).await;
    let vodacom = &conf["countries"][0]["providers"][0];
    assert_eq!(vodacom["provider"], "VODACOM_MPESA_COD");
    let francs = &vodacom["currencies"][0]["operationTypes"]["DEPOSIT"];
    assert_eq!((&francs["status"], &francs["maxAmount"]), (&json!("CLOSED"), &json!("20000")));
    assert_eq!(francs["decimalsInAmount"], "NONE");
    assert_eq!(vodacom["currencies"][1]["operationTypes"]["DEPOSIT"]["status"], "OPERATIONAL");
    assert!(vodacom["currencies"][0]["operationTypes"].get("REFUND").is_none());

    let wanted = deposit(&uuid(1), "1000", "CDF", "243813456789", "VODACOM_MPESA_COD");
    let (_, body) = post(&simulator.url("/v2/deposits"), &wanted).await;
    assert_eq!(code(&body), "PROVIDER_TEMPORARILY_UNAVAILABLE");
    post(&simulator.url("/v2/checkouts"), &checkout(&uuid(2), "1000", "CDF")).await;
    assert!(simulator.pay(&uuid(2), "243813456789").unwrap_err().contains("fermé"));
    simulator.pay(&uuid(2), "243973456789").unwrap();

    for provider in ["AIRTEL_COD", "ORANGE_COD"] {
        let closed = NetworkChange { provider: provider.to_owned(), ..change(Some(NetworkStatus::Closed), None) };
        simulator.change_network(&closed).unwrap();
    }
    let (_, body) = post(&simulator.url("/v2/checkouts"), &checkout(&uuid(3), "1000", "CDF")).await;
    assert_eq!(code(&body), "PROVIDER_TEMPORARILY_UNAVAILABLE");
}

#[tokio::test]
async fn a_payment_can_be_refused_by_any_code() {
    let simulator = Pawapay::start().await.unwrap();
    let script = Script { reject: Some("INVALID_PROVIDER".to_owned()), ..Script::default() };
    simulator.script_next(&script).unwrap();
    let (status, body) = post(&simulator.url("/v2/checkouts"), &checkout(&uuid(1), "1000", "CDF")).await;
    assert_eq!((status, &body["status"], code(&body)), (200, &json!("REJECTED"), "INVALID_PROVIDER"));
    let (_, body) = post(&simulator.url("/v2/checkouts"), &checkout(&uuid(2), "1000", "CDF")).await;
    assert_eq!(body["status"], "ACCEPTED", "only the next one");
}
