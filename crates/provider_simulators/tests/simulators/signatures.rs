//! Signed callbacks, judged by a verifier that is written here from RFC 9421 and shares nothing with the simulator.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use provider_simulators::{Curve, Digest, Pawapay, Script, SignatureEncoding, Tamper};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_ASN1, ECDSA_P384_SHA384_FIXED,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde_json::json;
use sha2::Digest as _;

use crate::support::{Received, Shop, checkout, deposit, get, post, uuid};

type Keys = BTreeMap<String, Vec<u8>>;

/// The keys by their ids, each as the point at the end of its DER form.
async fn keys(simulator: &Pawapay) -> Keys {
    let (_, list) = get(&simulator.url("/v2/public-key/http")).await;
    let of = |entry: &serde_json::Value| {
        let pem = entry["key"].as_str().unwrap();
        let text: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
        let der = STANDARD.decode(text).unwrap();
        let point = if der.len() == 91 { 65 } else { 97 };
        (entry["id"].as_str().unwrap().to_owned(), der[der.len() - point..].to_vec())
    };
    list.as_array().unwrap().iter().map(of).collect()
}

/// What is wrong with a callback, for a merchant that is called by this host.
fn judge(callback: &Received, authority: &str, keys: &Keys, now_s: i64) -> Result<(), &'static str> {
    let header = |name: &str| callback.headers.get(name).map(String::as_str);
    let input = header("signature-input").ok_or("no signature-input")?.strip_prefix("sig-pp=").ok_or("label")?;
    let signature = header("signature").ok_or("no signature")?;
    let signature = signature.strip_prefix("sig-pp=:").and_then(|rest| rest.strip_suffix(':')).ok_or("form")?;
    let signature = STANDARD.decode(signature).map_err(|_| "base64")?;

    let (names, parameters) = input.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or("list")?;
    let names: Vec<&str> = names.split(' ').map(|name| name.trim_matches('"')).collect();
    for needed in ["@method", "@authority", "@path", "content-digest"] {
        if !names.contains(&needed) {
            return Err("not covered");
        }
    }
    let parameter = |name: &str| {
        let mut all = parameters.split(';').filter_map(|pair| pair.split_once('='));
        all.find(|(found, _)| *found == name).map(|(_, value)| value.trim_matches('"').to_owned())
    };
    let seconds = |name| parameter(name).and_then(|text| text.parse::<i64>().ok()).ok_or("no time");
    if seconds("created")? > now_s + 60 {
        return Err("from the future");
    }
    if seconds("expires")? < now_s {
        return Err("expired");
    }

    let digest = header("content-digest").ok_or("no digest")?;
    let expected = match digest.split_once('=').ok_or("form of the digest")?.0 {
        "sha-256" => format!("sha-256=:{}:", STANDARD.encode(sha2::Sha256::digest(&callback.body))),
        _ => format!("sha-512=:{}:", STANDARD.encode(sha2::Sha512::digest(&callback.body))),
    };
    if digest != expected {
        return Err("digest");
    }

    let mut base = String::new();
    for name in &names {
        let value = match *name {
            "@method" => "POST".to_owned(),
            "@authority" => authority.to_owned(),
            "@path" => callback.path.clone(),
            "@query" => format!("?{}", callback.query.as_deref().unwrap_or_default()),
            name => header(name).ok_or("a header is missing")?.to_owned(),
        };
        base.push_str(&format!("\"{name}\": {value}\n"));
    }
    base.push_str(&format!("\"@signature-params\": {input}"));

    let key = keys.get(&parameter("keyid").ok_or("no key id")?).ok_or("unknown key")?;
    let algorithm: &'static dyn VerificationAlgorithm = match (key.len(), signature.len()) {
        (65, 64) => &ECDSA_P256_SHA256_FIXED,
        (65, _) => &ECDSA_P256_SHA256_ASN1,
        (_, 96) => &ECDSA_P384_SHA384_FIXED,
        _ => &ECDSA_P384_SHA384_ASN1,
    };
    UnparsedPublicKey::new(algorithm, key).verify(base.as_bytes(), &signature).map_err(|_| "signature")
}

struct Scene {
    simulator: Pawapay,
    shop: Shop,
    next: u32,
}

impl Scene {
    async fn new() -> Scene {
        let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
        simulator.set_callback_url(&shop.url);
        Scene { simulator, shop, next: 1 }
    }

    /// Pays a deposit with a script, and judges its callback by these keys.
    async fn judged(&mut self, script: &Script, keys: &Keys) -> Result<(), &'static str> {
        let id = uuid(self.next);
        self.next += 1;
        self.simulator.script(&id, script).unwrap();
        let wanted = deposit(&id, "1000", "CDF", "243813456789", "VODACOM_MPESA_COD");
        post(&self.simulator.url("/v2/deposits"), &wanted).await;
        self.simulator.deliver_callbacks().await;
        let received = self.shop.take();
        assert_eq!(received.len(), 1);
        let authority = self.shop.url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
        judge(&received[0], &authority, keys, self.simulator.now_ms() / 1000)
    }
}

#[tokio::test]
async fn signatures_are_good_in_every_form() {
    let mut scene = Scene::new().await;
    let keys = keys(&scene.simulator).await;
    for signature_encoding in [None, Some(SignatureEncoding::Raw), Some(SignatureEncoding::Der)] {
        for signature_curve in [None, Some(Curve::P256), Some(Curve::P384)] {
            for digest in [None, Some(Digest::Sha256), Some(Digest::Sha512)] {
                let sign_more = Some(digest.is_none());
                let script = Script { signature_encoding, signature_curve, digest, sign_more, ..Script::default() };
                assert_eq!(scene.judged(&script, &keys).await, Ok(()), "{script:?}");
            }
        }
    }
}

