//! The text that is signed, rebuilt from a request and its field `Signature-Input`.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::Instant;
use sfv::{Dictionary, FieldType, InnerList, List, ListEntry, Parser};

use super::{PublicKey, is_digest_of};
use crate::WebhookRequest;

/// How far the two clocks may be apart.
const CLOCK_SKEW: Duration = Duration::from_secs(30);
/// How long a signature lasts that does not say it.
const DEFAULT_AGE: Duration = Duration::from_mins(5);

/// What must be signed at least: without the digest the body could be another one, without the others it could have been
/// meant for another address or another shop.
const REQUIRED: [&str; 4] = ["@method", "@authority", "@path", "content-digest"];

/// A signature that is well formed and in its time, over text that was rebuilt from the request. Only its key is missing.
pub struct Message {
    pub key_id: String,
    algorithm: Option<String>,
    text: String,
    signature: Vec<u8>,
}

/// Why a request can't have been signed as it must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unverified {
    #[error("a field of the signature is missing, is there twice, or can't be read")]
    Unreadable,
    #[error("a part that must be signed is not")]
    NotCovered,
    #[error("a part that is signed is not in the request, or is none that we know")]
    UnknownPart,
    #[error("the digest is not that of the body")]
    Digest,
    #[error("the signature is of another time")]
    Time,
}

impl Message {
    /// Checks everything but the signature itself.
    pub fn of_request(request: &WebhookRequest<'_>, label: &str, now: Instant) -> Result<Message, Unverified> {
        let input = member(request, "signature-input", label)?;
        let ListEntry::InnerList(covered) = &input else { return Err(Unverified::Unreadable) };
        let ListEntry::Item(item) = member(request, "signature", label)? else { return Err(Unverified::Unreadable) };
        let signature = item.bare_item.as_byte_sequence().ok_or(Unverified::Unreadable)?.to_vec();
        let names = component_names(covered)?;
        if REQUIRED.iter().any(|required| !names.contains(required)) {
            return Err(Unverified::NotCovered);
        }
        check_time(covered, now)?;
        let digest = request.only_header("content-digest").ok_or(Unverified::Unreadable)?;
        if !is_digest_of(digest, request.body) {
            return Err(Unverified::Digest);
        }
        Ok(Message {
            key_id: text_parameter(covered, "keyid").ok_or(Unverified::Unreadable)?,
            algorithm: text_parameter(covered, "alg"),
            text: signature_base(request, &names, covered)?,
            signature,
        })
    }

    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.has_signed(self.algorithm.as_deref(), self.text.as_bytes(), &self.signature)
    }
}

/// Returns the member of a dictionary field under the label.
fn member(request: &WebhookRequest<'_>, field: &str, label: &str) -> Result<ListEntry, Unverified> {
    let field = request.only_header(field).ok_or(Unverified::Unreadable)?;
    let mut dictionary: Dictionary = Parser::new(field).parse().map_err(|_| Unverified::Unreadable)?;
    dictionary.swap_remove(label).ok_or(Unverified::Unreadable)
}

/// The names of what is signed, each once. Parameters change what a name stands for, and none that we want has any.
fn component_names(covered: &InnerList) -> Result<Vec<&str>, Unverified> {
    let mut names = Vec::new();
    for item in &covered.items {
        let name = item.bare_item.as_string().filter(|_| item.params.is_empty()).ok_or(Unverified::UnknownPart)?;
        names.push(name.as_str());
    }
    let distinct: BTreeSet<&&str> = names.iter().collect();
    if distinct.len() == names.len() { Ok(names) } else { Err(Unverified::Unreadable) }
}

fn text_parameter(covered: &InnerList, name: &str) -> Option<String> {
    covered.params.get(name)?.as_string().map(|text| text.as_str().to_owned())
}

fn time_parameter(covered: &InnerList, name: &str) -> Result<Option<Instant>, Unverified> {
    let Some(value) = covered.params.get(name) else { return Ok(None) };
    let seconds = i64::from(value.as_integer().ok_or(Unverified::Unreadable)?);
    Ok(Some(Instant::from_millis(seconds.checked_mul(1000).ok_or(Unverified::Unreadable)?)))
}

