//! Every message that a simulator sends has the fields of its golden file, and no others. `GOLDEN=write` writes the files
//! anew; then look at what changed, and at the evidence for it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use provider_simulators::{Flexpay, Pawapay, Script};
use serde_json::{Value, json};

use crate::cinetpay::Merchant;
use crate::flexpay::{card, mobile};
use crate::support::{Shop, TOKEN, checkout, client, deposit, get, post, read, uuid, with};

/// Where a form was read, and how sure it is: see the documents of the crate.
struct Evidence(&'static str, &'static str);

const PAWAPAY_CHECKOUTS: Evidence = Evidence("D", "docs.pawapay.io/v2/api-reference/checkouts");
const PAWAPAY_ATTEMPTS: Evidence = Evidence(
    "D",
    "docs.pawapay.io/v2/api-reference/checkouts; the attempts inside as status answers have deposits (S)",
);
const PAWAPAY_GUIDE: Evidence = Evidence("S", "joelpawapay/pawapay-builders-cits26, skill/references");
const PAWAPAY_ERRORS: Evidence =
    Evidence("M", "codes: docs.pawapay.io/v2/docs/failure_codes; the form under 4xx is inferred");
const PAWAPAY_DUPLICATE: Evidence = Evidence("M", "the status is documented; which other fields it has is not");
const FLEXPAY_SDKS: Evidence = Evidence("S", "ngandu-dev/flexpay-php, devscast/flexpay, devscast/flexpay-ts");
const FLEXPAY_OTHERS: Evidence = Evidence("3", "rapyogo/Flexpaie_skills, rapyogo/flexpay-mobile-money and others");
const FLEXPAY_GUESS: Evidence = Evidence("M", "no document says what a wrong token is answered with");
const CINETPAY_SDKS: Evidence = Evidence("S", "cinetpay-dev/cinetpay-php, cinetpay/cinetpay-python");
const CINETPAY_CODES: Evidence = Evidence("3", "tests of others against the SDKs; HTTP statuses vary");
const CINETPAY_GUESS: Evidence =
    Evidence("M", "status words are of the SDKs; this code, or the whole answer, is inferred");

#[derive(Default)]
struct Goldens {
    seen: BTreeSet<String>,
    problems: Vec<String>,
}

impl Goldens {
    /// Compares a message with its file.
    fn check(&mut self, name: &str, evidence: &Evidence, body: &Value) {
        self.seen.insert(name.to_owned());
        let path = folder().join(format!("{name}.json"));
        if std::env::var("GOLDEN").is_ok_and(|mode| mode == "write") {
            let file = json!({"evidence": evidence.0, "source": evidence.1, "body": steady(body)});
            std::fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&file).unwrap())).unwrap();
            return;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { return self.problems.push(format!("{name}: no file")) };
        let file: Value = serde_json::from_str(&text).unwrap();
        if (&file["evidence"], &file["source"]) != (&json!(evidence.0), &json!(evidence.1)) {
            self.problems.push(format!("{name}: another evidence"));
        }
        compare(name, &file["body"], body, &mut self.problems);
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// The same fields with values of the same kind, and as many entries in lists.
fn compare(place: &str, golden: &Value, sent: &Value, problems: &mut Vec<String>) {
    match (golden, sent) {
        (Value::Object(golden), Value::Object(sent)) => {
            for name in golden.keys().filter(|name| !sent.contains_key(*name)) {
                problems.push(format!("{place}.{name} is not sent"));
            }
            for (name, value) in sent {
                match golden.get(name) {
                    Some(expected) => compare(&format!("{place}.{name}"), expected, value, problems),
                    None => problems.push(format!("{place}.{name} is not in the file")),
                }
            }
        }
        (Value::Array(golden), Value::Array(sent)) => {
            if golden.len() != sent.len() {
                problems.push(format!("{place} has {} entries and not {}", sent.len(), golden.len()));
            }
            for (golden, sent) in golden.iter().zip(sent) {
                compare(&format!("{place}[]"), golden, sent, problems);
            }
        }
        (golden, sent) => {
            if kind(golden) != kind(sent) {
                problems.push(format!("{place} is {sent} and not like {golden}"));
            }
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// Ports and keys change with each run, and have no place in a file.
fn steady(body: &Value) -> Value {
    match body {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), steady(value))).collect(),
        Value::Array(list) => list.iter().map(steady).collect(),
        Value::String(text) if text.starts_with("-----BEGIN") => {
            json!("-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n")
        }
        Value::String(text) => match text.strip_prefix("http://127.0.0.1:") {
            Some(rest) => json!(format!("https://simulator.example{}", &rest[rest.find('/').unwrap_or(rest.len())..])),
            None => body.clone(),
        },
        _ => body.clone(),
    }
}

