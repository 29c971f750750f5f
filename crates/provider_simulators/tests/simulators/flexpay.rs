//! FlexPay: pushes with a PIN prompt, cards on a page, status by order number, callbacks without a signature.

use provider_simulators::{
    AmountForm, BookState, Fault, FaultKind, Flexpay, GOOD_CARD, Network, Options, REFUSED_CARD, Script, Tamper,
};
use serde_json::{Value, json};

use crate::support::{Shop, TOKEN, client, get, open, post, read, submit, with};

pub fn mobile(reference: &str, phone: &str, callback: &str) -> Value {
    json!({
        "merchant": "SIMULATED", "type": "1", "phone": phone, "reference": reference, "amount": "10000",
        "currency": "CDF", "callbackUrl": callback,
    })
}

pub fn card(reference: &str, callback: &str) -> Value {
    json!({
        "authorization": format!("Bearer {TOKEN}"), "merchant": "SIMULATED", "reference": reference, "amount": "25.50",
        "currency": "USD", "description": "Billets", "callback_url": callback,
        "approve_url": "https://tukio.example/approved", "cancel_url": "https://tukio.example/cancelled",
        "decline_url": "https://tukio.example/declined", "home_url": "https://tukio.example/",
    })
}

async fn flexpay() -> (Flexpay, Shop) {
    (Flexpay::start().await.unwrap(), Shop::open().await)
}

async fn check(simulator: &Flexpay, reference: &str) -> Value {
    let number = simulator.order_number(reference).unwrap();
    get(&format!("{}{number}", simulator.check_url())).await.1
}

#[tokio::test]
async fn a_push_is_pending_until_it_is_paid_and_outer_codes_only_say_that_it_was_found() {
    let (simulator, shop) = flexpay().await;
    simulator.script_next(&Script { delay_s: Some(20), ..Script::default() }).unwrap();
    let (status, body) = post(&simulator.mobile_url(), &mobile("ORDER1", "243903456789", &shop.url)).await;
    assert_eq!((status, &body["code"]), (200, &json!("0")));
    assert_eq!(body["url"], Value::Null);
    let found = check(&simulator, "ORDER1").await;
    assert_eq!((&found["code"], &found["transaction"]["status"]), (&json!("0"), &json!("2")));
    simulator.advance(20);
    let found = check(&simulator, "ORDER1").await;
    let transaction = &found["transaction"];
    assert_eq!((&transaction["status"], &transaction["channel"]), (&json!("0"), &json!("afrimoney")));
    assert_eq!((&transaction["amount"], &transaction["amountCustomer"]), (&json!("10000.0"), &json!("10300.0")));
    assert_eq!(transaction["createdAt"], "05-01-2026 11:00:00", "Kinshasa is an hour ahead");
    simulator.deliver_callbacks().await;
    let callback = shop.take()[0].json();
    assert_eq!((&callback["code"], &callback["phone"]), (&json!("0"), &json!("243903456789")));
    let line = simulator.book("ORDER1").unwrap();
    assert_eq!((line.state, line.amount), (BookState::Succeeded, 1_000_000));
}

#[tokio::test]
async fn somebody_plays_the_telephone() {
    let (simulator, shop) = flexpay().await;
    for (reference, phone) in [("ORDER1", "243813456700"), ("ORDER2", "243813456701")] {
        post(&simulator.mobile_url(), &mobile(reference, phone, &shop.url)).await;
    }
    assert!(open(&simulator.url("/phones")).await.2.contains("243813456701"));
    let telephone = simulator.url("/phones/0813456700");
    let (status, _, html) = open(&telephone).await;
    assert_eq!(status, 200);
    assert!(html.contains("Payer 10000 CDF") && html.contains("Entrer le code PIN"), "{html}");
    let key = simulator.order_number("ORDER1").unwrap();
    let (status, _, _) = submit(&telephone, &[("key", &key), ("answer", "approve")]).await;
    assert_eq!(status, 303);
    assert!(open(&telephone).await.2.contains("Aucune demande"));
    assert_eq!(submit(&telephone, &[("key", &key), ("answer", "approve")]).await.0, 404, "answered once");
    simulator.refuse("243813456701").unwrap();
    assert_eq!(check(&simulator, "ORDER1").await["transaction"]["status"], "0");
    assert_eq!(check(&simulator, "ORDER2").await["transaction"]["status"], "1");
    simulator.deliver_callbacks().await;
    assert_eq!(shop.take().iter().map(|one| one.json()["code"].clone()).collect::<Vec<_>>(), [json!("0"), json!("1")]);
}

#[tokio::test]
async fn a_prompt_can_be_asked_for_whatever_the_number() {
    let (simulator, shop) = flexpay().await;
    simulator.script_all(&Script { prompt: Some(true), ..Script::default() }).unwrap();
    post(&simulator.mobile_url(), &mobile("ORDER1", "243813456789", &shop.url)).await;
    assert_eq!(simulator.prompts(None).len(), 1);
    assert!(simulator.pay("ORDER1", "243813456700").is_err(), "it went to another telephone");
    simulator.pay("ORDER1", "243813456789").unwrap();
    assert_eq!(simulator.book("ORDER1").unwrap().state, BookState::Succeeded);
}

