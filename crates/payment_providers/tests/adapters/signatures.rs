//! Callbacks of pawaPay: which signatures are good, and every way in which one is not.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use payment_providers::pawapay::{Mode, PawaPay};
use payment_providers::{Headers, Provider};
use serde_json::{Value, json};

use crate::golden::message;
use crate::support::service::{Reply, Service};
use crate::support::signer::{Callback, Scheme, Signer, sha_256, sha_512};
use crate::support::*;

const ID: &str = "HTTP_EC_P256_KEY:1";

fn callback() -> Callback {
    Callback::new(&message("pawapay", "callback-checkout.json"))
}

async fn judge(pawapay: &PawaPay, callback: &Callback, headers: &Headers) -> String {
    shown::webhook(&pawapay.parse_webhook(&callback.request(headers)).await)
}

fn verified() -> String {
    format!("verified {REFERENCE} checkout COMPLETED")
}

async fn publishing(keys: Value) -> (Service, PawaPay) {
    let service = Service::start(move |_| Reply::ok(&keys)).await;
    let pawapay = pawapay(&service.url, Mode::Checkout, clock());
    (service, pawapay)
}

#[tokio::test]
async fn every_algorithm_is_verified_raw_and_as_der() {
    for scheme in Scheme::ALL {
        let signer = Signer::new(ID, scheme);
        let (_service, pawapay) = publishing(signer.published()).await;
        let callback = callback();
        assert_eq!(judge(&pawapay, &callback, &callback.sign(&signer)).await, verified(), "{scheme:?}");

        let another = Signer::new(ID, if scheme == Scheme::P256Raw { Scheme::P384Raw } else { Scheme::P256Raw });
        let disguised = Callback { algorithm: Some(scheme.name()), ..callback.clone() };
        assert_eq!(judge(&pawapay, &callback, &disguised.sign(&another)).await, "forged", "{scheme:?}, another key");
        let unknown = Callback { algorithm: Some("hmac-sha256"), ..callback.clone() };
        assert_eq!(judge(&pawapay, &unknown, &unknown.sign(&signer)).await, "forged", "{scheme:?}, another algorithm");
        let altered = Callback { body: callback.body.replace("1000", "1"), ..callback.clone() };
        assert_eq!(judge(&pawapay, &altered, &callback.sign(&signer)).await, "forged", "{scheme:?}, another body");
    }
}

#[tokio::test]
async fn keys_are_read_with_and_without_their_frame() {
    let signer = Signer::new(ID, Scheme::P256Der);
    let bare: String = signer.public_key().lines().filter(|line| !line.starts_with("-----")).collect();
    let keys = json!([{"id": "BROKEN", "key": "x"}, {"id": ID, "key": bare}]);
    let (_service, pawapay) = publishing(keys).await;
    let callback = callback();
    assert_eq!(judge(&pawapay, &callback, &callback.sign(&signer)).await, verified());
}

#[tokio::test]
async fn what_is_covered_and_how_the_body_is_digested_may_differ() {
    let signer = Signer::new(ID, Scheme::P256Raw);
    let (_service, pawapay) = publishing(signer.published()).await;
    let body = callback().body;
    for good in [
        Callback { content_digest: sha_512(&body), ..callback() },
        Callback { content_digest: format!("{}, {}", sha_256(&body), sha_512(&body)), ..callback() },
        Callback { covered: vec!["@method", "@authority", "@path", "content-digest"], ..callback() },
        Callback {
            covered: vec![
                "content-length",
                "content-type",
                "content-digest",
                "@query",
                "@path",
                "@authority",
                "@method",
            ],
            path: "/api/payments/webhooks/pawapay/?a=b".to_owned(),
            ..callback()
        },
        Callback { expires: None, ..callback() },
        Callback { created: START.seconds() + 25, ..callback() },
        Callback { created: START.seconds() - 80, expires: Some(START.seconds() - 20), ..callback() },
    ] {
        assert_eq!(judge(&pawapay, &good, &good.sign(&signer)).await, verified(), "{:?}", good.covered);
    }
}