#[tokio::test]
async fn messages_have_the_fields_of_their_golden_files() {
    let mut goldens = Goldens::default();
    pawapay_collecting(&mut goldens).await;
    pawapay_rest(&mut goldens).await;
    flexpay(&mut goldens).await;
    cinetpay(&mut goldens).await;
    assert!(goldens.problems.is_empty(), "{:#?}", goldens.problems);
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().trim_end_matches(".json").to_owned())
        .collect();
    assert_eq!(files, goldens.seen, "every file is a message, and every message has a file");
}

async fn pawapay_collecting(goldens: &mut Goldens) {
    let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
    simulator.set_callback_url(&shop.url);
    let checkouts = simulator.url("/v2/checkouts");
    let of = |number| simulator.url(&format!("/v2/checkouts/{}", uuid(number)));
    let begun = post(&checkouts, &checkout(&uuid(1), "10000", "CDF")).await.1;
    goldens.check("pawapay_checkout_accepted", &PAWAPAY_CHECKOUTS, &begun);
    let again = post(&checkouts, &checkout(&uuid(1), "10000", "CDF")).await.1;
    goldens.check("pawapay_checkout_duplicate", &PAWAPAY_DUPLICATE, &again);
    let refused = post(&checkouts, &checkout(&uuid(2), "1", "CDF")).await.1;
    goldens.check("pawapay_checkout_rejected", &PAWAPAY_CHECKOUTS, &refused);
    goldens.check("pawapay_checkout_waiting", &PAWAPAY_CHECKOUTS, &get(&of(1)).await.1);
    simulator.pay(&uuid(1), "243813456049").unwrap();
    goldens.check("pawapay_checkout_retrying", &PAWAPAY_ATTEMPTS, &get(&of(1)).await.1);
    simulator.pay(&uuid(1), "243813456789").unwrap();
    goldens.check("pawapay_checkout_completed", &PAWAPAY_ATTEMPTS, &get(&of(1)).await.1);
    goldens.check("pawapay_checkout_not_found", &PAWAPAY_CHECKOUTS, &get(&of(9)).await.1);
    post(&checkouts, &checkout(&uuid(3), "10000", "CDF")).await;
    let expired = post(&format!("{}/expire", of(3)), &json!({})).await.1;
    goldens.check("pawapay_checkout_expire", &PAWAPAY_CHECKOUTS, &expired);
    simulator.deliver_callbacks().await;
    let callbacks = shop.take();
    goldens.check("pawapay_callback_deposit_failed", &PAWAPAY_GUIDE, &callbacks[0].json());
    goldens.check("pawapay_callback_deposit_completed", &PAWAPAY_GUIDE, &callbacks[1].json());
    goldens.check("pawapay_callback_checkout_completed", &PAWAPAY_ATTEMPTS, &callbacks[2].json());
    goldens.check("pawapay_callback_checkout_expired", &PAWAPAY_CHECKOUTS, &callbacks[3].json());

    let deposits = simulator.url("/v2/deposits");
    let good = deposit(&uuid(4), "1000", "CDF", "243813456789", "VODACOM_MPESA_COD");
    goldens.check("pawapay_deposit_accepted", &PAWAPAY_GUIDE, &post(&deposits, &good).await.1);
    goldens.check("pawapay_deposit_duplicate", &PAWAPAY_DUPLICATE, &post(&deposits, &good).await.1);
    let rejected = deposit(&uuid(5), "1000.5", "CDF", "243813456789", "VODACOM_MPESA_COD");
    goldens.check("pawapay_deposit_rejected", &PAWAPAY_GUIDE, &post(&deposits, &rejected).await.1);
    let status = |number| simulator.url(&format!("/v2/deposits/{}", uuid(number)));
    goldens.check("pawapay_deposit_completed", &PAWAPAY_GUIDE, &get(&status(4)).await.1);
    let failing = deposit(&uuid(6), "1000", "CDF", "243813456049", "VODACOM_MPESA_COD");
    post(&deposits, &failing).await;
    goldens.check("pawapay_deposit_failed", &PAWAPAY_GUIDE, &get(&status(6)).await.1);
    let stuck = deposit(&uuid(7), "1000", "CDF", "243813456129", "VODACOM_MPESA_COD");
    post(&deposits, &stuck).await;
    goldens.check("pawapay_deposit_processing", &PAWAPAY_GUIDE, &get(&status(7)).await.1);
    goldens.check("pawapay_deposit_not_found", &PAWAPAY_GUIDE, &get(&status(9)).await.1);
    let resend = simulator.url(&format!("/v2/deposits/resend-callback/{}", uuid(4)));
    goldens.check("pawapay_resend_accepted", &PAWAPAY_GUIDE, &post(&resend, &json!({})).await.1);
}

