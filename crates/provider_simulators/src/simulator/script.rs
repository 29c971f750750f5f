//! What a simulator does otherwise than usual: for one payment, for the next one, or for all.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What becomes of an attempt to pay, where the number does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Success,
    PayerLimit,
    PayerNotFound,
    NotApproved,
    InsufficientBalance,
    Unspecified,
    Cancelled,
    /// Stays pending for ever, and no callback is sent.
    Never,
}

/// How an amount is told wrong, or oddly, in status answers and callbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AmountForm {
    /// The same amount with four decimals.
    ExtraZeros,
    /// Half of it.
    Lower,
    /// The same figure in the other currency.
    OtherCurrency,
    /// No amount and no currency at all.
    Missing,
    /// Told where it is usually left out (CinetPay).
    Present,
}

/// What is wrong with a callback. Each provider accepts those that its protocol can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tamper {
    /// pawaPay: no signature headers at all.
    Unsigned,
    /// pawaPay: signed by a key that is not published, under the name of one that is.
    BadKey,
    /// pawaPay: the body was changed after it was signed; the digest is that of the old one.
    BodyAltered,
    /// pawaPay: the digest is signed and is not that of the body.
    DigestMismatch,
    /// pawaPay: the digest is right and the signature does not cover it.
    DigestNotCovered,
    /// pawaPay: signed for another host.
    WrongAuthority,
    /// pawaPay: signed for another path.
    WrongPath,
    /// pawaPay: `expires` has passed.
    Expired,
    /// pawaPay: `created` lies an hour ahead.
    FutureCreated,
    /// pawaPay: a key id that nobody has published.
    UnknownKeyId,
    /// pawaPay: no `Signature`.
    MissingSignature,
    /// pawaPay: no `Signature-Input`.
    MissingSignatureInput,
    /// pawaPay: no `Content-Digest`, though the signature covers one.
    MissingDigest,
    /// FlexPay: the last part of the address is another one.
    WrongSecret,
    /// FlexPay: the order number of somebody else.
    ForeignOrderNumber,
    /// CinetPay: a token that was never given out.
    WrongToken,
    /// CinetPay: no token.
    MissingToken,
    /// CinetPay: the token of another payment.
    OtherToken,
}

/// A further callback behind the right one, authentic, that contradicts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Afterthought {
    Failed,
    Processing,
}