#[tokio::test]
async fn what_is_not_covered_or_not_of_this_time_is_forged() {
    let signer = Signer::new(ID, Scheme::P256Raw);
    let (_service, pawapay) = publishing(signer.published()).await;
    let now = START.seconds();
    let body = callback().body;
    for (bad, why) in [
        (Callback { covered: vec!["@method", "@authority", "@path"], ..callback() }, "the digest is not covered"),
        (Callback { covered: vec!["@authority", "@path", "content-digest"], ..callback() }, "no method"),
        (Callback { covered: vec!["@method", "@path", "content-digest"], ..callback() }, "no authority"),
        (Callback { covered: vec!["@method", "@authority", "content-digest"], ..callback() }, "no path"),
        (
            Callback { covered: vec!["@method", "@authority", "@path", "content-digest", "@path"], ..callback() },
            "twice",
        ),
        (
            Callback { covered: vec!["@method", "@authority", "@path", "content-digest", "x-absent"], ..callback() },
            "absent",
        ),
        (
            Callback { covered: vec!["@method", "@authority", "@path", "content-digest", "@status"], ..callback() },
            "unknown",
        ),
        (Callback { covered: vec![], ..callback() }, "nothing covered"),
        (Callback { content_digest: sha_256("{}"), ..callback() }, "the digest of another body"),
        (Callback { content_digest: "md5=:AAAA:".to_owned(), ..callback() }, "a digest that we don't know"),
        (Callback { content_digest: format!("{}, {}", sha_256(&body), sha_512("{}")), ..callback() }, "half a digest"),
        (Callback { created: now - 120, expires: Some(now - 31), ..callback() }, "expired"),
        (Callback { created: now - 331, expires: None, ..callback() }, "old"),
        (Callback { created: now + 31, expires: Some(now + 90), ..callback() }, "of the future"),
        (Callback { expires: Some(now - 1), ..callback() }, "expires before it was created"),
        (Callback { label: "sig1", ..callback() }, "another label"),
    ] {
        assert_eq!(judge(&pawapay, &bad, &bad.sign(&signer)).await, "forged", "{why}");
    }
}

#[tokio::test]
async fn what_was_altered_after_signing_is_forged() {
    let signer = Signer::new(ID, Scheme::P256Raw);
    let (_service, pawapay) = publishing(signer.published()).await;
    let callback = callback();
    let headers = callback.sign(&signer);
    assert_eq!(judge(&pawapay, &callback, &headers).await, verified());
    for (altered, why) in [
        (Callback { method: "PUT".to_owned(), ..callback.clone() }, "method"),
        (Callback { authority: "other.example".to_owned(), ..callback.clone() }, "authority"),
        (Callback { path: "/api/payments/webhooks/flexpay/".to_owned(), ..callback.clone() }, "path"),
        (Callback { body: callback.body.replace("COMPLETED", "FAILED"), ..callback.clone() }, "body"),
        (Callback { body: format!("{} ", callback.body), ..callback.clone() }, "a space"),
        (Callback { body: String::new(), ..callback.clone() }, "no body"),
    ] {
        assert_eq!(judge(&pawapay, &altered, &headers).await, "forged", "{why}");
    }
    let forged_body = callback.body.replace("COMPLETED", "FAILED");
    let with_new_digest = changed(&headers, "content-digest", |_| sha_256(&forged_body));
    let altered = Callback { body: forged_body, ..callback.clone() };
    assert_eq!(judge(&pawapay, &altered, &with_new_digest).await, "forged", "body and digest");
}

fn changed(headers: &Headers, name: &str, change: impl Fn(&str) -> String) -> Headers {
    let change = |(header, value): &(String, String)| {
        (header.clone(), if header == name { change(value) } else { value.clone() })
    };
    headers.iter().map(change).collect()
}