async fn pawapay_rest(goldens: &mut Goldens) {
    let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
    simulator.set_callback_url(&shop.url);
    let session = json!({
        "depositId": uuid(1), "returnUrl": "https://tukio.example/return", "country": "COD",
        "amountDetails": {"amount": "1000", "currency": "CDF"},
    });
    let begun = post(&simulator.url("/v2/paymentpage"), &session).await.1;
    goldens.check("pawapay_page_accepted", &PAWAPAY_GUIDE, &begun);
    simulator.pay(&uuid(1), "243813456789").unwrap();
    simulator.script(&uuid(3), &Script { refund_reject: Some("UNKNOWN".to_owned()), ..Script::default() }).unwrap();
    let refunds = simulator.url("/v2/refunds");
    let refund =
        |number, amount| json!({"refundId": uuid(number), "depositId": uuid(1), "amount": amount, "currency": "CDF"});
    goldens.check("pawapay_refund_accepted", &PAWAPAY_GUIDE, &post(&refunds, &refund(2, "400")).await.1);
    goldens.check("pawapay_refund_duplicate", &PAWAPAY_DUPLICATE, &post(&refunds, &refund(2, "400")).await.1);
    goldens.check("pawapay_refund_rejected", &PAWAPAY_GUIDE, &post(&refunds, &refund(3, "400")).await.1);
    let status = get(&simulator.url(&format!("/v2/refunds/{}", uuid(2)))).await.1;
    goldens.check("pawapay_refund_completed", &PAWAPAY_GUIDE, &status);
    simulator.deliver_callbacks().await;
    goldens.check("pawapay_callback_refund", &PAWAPAY_GUIDE, &shop.take()[1].json());
    let conf = simulator.url("/v2/active-conf?country=COD&operationType=DEPOSIT");
    goldens.check("pawapay_configuration", &PAWAPAY_GUIDE, &get(&conf).await.1);
    goldens.check("pawapay_availability", &PAWAPAY_GUIDE, &get(&simulator.url("/v2/availability")).await.1);
    goldens.check("pawapay_keys", &PAWAPAY_GUIDE, &get(&simulator.url("/v2/public-key/http")).await.1);
    let wrong = client().get(&conf).bearer_auth("another").send().await.unwrap();
    goldens.check("pawapay_error", &PAWAPAY_ERRORS, &read(wrong).await.1);
}

