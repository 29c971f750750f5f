//! CinetPay: access tokens, payments on its page, notifications with a token for each payment.

use provider_simulators::{AmountForm, BookState, Cinetpay, Fault, FaultKind, Network, Script, Tamper};
use serde_json::{Value, json};

use crate::support::{Shop, TOKEN, client, open, post, read, submit, with};

pub struct Merchant {
    pub simulator: Cinetpay,
    pub shop: Shop,
    pub token: String,
}

impl Merchant {
    pub async fn new() -> Merchant {
        let (simulator, shop) = (Cinetpay::start().await.unwrap(), Shop::open().await);
        let token = log_in(&simulator).await;
        Merchant { simulator, shop, token }
    }

    pub fn payment(&self, reference: &str) -> Value {
        json!({
            "currency": "CDF", "merchant_transaction_id": reference, "amount": 10000, "lang": "fr",
            "designation": "Billets", "client_first_name": "Aline", "client_last_name": "Kabila",
            "client_email": "aline@tukio.example", "success_url": "https://tukio.example/ok",
            "failed_url": "https://tukio.example/failed", "notify_url": self.shop.url, "direct_pay": false,
        })
    }

    pub async fn begin(&self, body: &Value) -> (u16, Value) {
        let request = client().post(self.simulator.url("/v1/payment")).bearer_auth(&self.token).json(body);
        read(request.send().await.unwrap()).await
    }

    pub async fn ask(&self, reference: &str) -> (u16, Value) {
        let url = self.simulator.url(&format!("/v1/payment/{reference}"));
        read(client().get(url).bearer_auth(&self.token).send().await.unwrap()).await
    }
}

