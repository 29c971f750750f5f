//! Faults of HTTP, a provider that is down, and `/admin/`.

use std::sync::Arc;

use provider_simulators::{Availability, Fault, FaultKind, Pawapay};
use serde_json::{Value, json};

use crate::support::{Shop, TOKEN, checkout, client, get, post, uuid};

async fn call(simulator: &Pawapay, number: u32) -> Result<reqwest::Response, reqwest::Error> {
    let request = client().post(simulator.url("/v2/checkouts")).bearer_auth(TOKEN);
    request.json(&checkout(&uuid(number), "1000", "CDF")).send().await
}

#[tokio::test]
async fn a_call_hangs_though_it_was_accepted() {
    let simulator = Arc::new(Pawapay::start().await.unwrap());
    simulator.add_fault(Fault::of("checkout", FaultKind::Hang).once()).unwrap();
    let caller = Arc::clone(&simulator);
    let hanging = tokio::spawn(async move { call(&caller, 1).await });
    while simulator.calls("checkout") == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(call(&simulator, 2).await.unwrap().status(), 200, "only once");
    assert!(!hanging.is_finished(), "the call that came first has no answer yet");
    hanging.abort();
    assert!(simulator.book(&uuid(1)).is_some());
    let entry = simulator.journal().swap_remove(0);
    assert_eq!((entry.answered, entry.fault.as_deref()), (None, Some("hang")));
    assert_eq!(entry.answer["status"], "ACCEPTED");
}

#[tokio::test]
async fn connections_are_closed_before_or_after_the_deed() {
    let simulator = Pawapay::start().await.unwrap();
    simulator.add_fault(Fault::of("checkout", FaultKind::Reset).for_payment(&uuid(1))).unwrap();
    simulator.add_fault(Fault::of("any", FaultKind::Reset).for_payment(&uuid(2)).accepted(false)).unwrap();
    assert!(call(&simulator, 1).await.is_err());
    assert!(call(&simulator, 2).await.is_err());
    assert_eq!(call(&simulator, 3).await.unwrap().status(), 200);
    let known: Vec<String> = simulator.books().into_iter().map(|line| line.reference).collect();
    assert_eq!(known, [uuid(1), uuid(3)]);
}

#[tokio::test]
async fn answers_are_errors_pages_halves_and_in_the_providers_own_words() {
    let simulator = Pawapay::start().await.unwrap();
    let error = FaultKind::Error { status: 500, code: "UNKNOWN_ERROR".to_owned() };
    for fault in [FaultKind::InternalError, FaultKind::Html, FaultKind::TruncatedJson, error] {
        simulator.add_fault(Fault::of("checkout", fault).once()).unwrap();
    }
    let answer = call(&simulator, 1).await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.text().await.unwrap().as_str()), (500, ""));
    let answer = call(&simulator, 2).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.text().await.unwrap().starts_with("<html>"));
    let answer = call(&simulator, 3).await.unwrap();
    assert_eq!(answer.status(), 200);
    let half = answer.text().await.unwrap();
    assert!(half.starts_with('{') && serde_json::from_str::<Value>(&half).is_err(), "{half}");
    let answer = call(&simulator, 4).await.unwrap();
    assert_eq!(answer.status(), 500);
    assert_eq!(answer.json::<Value>().await.unwrap()["failureReason"]["failureCode"], "UNKNOWN_ERROR");
    let known: Vec<String> = simulator.books().into_iter().map(|line| line.reference).collect();
    assert_eq!(known, [uuid(3)], "only the half answer came from the provider");
}

#[tokio::test]
async fn a_slow_body_begins_and_does_not_end_soon() {
    let simulator = Pawapay::start().await.unwrap();
    simulator.add_fault(Fault::of("checkout", FaultKind::SlowBody).once()).unwrap();
    let mut answer = call(&simulator, 1).await.unwrap();
    let first = answer.chunk().await.unwrap().unwrap();
    assert!(first.starts_with(b"{"));
    let reading = tokio::spawn(answer.text());
    assert_eq!(call(&simulator, 2).await.unwrap().status(), 200);
    assert!(!reading.is_finished(), "another call is answered before the rest has come");
    reading.abort();
}

#[tokio::test]
async fn a_fault_of_a_call_that_does_not_exist_is_refused() {
    let simulator = Pawapay::start().await.unwrap();
    let problem = simulator.add_fault(Fault::of("chekout", FaultKind::Hang)).unwrap_err();
    assert!(problem.contains("checkout_status"), "{problem}");
}