#[tokio::test]
async fn pushes_that_do_not_follow_the_contract_are_refused_with_http_200() {
    let (simulator, shop) = flexpay().await;
    let good = mobile("ORDER1", "243813456789", &shop.url);
    let cases = [
        ("merchant", json!("ANOTHER")),
        ("type", json!(1)),
        ("type", json!("2")),
        ("phone", json!("0813456789")),
        ("phone", json!("+24381345678")),
        ("phone", json!("243703456789")),
        ("reference", json!("R".repeat(21))),
        ("reference", json!("ORDER-1")),
        ("amount", json!(10000)),
        ("amount", json!("10000.00")),
        ("amount", json!("0")),
        ("currency", json!("EUR")),
        ("callbackUrl", Value::Null),
    ];
    for (name, value) in cases {
        let (status, body) = post(&simulator.mobile_url(), &with(good.clone(), name, value.clone())).await;
        assert_eq!((status, &body["code"]), (200, &json!("1")), "{name} {value}");
    }
    let snake = with(with(good.clone(), "callbackUrl", Value::Null), "callback_url", json!(shop.url));
    assert_eq!(post(&simulator.mobile_url(), &snake).await.1["code"], "1", "mobile is in camel case");
    assert!(simulator.books().is_empty());
    post(&simulator.mobile_url(), &good).await;
    let (_, body) = post(&simulator.mobile_url(), &good).await;
    assert_eq!((&body["code"], &body["orderNumber"]), (&json!("1"), &Value::Null), "a repeat is refused");
}

#[tokio::test]
async fn callbacks_to_private_addresses_are_refused_unless_they_are_let_pass() {
    let options = Options { allow_private_urls: false, ..Options::default() };
    let simulator = Flexpay::start_with(options).await.unwrap();
    let code = async |callback| {
        post(&simulator.mobile_url(), &mobile("ORDER1", "243813456789", callback)).await.1["code"].clone()
    };
    for private in [
        "http://127.0.0.1/x",
        "https://localhost/x",
        "https://10.1.2.3/x",
        "https://[fd00::1]/x",
        "http://tukio.example/x",
    ] {
        assert_eq!(code(private).await, "1", "{private}");
    }
    assert_eq!(code("https://tukio.example/x").await, "0");
}

#[tokio::test]
async fn tokens_are_checked_and_one_pasted_with_its_bearer_is_wrong() {
    let (simulator, _shop) = flexpay().await;
    let asked = async |token: &str| {
        read(client().get(simulator.check_url() + "X").bearer_auth(token).send().await.unwrap()).await
    };
    assert_eq!(asked("another").await.0, 401);
    assert_eq!(asked(&format!("Bearer {TOKEN}")).await.0, 401);
    let (status, body) = asked(TOKEN).await;
    assert_eq!((status, &body["code"], &body["transaction"]), (200, &json!("1"), &Value::Null), "not found");
}

#[tokio::test]
async fn cards_are_entered_on_a_page() {
    let (simulator, shop) = flexpay().await;
    let page = async |reference| {
        post(&simulator.card_url(), &card(reference, &shop.url)).await.1["url"].as_str().unwrap().to_owned()
    };
    let (paid, refused, given_up) = (page("CARD1").await, page("CARD2").await, page("CARD3").await);
    assert!(open(&paid).await.2.contains("25.50 USD"));
    assert_eq!(submit(&paid, &[("card", "1234")]).await.0, 422);
    submit(&paid, &[("card", "4242 4242 4242 4242")]).await;
    assert_eq!(open(&paid).await.1.unwrap(), "https://tukio.example/approved");
    simulator.pay("CARD2", REFUSED_CARD).unwrap();
    assert_eq!(open(&refused).await.1.unwrap(), "https://tukio.example/declined");
    submit(&given_up, &[("cancel", "1")]).await;
    assert_eq!(open(&given_up).await.1.unwrap(), "https://tukio.example/cancelled");
    assert!(simulator.pay("CARD1", GOOD_CARD).is_err(), "paid already");
    let journal = serde_json::to_string(&simulator.journal()).unwrap();
    assert!(journal.contains("CARD1") && !journal.contains(TOKEN), "{journal}");

    assert_eq!(check(&simulator, "CARD1").await["transaction"]["channel"], "visa");
    assert_eq!(check(&simulator, "CARD3").await["transaction"]["status"], "5");
    simulator.deliver_callbacks().await;
    let callback = shop.take()[0].json();
    assert!(callback.get("amount").is_none() && callback["code"] == "0", "{callback}");
}