/// What becomes of a checkout whose attempt ends well after it has expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateAttempt {
    CompletesCheckout,
    LeavesItExpired,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundOutcome {
    Completed,
    Failed,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignatureEncoding {
    /// r and s one behind the other, as RFC 9421 has it.
    Raw,
    /// ASN.1, as the samples of pawaPay produce it.
    Der,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Curve {
    P256,
    P384,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Digest {
    Sha256,
    Sha512,
}

/// Everything that can be arranged for a payment. What is not set is as usual.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// How attempts to pay end, whatever the number says.
    pub outcome: Option<Outcome>,
    /// Seconds from an attempt to its end.
    pub delay_s: Option<i64>,
    /// Every attempt waits for an answer on `/phones/NUMBER`, whatever the number says.
    pub prompt: Option<bool>,
    /// The call that begins the payment is refused with this code.
    pub reject: Option<String>,
    /// Paid at once by a good number, and told by callback before the call that begins the payment is answered.
    pub before_reply: Option<bool>,
    /// pawaPay: the answer to a repeated checkout tells its address again.
    pub duplicate_repeats_url: Option<bool>,
    pub callback_lost: Option<bool>,
    /// Seconds from the end of the payment to its callback.
    pub callback_late_s: Option<i64>,
    /// How often each callback is sent.
    pub callback_copies: Option<u32>,
    /// The copies are sent at the same time and not one after the other.
    pub callback_concurrent: Option<bool>,
    pub callback_tamper: Option<Tamper>,
    pub callback_then: Option<Vec<Afterthought>>,
    /// pawaPay: the callbacks of attempts are held back until that of the checkout has been sent.
    pub attempts_last: Option<bool>,
    pub signature_encoding: Option<SignatureEncoding>,
    pub signature_curve: Option<Curve>,
    pub digest: Option<Digest>,
    /// The signature covers `content-length` and `@query` as well, as in the samples.
    pub sign_more: Option<bool>,
    /// The word, or for FlexPay the number, that status answers have instead of the right one.
    pub status_word: Option<String>,
    /// Status answers say that there is no such payment.
    pub status_not_found: Option<bool>,
    pub amount: Option<AmountForm>,
    /// FlexPay: codes and statuses are JSON numbers.
    pub code_as_number: Option<bool>,
    /// FlexPay: callbacks say `providerReference` instead of `provider_reference`.
    pub camel_case_reference: Option<bool>,
    /// FlexPay: the field of the page's address: `url`, `paymentUrl` or `redirectUrl`.
    pub url_field: Option<String>,
    pub late_attempt: Option<LateAttempt>,
    pub refund_outcome: Option<RefundOutcome>,
    pub refund_delay_s: Option<i64>,
    /// Refunds are refused with this code.
    pub refund_reject: Option<String>,
}

/// The scripts of all payments. What is set for one comes before what is set for all.
#[derive(Clone, Debug, Default)]
pub struct Scripts {
    all: Map<String, Value>,
    next: VecDeque<Map<String, Value>>,
    of: HashMap<String, Map<String, Value>>,
}

impl Scripts {
    /// For all payments, instead of what was set for all before.
    pub fn set_all(&mut self, script: &Script) {
        self.all = set_fields(script);
    }

    /// For the next payment that begins and has none yet.
    pub fn push_next(&mut self, script: &Script) {
        self.next.push_back(set_fields(script));
    }

    /// For one payment, on top of what it has.
    pub fn set_of(&mut self, reference: &str, script: &Script) {
        self.of.entry(reference.to_owned()).or_default().extend(set_fields(script));
    }

    pub fn clear(&mut self) {
        *self = Scripts::default();
    }

    /// Gives a payment that begins the script that waits for it.
    pub fn begin(&mut self, reference: &str) {
        if let Some(fields) = self.next.pop_front() {
            self.of.entry(reference.to_owned()).or_default().extend(fields);
        }
    }

    /// What holds for a reference; of several, the later ones come first.
    pub fn of(&self, references: &[&str]) -> Script {
        let mut fields = self.all.clone();
        for reference in references {
            fields.extend(self.of.get(*reference).cloned().unwrap_or_default());
        }
        serde_json::from_value(Value::Object(fields)).unwrap_or_default()
    }
}

fn set_fields(script: &Script) -> Map<String, Value> {
    match serde_json::to_value(script) {
        Ok(Value::Object(fields)) => fields.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Script, Scripts};

    #[test]
    fn what_is_set_for_one_payment_comes_before_what_is_set_for_all() {
        let mut scripts = Scripts::default();
        scripts.set_all(&Script { delay_s: Some(5), callback_copies: Some(3), ..Script::default() });
        scripts.push_next(&Script { delay_s: Some(9), ..Script::default() });
        scripts.set_of("b", &Script { outcome: Some(Outcome::Never), ..Script::default() });
        scripts.begin("a");
        scripts.begin("b");
        assert_eq!(scripts.of(&["a"]).delay_s, Some(9));
        assert_eq!(scripts.of(&["a"]).callback_copies, Some(3));
        assert_eq!(scripts.of(&["b"]).delay_s, Some(5));
        assert_eq!(scripts.of(&["b"]).outcome, Some(Outcome::Never));
    }

    #[test]
    fn a_field_that_does_not_exist_is_refused() {
        assert!(serde_json::from_str::<Script>(r#"{"delay": 5}"#).is_err());
    }
}