#[tokio::test]
async fn a_provider_that_is_down_does_nothing_and_comes_back() {
    let simulator = Pawapay::start().await.unwrap();
    simulator.set_availability(Availability::Unreachable);
    assert!(call(&simulator, 1).await.is_err());
    assert!(client().get(simulator.url("/pages/checkouts/x")).send().await.is_err(), "pages are down as well");
    simulator.set_availability(Availability::Unavailable);
    assert_eq!(call(&simulator, 1).await.unwrap().status(), 503);
    assert!(simulator.books().is_empty());
    simulator.set_availability(Availability::Up);
    assert_eq!(call(&simulator, 1).await.unwrap().status(), 200);
    assert_eq!(simulator.calls("checkout"), 3, "what could not be answered is in the journal, too");
}

#[tokio::test]
async fn everything_can_be_done_over_http() {
    let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
    let admin = |name: &str| simulator.url(&format!("/admin/{name}"));
    let urls = json!({"checkouts": shop.url, "deposits": null, "refunds": null});
    for (name, body) in [
        ("callback-urls", urls),
        ("scripts/all", json!({"delay_s": 30})),
        ("scripts/next", json!({"prompt": true, "callback_copies": 2})),
        ("faults", json!([{"call": "checkout", "fault": {"kind": "internal_error"}, "times": 1}])),
    ] {
        assert_eq!(post(&admin(name), &body).await, (200, json!({"ok": true})), "{name}");
    }
    assert_eq!(call(&simulator, 1).await.unwrap().status(), 500);
    assert_eq!(call(&simulator, 1).await.unwrap().status(), 200);
    let pay = json!({"reference": uuid(1), "number": "243813456789"});
    assert_eq!(post(&admin("pay"), &pay).await.0, 200);
    let (_, prompts) = get(&admin("prompts")).await;
    let key = prompts[0]["key"].as_str().unwrap();
    assert_eq!(post(&admin(&format!("prompts/{key}")), &json!({"approve": true})).await.0, 200);
    let (_, sent) = post(&admin("callbacks/deliver"), &json!({"order": "due"})).await;
    assert_eq!(sent.as_array().unwrap().len(), 2);
    assert_eq!(shop.take().len(), 2);
    let (_, books) = get(&admin("books")).await;
    assert_eq!((&books[0]["state"], &books[0]["amount"]), (&json!("succeeded"), &json!(100_000)));
    let (_, journal) = get(&admin("journal")).await;
    assert_eq!((&journal[0]["fault"], &journal[1]["answered"]), (&json!("internal_error"), &json!(200)));
    assert_eq!(journal[1]["body"]["checkoutId"], json!(uuid(1)));
    assert!(!journal.to_string().contains(TOKEN));

    call(&simulator, 2).await.unwrap();
    post(&admin("pay"), &json!({"reference": uuid(2), "number": "243813456789"})).await;
    let (_, before) = get(&admin("clock")).await;
    post(&admin("clock"), &json!({"advance_s": 30})).await;
    let (_, after) = get(&admin("clock")).await;
    assert_eq!(after["now_ms"].as_i64().unwrap() - before["now_ms"].as_i64().unwrap(), 30_000);
    assert_eq!(get(&admin("callbacks")).await.1["pending"].as_array().unwrap().len(), 1);
    post(&admin("callbacks/forge"), &json!({"reference": uuid(2), "tamper": "bad_key"})).await;
    assert_eq!(get(&admin("callbacks")).await.1["pending"].as_array().unwrap().len(), 2);
    let closed = json!({"provider": "ORANGE_COD", "status": "CLOSED"});
    assert_eq!(post(&admin("networks"), &closed).await.0, 200);
    assert_eq!(post(&admin("keys/rotate"), &json!({"keep_old": true})).await.0, 200);
    assert_eq!(post(&admin("availability"), &json!({"state": "unavailable"})).await.0, 200);
    assert_eq!(call(&simulator, 3).await.unwrap().status(), 503);
}

#[tokio::test]
async fn wrong_orders_are_refused_with_what_is_wrong() {
    let simulator = Pawapay::start().await.unwrap();
    let admin = |name: &str| simulator.url(&format!("/admin/{name}"));
    for (name, body) in [
        ("scripts/all", json!({"dealy_s": 30})),
        ("scripts/all", json!({"callback_tamper": "wrong_token"})),
        ("faults", json!({"call": "login", "fault": {"kind": "hang"}})),
        ("clock", json!({"advance": 3})),
        ("pay", json!({"reference": "nobody", "number": "243813456789"})),
        ("networks", json!({"provider": "AFRICELL_COD"})),
        ("prompts/nobody", json!({"approve": true})),
    ] {
        let (status, answer) = post(&admin(name), &body).await;
        assert_eq!(status, 400, "{name} {body}");
        assert!(answer["error"].is_string());
    }
    assert_eq!(post(&admin("nothing"), &json!({})).await.0, 404);
    assert_eq!(get(&admin("nothing")).await.0, 404);
}
