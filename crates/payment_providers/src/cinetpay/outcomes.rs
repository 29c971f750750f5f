//! How a payment stands, asked by our own id.

use serde_json::Value;

use http_client::StatusCode;

use super::NAME;
use super::client::CinetPay;
use crate::exchange::Exchange;
use crate::{Handle, Reason, Status, json, odd_answers, wire_reference};

impl CinetPay {
    pub(super) async fn look_up(&self, handle: &Handle) -> Status {
        let Some(id) = wire_reference::to_letters(&handle.reference) else { return Status::Unknown };
        let answer = self.get("lookup", self.address(&["v1", "payment", &id])).await;
        answer.map_or(Status::Unknown, |answer| status(&answer, &id))
    }
}

fn status(answer: &Exchange, id: &str) -> Status {
    let body = answer.body.get("data").filter(|data| data.is_object()).unwrap_or(&answer.body);
    let word = json::text(body, "status").unwrap_or_default();
    let told_id = json::text(body, "merchant_transaction_id");
    if told_id.as_ref().is_some_and(|told| told != id) {
        return odd("another payment than was asked about");
    }
    match &*word {
        "NOT_FOUND" | "TRANSACTION_NOT_FOUND" => Status::NotFound,
        _ if answer.status == StatusCode::NOT_FOUND => Status::NotFound,
        _ if !answer.status.is_success() => odd(if word.is_empty() { answer.status.as_str() } else { &word }),
        "INITIATED" | "PENDING" => Status::Pending,
        // A code that was mistyped can be typed again.
        "OTP_ERROR" => Status::Pending,
        "SUCCESS" => paid(answer, body, told_id),
        "FAILED" => Status::Failed(Reason::Other("FAILED".to_owned())),
        "INSUFFICIENT_BALANCE" => Status::Failed(Reason::InsufficientBalance),
        "EXPIRED" => Status::Expired,
        "" => odd(&json::text(body, "code").unwrap_or_default()),
        other => {
            odd_answers::report(NAME, "payment", other);
            Status::Pending
        }
    }
}

/// A success counts only under our own id and with its own code. Its amount is most often absent; one that can't be read,
/// or a foreign currency, is not what we opened.
fn paid(answer: &Exchange, body: &Value, told_id: Option<String>) -> Status {
    let code = json::text(&answer.body, "code").or_else(|| json::text(body, "code"));
    if told_id.is_none() || code.is_none_or(|code| code != "100") {
        return odd("a success without our id or its code");
    }
    let currency = json::text(body, "currency");
    if currency.as_ref().is_some_and(|currency| currency != "CDF") && !json::has(body, "amount") {
        return odd("a success in another currency");
    }
    let amount = json::has(body, "amount").then(|| json::money(body, "amount").or_else(|| francs(body, currency)));
    match amount {
        Some(None) => odd("a success with an amount that can't be read"),
        amount => Status::Succeeded {
            amount: amount.flatten(),
            transaction: json::text(body, "transaction_id").or(told_id).unwrap_or_default(),
            channel: None,
        },
    }
}

/// An amount without a currency is in francs: the account has no other.
fn francs(body: &Value, currency: Option<String>) -> Option<domain::Money> {
    let figures = json::text(body, "amount").filter(|_| currency.is_none())?;
    domain::Money::parse_amount(&figures, domain::Currency::Cdf).ok()
}

fn odd(told: &str) -> Status {
    odd_answers::report(NAME, "lookup", told);
    Status::Unknown
}
