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