pub async fn log_in(simulator: &Cinetpay) -> String {
    let credentials = json!({"api_key": TOKEN, "api_password": "SIMULATED"});
    let (status, body) = post(&simulator.url("/v1/oauth/login"), &credentials).await;
    assert_eq!((status, &body["expires_in"]), (200, &json!(86_400)));
    body["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_payment_is_paid_on_the_page_and_found_by_both_ids() {
    let merchant = Merchant::new().await;
    let (status, body) = merchant.begin(&merchant.payment("PAYMENT-1")).await;
    assert_eq!((status, &body["code"]), (200, &json!(200)));
    assert_eq!(body["details"]["must_be_redirected"], true);
    assert_eq!(merchant.ask("PAYMENT-1").await.1["status"], "INITIATED");
    let page = body["payment_url"].as_str().unwrap();
    assert!(open(page).await.2.contains("10000 CDF"));
    assert_eq!(submit(page, &[("phone", "0903456789")]).await.0, 422, "Africell is not accepted here");
    submit(page, &[("phone", "0813456159")]).await;
    assert_eq!(merchant.ask("PAYMENT-1").await.1["status"], "PENDING");
    assert!(open(page).await.2.contains("code PIN"));
    merchant.simulator.advance(120);
    assert_eq!(open(page).await.1.unwrap(), "https://tukio.example/ok");
    let (_, found) = merchant.ask(body["transaction_id"].as_str().unwrap()).await;
    assert_eq!((&found["code"], &found["status"]), (&json!(100), &json!("SUCCESS")));
    assert!(found.get("amount").is_none(), "the amount is not told");
    merchant.simulator.deliver_callbacks().await;
    let told = merchant.shop.take()[0].json();
    assert_eq!(told["notify_token"], body["notify_token"]);
    assert!(told.get("status").is_none(), "who is told must ask");
    assert_eq!(merchant.simulator.book("PAYMENT-1").unwrap().state, BookState::Succeeded);
}

#[tokio::test]
async fn payments_fail_expire_and_stay_open() {
    let merchant = Merchant::new().await;
    let numbers = [
        ("P1", "243813456039", "FAILED"),
        ("P2", "243813456049", "INSUFFICIENT_BALANCE"),
        ("P3", "243813456129", "PENDING"),
    ];
    for (reference, number, word) in numbers {
        merchant.begin(&merchant.payment(reference)).await;
        merchant.simulator.pay(reference, number).unwrap();
        assert_eq!(merchant.ask(reference).await.1["status"], word);
    }
    merchant.begin(&merchant.payment("P4")).await;
    merchant.simulator.advance(30 * 60);
    assert_eq!(merchant.ask("P4").await.1["status"], "EXPIRED");
    assert_eq!(merchant.ask("P3").await.1["status"], "PENDING");
    let (_, body) = merchant.begin(&merchant.payment("P5")).await;
    submit(body["payment_url"].as_str().unwrap(), &[("cancel", "1")]).await;
    assert_eq!(merchant.ask("P5").await.1["status"], "FAILED");
    assert_eq!(merchant.ask("P6").await.0, 404);
}

#[tokio::test]
async fn payments_that_do_not_follow_the_contract_are_refused() {
    let merchant = Merchant::new().await;
    let good = merchant.payment("PAYMENT-1");
    let long = format!("https://tukio.example/{}", "x".repeat(120));
    let cases = [
        ("merchant_transaction_id", json!("payment-1")),
        ("merchant_transaction_id", json!("PAYMENT_1")),
        ("merchant_transaction_id", json!("P".repeat(31))),
        ("amount", json!("10000")),
        ("amount", json!(10000.5)),
        ("amount", json!(1)),
        ("currency", json!("USD")),
        ("notify_url", json!(long)),
        ("success_url", json!("no address")),
        ("client_first_name", json!("A")),
        ("client_email", json!("nobody")),
        ("client_email", Value::Null),
        ("lang", json!("sw")),
        ("designation", Value::Null),
    ];
    for (name, value) in cases {
        let (_, body) = merchant.begin(&with(good.clone(), name, value.clone())).await;
        assert_eq!((&body["code"], &body["status"]), (&json!(1004), &json!("INVALID_PARAMS")), "{name} {value}");
    }
    assert!(merchant.simulator.books().is_empty());
    merchant.begin(&good).await;
    let (_, body) = merchant.begin(&good).await;
    assert_eq!((&body["code"], &body["status"]), (&json!(1200), &json!("TRANSACTION_EXIST")));
}

#[tokio::test]
async fn access_tokens_expire_after_a_day() {
    let mut merchant = Merchant::new().await;
    let wrong = json!({"api_key": TOKEN, "api_password": "wrong"});
    assert_eq!(post(&merchant.simulator.url("/v1/oauth/login"), &wrong).await.0, 401);
    merchant.begin(&merchant.payment("P1")).await;
    merchant.simulator.advance(86_399);
    assert_eq!(merchant.ask("P1").await.0, 200);
    merchant.simulator.advance(1);
    let (status, body) = merchant.ask("P1").await;
    assert_eq!((status, &body["code"], &body["status"]), (401, &json!(1003), &json!("EXPIRED_TOKEN")));
    merchant.token = log_in(&merchant.simulator).await;
    assert_eq!(merchant.ask("P1").await.0, 200);
    assert_eq!(merchant.simulator.calls("login"), 3);
    post(&merchant.simulator.url("/admin/tokens/forget"), &json!({})).await;
    assert_eq!(merchant.ask("P1").await.1["code"], 1002);
}

#[tokio::test]
async fn errors_of_tokens_come_under_any_status() {
    let merchant = Merchant::new().await;
    merchant.begin(&merchant.payment("P1")).await;
    for status in [401, 422, 200] {
        let fault = FaultKind::Error { status, code: "INVALID_TOKEN".to_owned() };
        merchant.simulator.add_fault(Fault::of("status", fault).once()).unwrap();
        let (answered, body) = merchant.ask("P1").await;
        assert_eq!((answered, &body["code"]), (status, &json!(1002)));
    }
    assert_eq!(merchant.ask("P1").await.1["status"], "INITIATED");
}

#[tokio::test]
async fn notifications_have_wrong_tokens_or_none() {
    let merchant = Merchant::new().await;
    let (_, mine) = merchant.begin(&merchant.payment("P1")).await;
    let (_, other) = merchant.begin(&merchant.payment("P2")).await;
    for tamper in [Tamper::WrongToken, Tamper::MissingToken, Tamper::OtherToken] {
        merchant.simulator.forge_success("P1", Some(tamper)).unwrap();
    }
    merchant.simulator.deliver_callbacks().await;
    let tokens: Vec<Value> = merchant.shop.take().iter().map(|one| one.json()["notify_token"].clone()).collect();
    assert_eq!(tokens, [json!("token-of-nobody"), Value::Null, other["notify_token"].clone()]);
    assert_ne!(mine["notify_token"], other["notify_token"]);
    assert_eq!(merchant.ask("P1").await.1["status"], "INITIATED");
}

#[tokio::test]
async fn a_lost_answer_leaves_a_payment_that_is_found_but_whose_notifications_cannot_be_verified() {
    let merchant = Merchant::new().await;
    merchant.simulator.add_fault(Fault::of("payment", FaultKind::Reset).once()).unwrap();
    let request = client().post(merchant.simulator.url("/v1/payment")).bearer_auth(&merchant.token);
    assert!(request.json(&merchant.payment("P1")).send().await.is_err());
    assert_eq!(merchant.ask("P1").await.1["status"], "INITIATED");
    merchant.simulator.pay("P1", "243813456789").unwrap();
    merchant.simulator.deliver_callbacks().await;
    assert!(merchant.shop.take()[0].json()["notify_token"].is_string());
}

#[tokio::test]
async fn status_answers_can_tell_an_amount_and_networks_can_be_closed() {
    let merchant = Merchant::new().await;
    for (reference, form, amount) in [("P1", AmountForm::Present, "10000"), ("P2", AmountForm::Lower, "5000")] {
        merchant.simulator.script(reference, &Script { amount: Some(form), ..Script::default() }).unwrap();
        merchant.begin(&merchant.payment(reference)).await;
        assert_eq!(merchant.ask(reference).await.1["amount"], amount);
    }
    merchant.simulator.set_network_open(Network::Mpesa, false);
    assert!(merchant.simulator.pay("P1", "243813456789").is_err());
    merchant.simulator.pay("P1", "243893456789").unwrap();
    merchant.simulator.set_limits(500, 5_000);
    assert_eq!(merchant.begin(&merchant.payment("P3")).await.1["code"], 1004);
}