async fn flexpay(goldens: &mut Goldens) {
    let (simulator, shop) = (Flexpay::start().await.unwrap(), Shop::open().await);
    let check = |reference: &str| format!("{}{}", simulator.check_url(), simulator.order_number(reference).unwrap());
    let good = mobile("ORDER1", "243813456789", &shop.url);
    goldens.check("flexpay_mobile_accepted", &FLEXPAY_SDKS, &post(&simulator.mobile_url(), &good).await.1);
    goldens.check("flexpay_mobile_refused", &FLEXPAY_SDKS, &post(&simulator.mobile_url(), &good).await.1);
    goldens.check("flexpay_check_paid", &FLEXPAY_OTHERS, &get(&check("ORDER1")).await.1);
    post(&simulator.mobile_url(), &mobile("ORDER2", "243813456129", &shop.url)).await;
    goldens.check("flexpay_check_pending", &FLEXPAY_OTHERS, &get(&check("ORDER2")).await.1);
    let unknown = get(&format!("{}UNKNOWN", simulator.check_url())).await.1;
    goldens.check("flexpay_check_not_found", &FLEXPAY_SDKS, &unknown);
    goldens.check(
        "flexpay_card_accepted",
        &FLEXPAY_SDKS,
        &post(&simulator.card_url(), &card("CARD1", &shop.url)).await.1,
    );
    simulator.pay("CARD1", provider_simulators::GOOD_CARD).unwrap();
    post(&simulator.mobile_url(), &mobile("ORDER3", "243813456039", &shop.url)).await;
    let wrong = client().get(check("ORDER1")).bearer_auth("another").send().await.unwrap();
    goldens.check("flexpay_error", &FLEXPAY_GUESS, &read(wrong).await.1);
    simulator.script_all(&Script { code_as_number: Some(true), ..Script::default() }).unwrap();
    goldens.check("flexpay_check_numbers", &FLEXPAY_OTHERS, &get(&check("ORDER1")).await.1);
    simulator.deliver_callbacks().await;
    let callbacks = shop.take();
    goldens.check("flexpay_callback_mobile_paid", &FLEXPAY_OTHERS, &callbacks[0].json());
    goldens.check("flexpay_callback_card", &FLEXPAY_OTHERS, &callbacks[1].json());
    goldens.check("flexpay_callback_mobile_refused", &FLEXPAY_OTHERS, &callbacks[2].json());
}

async fn cinetpay(goldens: &mut Goldens) {
    let merchant = Merchant::new().await;
    let credentials = json!({"api_key": TOKEN, "api_password": "SIMULATED"});
    let login = merchant.simulator.url("/v1/oauth/login");
    goldens.check("cinetpay_login", &CINETPAY_SDKS, &post(&login, &credentials).await.1);
    let refused = with(credentials, "api_password", json!("wrong"));
    goldens.check("cinetpay_login_refused", &CINETPAY_GUESS, &post(&login, &refused).await.1);
    let good = merchant.payment("PAYMENT-1");
    goldens.check("cinetpay_payment_accepted", &CINETPAY_SDKS, &merchant.begin(&good).await.1);
    goldens.check("cinetpay_payment_exists", &CINETPAY_CODES, &merchant.begin(&good).await.1);
    let wrong = with(good, "currency", json!("USD"));
    goldens.check("cinetpay_payment_refused", &CINETPAY_CODES, &merchant.begin(&wrong).await.1);
    goldens.check("cinetpay_status_initiated", &CINETPAY_GUESS, &merchant.ask("PAYMENT-1").await.1);
    merchant.simulator.pay("PAYMENT-1", "243813456789").unwrap();
    goldens.check("cinetpay_status_success", &CINETPAY_SDKS, &merchant.ask("PAYMENT-1").await.1);
    merchant.begin(&merchant.payment("PAYMENT-2")).await;
    merchant.simulator.pay("PAYMENT-2", "243813456049").unwrap();
    goldens.check("cinetpay_status_failed", &CINETPAY_GUESS, &merchant.ask("PAYMENT-2").await.1);
    goldens.check("cinetpay_status_not_found", &CINETPAY_GUESS, &merchant.ask("PAYMENT-9").await.1);
    merchant.simulator.deliver_callbacks().await;
    goldens.check("cinetpay_notification", &CINETPAY_SDKS, &merchant.shop.take()[0].json());
    merchant.simulator.advance(86_400);
    goldens.check("cinetpay_token_expired", &CINETPAY_CODES, &merchant.ask("PAYMENT-1").await.1);
}