fn check_time(covered: &InnerList, now: Instant) -> Result<(), Unverified> {
    let created = time_parameter(covered, "created")?.ok_or(Unverified::Unreadable)?;
    let expires = time_parameter(covered, "expires")?.unwrap_or(created + DEFAULT_AGE);
    let is_in_time = created <= now + CLOCK_SKEW && now <= expires + CLOCK_SKEW && created <= expires;
    if is_in_time { Ok(()) } else { Err(Unverified::Time) }
}

/// The signature base of section 2.5: a line for each part, and the parameters as the last.
fn signature_base(request: &WebhookRequest<'_>, names: &[&str], covered: &InnerList) -> Result<String, Unverified> {
    let mut base = String::new();
    for name in names {
        let value = component(request, name).ok_or(Unverified::UnknownPart)?;
        base.push_str(&format!("\"{name}\": {value}\n"));
    }
    let parameters = List::from([ListEntry::InnerList(covered.clone())]).serialize().ok_or(Unverified::Unreadable)?;
    base.push_str(&format!("\"@signature-params\": {parameters}"));
    Ok(base)
}

fn component(request: &WebhookRequest<'_>, name: &str) -> Option<String> {
    let (path, query) = request.path.split_once('?').unwrap_or((request.path, ""));
    match name {
        "@method" => Some(request.method.to_owned()),
        "@authority" => Some(request.authority.to_ascii_lowercase()),
        "@path" => Some(if path.is_empty() { "/".to_owned() } else { path.to_owned() }),
        "@query" => Some(format!("?{query}")),
        _ if name.starts_with('@') => None,
        _ => request.only_header(name).map(|value| value.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `test-key-rsa-pss` of RFC 9421, appendix B.1.2.
    const KEY: &str = "-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB
-----END PUBLIC KEY-----";

    const SIGNATURE: &str = "sig-b23=:bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683\
        +qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmI\
        koQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJ\
        zSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==:";

    const INPUT: &str = r#"sig-b23=("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss""#;

    fn headers() -> Vec<(String, String)> {
        let digest =
            "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:";
        [
            ("Date", "Tue, 20 Apr 2021 02:07:55 GMT"),
            ("Content-Type", "application/json"),
            ("Content-Digest", digest),
            ("Content-Length", "18"),
            ("Signature-Input", INPUT),
            ("Signature", SIGNATURE),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
    }

    /// The example of appendix B.2.3, which others have made: signer and verifier here can't share a mistake.
    #[test]
    fn the_example_of_the_rfc_is_signed_by_its_key() {
        let (headers, body) = (headers(), br#"{"hello": "world"}"#);
        let request = WebhookRequest {
            method: "POST",
            authority: "Example.com",
            path: "/foo?param=Value&Pet=dog",
            headers: &headers,
            body,
        };
        let now = Instant::from_millis(1_618_884_475_000);
        let message = Message::of_request(&request, "sig-b23", now).unwrap();
        let key = PublicKey::parse(KEY).unwrap();
        assert_eq!(message.key_id, "test-key-rsa-pss");
        assert!(key.has_signed(Some("rsa-pss-sha512"), message.text.as_bytes(), &message.signature));
        assert!(!message.is_signed_by(&key), "it names no algorithm, and RSA has two");
        assert!(!key.has_signed(Some("rsa-v1_5-sha256"), message.text.as_bytes(), &message.signature));

        let elsewhere = WebhookRequest { path: "/foo?param=Value&Pet=cat", ..request };
        let message = Message::of_request(&elsewhere, "sig-b23", now).unwrap();
        assert!(!key.has_signed(Some("rsa-pss-sha512"), message.text.as_bytes(), &message.signature));
        assert_eq!(Message::of_request(&request, "sig-pp", now).err(), Some(Unverified::Unreadable));
        let later = now.plus_seconds(3600);
        assert_eq!(Message::of_request(&request, "sig-b23", later).err(), Some(Unverified::Time));
    }
}