#[tokio::test]
async fn card_payments_are_in_snake_case_with_the_token_in_the_body() {
    let (simulator, shop) = flexpay().await;
    let good = card("CARD1", &shop.url);
    let cases = [
        ("authorization", json!(TOKEN)),
        ("reference", json!("R".repeat(26))),
        ("callback_url", Value::Null),
        ("home_url", Value::Null),
        ("description", Value::Null),
    ];
    for (name, value) in cases {
        let (_, body) = post(&simulator.card_url(), &with(good.clone(), name, value.clone())).await;
        assert_eq!(body["code"], "1", "{name} {value}");
    }
    simulator.script_all(&Script { url_field: Some("paymentUrl".to_owned()), ..Script::default() }).unwrap();
    let (_, body) = post(&simulator.card_url(), &good).await;
    assert!(body["paymentUrl"].is_string() && body.get("url").is_none(), "{body}");
}

#[tokio::test]
async fn after_a_lost_answer_only_the_callback_tells_the_order_number() {
    let (simulator, shop) = flexpay().await;
    simulator.add_fault(Fault::of("mobile", FaultKind::Reset).once()).unwrap();
    let request = client().post(simulator.mobile_url()).bearer_auth(TOKEN);
    let lost = request.json(&mobile("ORDER1", "243813456789", &shop.url)).send().await;
    assert!(lost.is_err());
    let (_, body) = get(&format!("{}ORDER1", simulator.check_url())).await;
    assert_eq!(body["code"], "1", "no way to ask by reference");
    simulator.deliver_callbacks().await;
    assert_eq!(shop.take()[0].json()["orderNumber"], json!(simulator.order_number("ORDER1").unwrap()));
}

#[tokio::test]
async fn callbacks_are_forged() {
    let (simulator, shop) = flexpay().await;
    post(&simulator.mobile_url(), &mobile("ORDER1", "243813456129", &shop.url)).await;
    for tamper in [None, Some(Tamper::WrongSecret), Some(Tamper::ForeignOrderNumber)] {
        simulator.forge_success("ORDER1", tamper).unwrap();
    }
    simulator.deliver_callbacks().await;
    let received = shop.take();
    assert!(received.iter().all(|one| one.json()["code"] == "0"));
    assert_eq!(received[0].path, "/webhooks/secret");
    assert_eq!(received[1].path, "/webhooks/not-the-secret-of-this-payment");
    assert_eq!(received[2].json()["orderNumber"], "FOREIGNORDERNUMBER22");
    assert_eq!(check(&simulator, "ORDER1").await["transaction"]["status"], "2");
    simulator.send_unknown_callback().unwrap();
    simulator.deliver_callbacks().await;
    assert_ne!(shop.take()[0].json()["reference"], "ORDER1");
}

#[tokio::test]
async fn codes_come_as_numbers_and_amounts_in_odd_forms() {
    let (simulator, shop) = flexpay().await;
    let script = Script {
        code_as_number: Some(true),
        camel_case_reference: Some(true),
        amount: Some(AmountForm::Lower),
        ..Script::default()
    };
    simulator.script_all(&script).unwrap();
    let (_, body) = post(&simulator.mobile_url(), &mobile("ORDER1", "243813456789", &shop.url)).await;
    assert_eq!(body["code"], 0);
    let found = check(&simulator, "ORDER1").await;
    assert_eq!((&found["code"], &found["transaction"]["status"]), (&json!(0), &json!(0)));
    assert_eq!(found["transaction"]["amount"], "5000.0");
    simulator.deliver_callbacks().await;
    assert!(shop.take()[0].json()["providerReference"].is_string());
    simulator.script_all(&Script { status_word: Some("7".to_owned()), ..Script::default() }).unwrap();
    assert_eq!(check(&simulator, "ORDER1").await["transaction"]["status"], "7");
}

#[tokio::test]
async fn refunds_are_done_by_hand_and_seen_by_asking() {
    let (simulator, shop) = flexpay().await;
    post(&simulator.mobile_url(), &mobile("ORDER1", "243813456789", &shop.url)).await;
    post(&simulator.mobile_url(), &mobile("ORDER2", "243813456039", &shop.url)).await;
    simulator.refund_by_hand("ORDER1", false).unwrap();
    assert_eq!(check(&simulator, "ORDER1").await["transaction"]["status"], "3");
    let refunds = simulator.url("/admin/refunds/ORDER1");
    assert_eq!(post(&refunds, &json!({"done": true})).await.0, 200);
    assert_eq!(check(&simulator, "ORDER1").await["transaction"]["status"], "4");
    assert_eq!(simulator.book("ORDER1").unwrap().refunded, 1_000_000);
    assert!(simulator.refund_by_hand("ORDER2", true).is_err(), "nobody paid it");
}

#[tokio::test]
async fn a_closed_network_takes_no_push() {
    let (simulator, shop) = flexpay().await;
    simulator.set_network_open(Network::Orange, false);
    let (_, body) = post(&simulator.mobile_url(), &mobile("ORDER1", "243893456789", &shop.url)).await;
    assert_eq!(body["code"], "1");
    simulator.set_network_open(Network::Orange, true);
    let (_, body) = post(&simulator.mobile_url(), &mobile("ORDER1", "243893456789", &shop.url)).await;
    assert_eq!(body["code"], "0");
}