#[tokio::test]
async fn every_way_to_spoil_a_signature_is_seen() {
    let mut scene = Scene::new().await;
    let keys = keys(&scene.simulator).await;
    let cases = [
        (Tamper::Unsigned, "no signature-input"),
        (Tamper::BadKey, "signature"),
        (Tamper::BodyAltered, "digest"),
        (Tamper::DigestMismatch, "digest"),
        (Tamper::DigestNotCovered, "not covered"),
        (Tamper::WrongAuthority, "signature"),
        (Tamper::WrongPath, "signature"),
        (Tamper::Expired, "expired"),
        (Tamper::FutureCreated, "from the future"),
        (Tamper::UnknownKeyId, "unknown key"),
        (Tamper::MissingSignature, "no signature"),
        (Tamper::MissingSignatureInput, "no signature-input"),
        (Tamper::MissingDigest, "no digest"),
    ];
    for (tamper, problem) in cases {
        let script = Script { callback_tamper: Some(tamper), ..Script::default() };
        assert_eq!(scene.judged(&script, &keys).await, Err(problem), "{tamper:?}");
    }
    let other = Script { callback_tamper: Some(Tamper::WrongToken), ..Script::default() };
    assert!(scene.simulator.script_all(&other).is_err(), "pawaPay has no tokens");
}

#[tokio::test]
async fn keys_are_rotated_under_new_ids() {
    let mut scene = Scene::new().await;
    let old = keys(&scene.simulator).await;
    scene.simulator.rotate_keys(true);
    let both = keys(&scene.simulator).await;
    assert_eq!((old.len(), both.len()), (2, 4));
    assert_eq!(scene.judged(&Script::default(), &old).await, Err("unknown key"));
    assert_eq!(scene.judged(&Script::default(), &both).await, Ok(()));
    scene.simulator.rotate_keys(false);
    assert!(!keys(&scene.simulator).await.contains_key("HTTP_EC_P256_KEY:1"));
}

#[tokio::test]
async fn callbacks_are_plain_where_the_dashboard_has_signatures_switched_off() {
    let mut scene = Scene::new().await;
    scene.simulator.set_signed_callbacks(false);
    let (_, conf) = get(&scene.simulator.url("/v2/active-conf")).await;
    assert_eq!(conf["signatureConfiguration"]["signedCallbacks"], false);
    assert_eq!(scene.judged(&Script::default(), &Keys::new()).await, Err("no signature-input"));
}

#[tokio::test]
async fn a_forged_success_of_a_payment_that_nobody_paid_is_sent() {
    let scene = Scene::new().await;
    post(&scene.simulator.url("/v2/checkouts"), &checkout(&uuid(1), "1000", "CDF")).await;
    scene.simulator.forge_success(&uuid(1), Some(Tamper::BadKey)).unwrap();
    scene.simulator.deliver_callbacks().await;
    let received = scene.shop.take();
    let forged = received[0].json();
    assert_eq!((&forged["status"], &forged["deposit"]["status"]), (&json!("COMPLETED"), &json!("COMPLETED")));
    let (_, body) = get(&scene.simulator.url(&format!("/v2/checkouts/{}", uuid(1)))).await;
    assert_eq!(body["data"]["status"], "WAITING_PAYMENT");
    assert!(scene.simulator.forge_success(&uuid(9), None).is_err());

    let session = json!({
        "depositId": uuid(2), "returnUrl": "https://tukio.example/return", "country": "COD",
        "amountDetails": {"amount": "1000", "currency": "CDF"},
    });
    post(&scene.simulator.url("/v2/paymentpage"), &session).await;
    scene.simulator.forge_success(&uuid(2), Some(Tamper::BadKey)).unwrap();
    scene.simulator.deliver_callbacks().await;
    assert_eq!(scene.shop.take()[0].json()["depositId"], json!(uuid(2)));
    let (_, body) = get(&scene.simulator.url(&format!("/v2/deposits/{}", uuid(2)))).await;
    assert_eq!(body["status"], "NOT_FOUND", "nobody has pressed the button");
}

#[tokio::test]
async fn a_callback_to_a_public_address_goes_to_this_machine_signed_for_the_public_host() {
    let (simulator, shop) = (Pawapay::start().await.unwrap(), Shop::open().await);
    simulator.set_callback_url("https://tukio.example/webhooks/secret");
    simulator.detour("https://tukio.example", shop.url.strip_suffix("/webhooks/secret").unwrap());
    let wanted = deposit(&uuid(1), "1000", "CDF", "243813456789", "VODACOM_MPESA_COD");
    post(&simulator.url("/v2/deposits"), &wanted).await;
    assert_eq!(simulator.deliver_callbacks().await[0].status, Some(200));
    let received = shop.take();
    assert_eq!(received[0].headers["host"], "tukio.example");
    let keys = keys(&simulator).await;
    assert_eq!(judge(&received[0], "tukio.example", &keys, simulator.now_ms() / 1000), Ok(()));
    assert_eq!(judge(&received[0], "another.example", &keys, simulator.now_ms() / 1000), Err("signature"));
}