#[tokio::test]
async fn a_header_that_is_missing_double_or_broken_is_forged() {
    let signer = Signer::new(ID, Scheme::P256Raw);
    let (_service, pawapay) = publishing(signer.published()).await;
    let callback = callback();
    let headers = callback.sign(&signer);
    for name in ["signature", "signature-input", "content-digest", "content-type", "signature-date"] {
        let without: Headers = headers.iter().filter(|(header, _)| header != name).cloned().collect();
        assert_eq!(judge(&pawapay, &callback, &without).await, "forged", "without {name}");
        let twice: Headers =
            headers.iter().chain(headers.iter().filter(|(header, _)| header == name)).cloned().collect();
        assert_eq!(judge(&pawapay, &callback, &twice).await, "forged", "two of {name}");
        let broken = changed(&headers, name, |value| format!("{value}x"));
        assert_eq!(judge(&pawapay, &callback, &broken).await, "forged", "broken {name}");
        let empty = changed(&headers, name, |_| String::new());
        assert_eq!(judge(&pawapay, &callback, &empty).await, "forged", "empty {name}");
    }
    assert_eq!(judge(&pawapay, &callback, &Headers::new()).await, "forged", "unsigned");
    let longer = changed(&headers, "signature-input", |value| value.replace("expires=", "expires=9"));
    assert_eq!(judge(&pawapay, &callback, &longer).await, "forged", "a longer life");
    for parameter in ["created", "keyid"] {
        let renamed = changed(&headers, "signature-input", |value| value.replace(parameter, "other"));
        assert_eq!(judge(&pawapay, &callback, &renamed).await, "forged", "without {parameter}");
    }
}

/// Anybody can send callbacks with ids of their own: that must not become a flood of questions to pawaPay.
#[tokio::test]
async fn an_unknown_key_is_asked_for_once_a_minute() {
    let (old, new) = (Signer::new(ID, Scheme::P256Raw), Signer::new("HTTP_EC_P256_KEY:2", Scheme::P256Der));
    let published = Arc::new(Mutex::new(old.published()));
    let (now_published, asked) = (published.clone(), Arc::new(AtomicUsize::new(0)));
    let count = asked.clone();
    let service = Service::start(move |heard| {
        assert!(heard.is("GET", "/v2/public-key/http"));
        count.fetch_add(1, Ordering::SeqCst);
        Reply::ok(&*now_published.lock().unwrap_or_else(PoisonError::into_inner))
    })
    .await;
    let clock = clock();
    let pawapay = pawapay(&service.url, Mode::Checkout, clock.clone());
    let asked = || asked.load(Ordering::SeqCst);
    let callback = || Callback {
        created: START.seconds(),
        expires: Some(START.seconds() + 600),
        ..Callback::new(&message("pawapay", "callback-checkout.json"))
    };
    let (by_old, by_new) = (callback().sign(&old), callback().sign(&new));
    assert_eq!(judge(&pawapay, &callback(), &by_old).await, verified());
    assert_eq!(judge(&pawapay, &callback(), &by_old).await, verified());
    assert_eq!(asked(), 1, "a key that is known is not asked for");

    for _ in 0..5 {
        assert_eq!(judge(&pawapay, &callback(), &by_new).await, "forged");
    }
    assert_eq!(asked(), 1);
    *published.lock().unwrap_or_else(PoisonError::into_inner) = new.published();
    clock.advance_seconds(60);
    assert_eq!(judge(&pawapay, &callback(), &by_new).await, verified(), "keys are changed");
    assert_eq!(asked(), 2);
    assert_eq!(judge(&pawapay, &callback(), &by_old).await, "forged", "the old one is withdrawn");
    assert_eq!(asked(), 2);
}

/// A service that gives no keys leaves those that we have.
#[tokio::test]
async fn keys_are_kept_when_they_can_not_be_read() {
    let signer = Signer::new(ID, Scheme::P384Der);
    let keys = signer.published();
    let is_first = std::sync::atomic::AtomicBool::new(true);
    let service =
        Service::start(
            move |_| {
                if is_first.swap(false, Ordering::SeqCst) { Reply::ok(&keys) } else { Reply::ok("[]") }
            },
        )
        .await;
    let clock = clock();
    let pawapay = pawapay(&service.url, Mode::Checkout, clock.clone());
    let lasting = Callback { expires: Some(START.seconds() + 9000), ..callback() };
    let headers = lasting.sign(&signer);
    assert_eq!(judge(&pawapay, &lasting, &headers).await, verified());
    clock.advance_seconds(3600);
    pawapay.refresh().await;
    assert_eq!(service.count("GET", "/v2/public-key/http"), 2);
    assert_eq!(judge(&pawapay, &lasting, &headers).await, verified());
}
