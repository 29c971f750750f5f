//! Every golden message through its adapter: what it makes of it, what it says about it, and what it keeps to itself.

use std::collections::BTreeSet;
use std::path::PathBuf;

use payment_providers::pawapay::Mode;
use payment_providers::{Channel, Handle, Intent, Provider, WebhookRequest};
use serde::Deserialize;

use crate::support::log::Log;
use crate::support::service::{Reply, Service};
use crate::support::signer::{Callback, Scheme, Signer};
use crate::support::*;

#[derive(Deserialize)]
struct Case {
    message: String,
    evidence: String,
    call: String,
    #[serde(default = "ok")]
    http: u16,
    gives: String,
    #[serde(default)]
    odd: bool,
}

fn ok() -> u16 {
    200
}

fn folder(provider: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(provider)
}

pub fn message(provider: &str, name: &str) -> String {
    std::fs::read_to_string(folder(provider).join(name)).expect("a message")
}

fn cases(provider: &str) -> Vec<Case> {
    serde_json::from_str(&message(provider, "index.json")).expect("an index")
}

/// What must never be seen in a log.
const SECRETS: [&str; 6] = [TOKEN, PHONE, "nt-secret", "at-secret", "Amani", "s3cret"];

async fn play(provider: &str, play: impl AsyncFn(&Case, String) -> String) {
    let mut wrong = Vec::new();
    for case in cases(provider) {
        let log = Log::listen();
        let given = play(&case, message(provider, &case.message)).await;
        let about = format!("{} as the answer {} to {}", case.message, case.http, case.call);
        if given != case.gives {
            wrong.push(format!("{about}: {given}, not {}", case.gives));
        }
        if log.has_odd_answer() != case.odd {
            wrong.push(format!("{about}: odd should be {}, log: {}", case.odd, log.text()));
        }
        wrong.extend(
            SECRETS
                .iter()
                .filter(|secret| log.text().contains(*secret))
                .map(|secret| format!("{about}: {secret} is in the log")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn pawapay_messages_are_understood() {
    play("pawapay", async |case, body| {
        let signer = Signer::new("HTTP_EC_P256_KEY:1", Scheme::P256Raw);
        let (keys, call, answer) =
            (signer.published().to_string(), case.call.clone(), Reply::Answer(case.http, body.clone()));
        let service = Service::start(move |heard| {
            let asked = match (&*heard.method, heard.path.split('?').next().unwrap_or_default()) {
                ("POST", "/v2/checkouts") => "init",
                ("POST", "/v2/paymentpage") => "init_page",
                ("GET", path) if path == format!("/v2/checkouts/{UUID}") => "status",
                ("GET", path) if path == format!("/v2/deposits/{UUID}") => "status_page",
                ("POST", path) if path == format!("/v2/checkouts/{UUID}/expire") => "cancel",
                ("POST", "/v2/refunds") => "refund",
                ("GET", path) if path == format!("/v2/refunds/{REFUND_UUID}") => "refund_status",
                ("GET", "/v2/active-conf") => "refresh",
                ("GET", "/v2/public-key/http") => return Reply::ok(&keys),
                _ => return Reply::Answer(404, "{}".to_owned()),
            };
            match asked {
                asked if asked == call => answer.clone(),
                "cancel" if call == "cancel_while_paying" => answer.clone(),
                // What is closed is looked at once more.
                "status" if call == "cancel" => Reply::ok(message("pawapay", "checkout-expired.json")),
                "status" if call == "cancel_while_paying" => {
                    Reply::ok(message("pawapay", "checkout-expired-while-paying.json"))
                }
                // Refunds begin with the checkout.
                "status" if call == "refund" => Reply::ok(message("pawapay", "checkout-completed.json")),
                _ => Reply::ok(r#"{"status":"NOT_FOUND"}"#),
            }
        })
        .await;
        let mode = if case.call.ends_with("_page") { Mode::Page } else { Mode::Checkout };
        let pawapay = pawapay(&service.url, mode, clock());
        match &*case.call {
            "init" | "init_page" => shown::init(&pawapay.init(&intent()).await),
            "status" | "status_page" => shown::status(&pawapay.status(&handle()).await),
            "refund" => shown::refunding(&pawapay.refund(&refund()).await),
            "refund_status" => shown::refunding(&pawapay.refund_status(&refund()).await),
            "cancel" | "cancel_while_paying" => shown::cancelling(pawapay.cancel(&handle()).await).to_owned(),
            "refresh" => {
                let read = if pawapay.refresh().await { "read" } else { "not read" };
                format!("{read}; {}", shown::channels(&pawapay.channels()))
            }
            "callback" => {
                let callback = Callback::new(&body);
                let headers = callback.sign(&signer);
                shown::webhook(&pawapay.parse_webhook(&callback.request(&headers)).await)
            }
            other => panic!("no call {other}"),
        }
    })
    .await;
}

#[tokio::test]
async fn flexpay_messages_are_understood() {
    play("flexpay", async |case, body| {
        let answer = Reply::Answer(case.http, body.clone());
        let service = Service::start(move |_| answer.clone()).await;
        let flexpay = flexpay(&service.url);
        match &*case.call {
            "push" => {
                let intent = Intent { phone: Some(PHONE.to_owned()), channel: Some(Channel::Mpesa), ..intent() };
                shown::init(&flexpay.submit_phone(&intent).await)
            }
            "card" => shown::init(&flexpay.init(&Intent { channel: Some(Channel::Card), ..intent() }).await),
            "status" => shown::status(&flexpay.status(&handle()).await),
            "callback" => {
                let path = format!("/api/payments/webhooks/flexpay/{REFERENCE}/s3cret/");
                shown::webhook(&flexpay.parse_webhook(&request(&path, body.as_bytes())).await)
            }
            other => panic!("no call {other}"),
        }
    })
    .await;
}

#[tokio::test]
async fn cinetpay_messages_are_understood() {
    play("cinetpay", async |case, body| {
        let (call, answer) = (case.call.clone(), Reply::Answer(case.http, body.clone()));
        let service = Service::start(move |heard| {
            let (asked, usual) = match (&*heard.method, &*heard.path) {
                ("POST", "/v1/oauth/login") => ("login", "login.json"),
                ("POST", "/v1/payment") => ("init", "opened.json"),
                ("GET", path) if path == format!("/v1/payment/{LETTERS}") => ("status", "pending.json"),
                _ => return Reply::Answer(404, "{}".to_owned()),
            };
            if asked == call { answer.clone() } else { Reply::ok(message("cinetpay", usual)) }
        })
        .await;
        let cinetpay = cinetpay(&service.url, clock());
        match &*case.call {
            "init" => shown::init(&cinetpay.init(&intent()).await),
            "status" | "login" => shown::status(&cinetpay.status(&handle()).await),
            "callback" => {
                let request = request("/api/payments/webhooks/cinetpay/", body.as_bytes());
                shown::webhook(&cinetpay.parse_webhook(&request).await)
            }
            other => panic!("no call {other}"),
        }
    })
    .await;
}

fn request<'a>(path: &'a str, body: &'a [u8]) -> WebhookRequest<'a> {
    WebhookRequest { method: "POST", authority: "tukio.example", path, headers: &[], body }
}

#[test]
fn every_message_is_in_its_index_with_its_evidence() {
    for provider in ["pawapay", "flexpay", "cinetpay"] {
        let cases = cases(provider);
        for case in &cases {
            assert!(case.evidence.starts_with('['), "{provider}/{}", case.message);
        }
        let named: BTreeSet<String> = cases.into_iter().map(|case| case.message).collect();
        let files = std::fs::read_dir(folder(provider)).expect("a folder");
        let files = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
        let files: BTreeSet<String> = files.filter(|name| name != "index.json").collect();
        assert_eq!(named, files, "{provider}");
    }
}

/// A reference of the sandbox's tests, which no provider could write.
#[tokio::test]
async fn a_reference_of_another_form_is_never_sent() {
    let service = Service::start(|_| Reply::ok("{}")).await;
    let foreign = Handle { reference: "PAY1".parse().expect("a reference"), number: Some(ORDER_NUMBER.to_owned()) };
    let intent = Intent { reference: foreign.reference.clone(), channel: Some(Channel::Card), ..intent() };
    let providers: [Box<dyn Provider>; 3] = [
        Box::new(pawapay(&service.url, Mode::Checkout, clock())),
        Box::new(flexpay(&service.url)),
        Box::new(cinetpay(&service.url, clock())),
    ];
    for provider in providers {
        assert!(shown::init(&provider.init(&intent).await).starts_with("rejected"));
        assert_eq!(shown::status(&provider.status(&foreign).await), "unknown");
    }
    assert!(service.heard().is_empty());
}
