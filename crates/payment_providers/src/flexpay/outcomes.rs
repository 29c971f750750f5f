//! How a payment stands, asked by the order number that we stored and by no other.

use serde_json::Value;

use super::client::FlexPay;
use super::{NAME, order_number};
use crate::exchange::{Exchange, address};
use crate::{Channel, Handle, Reason, Status, json, odd_answers, wire_reference};

impl FlexPay {
    pub(super) async fn look_up(&self, handle: &Handle) -> Status {
        let reference = wire_reference::to_short_letters(&handle.reference);
        let number = handle.number.as_deref().filter(|number| order_number::is_plain(number));
        // Without the number there is nothing to ask by: only the callback, or a person, can tell.
        let (Some(reference), Some(number)) = (reference, number) else { return Status::Unknown };
        let url = address(&self.settings.check_url, &[number]);
        let answer = self.caller.get("lookup", url, Some(&self.settings.token)).await;
        answer.map_or(Status::Unknown, |answer| status(&answer, &reference, number))
    }
}

/// Reads the answer. Code 0 means that the order was found, not that it was paid.
fn status(answer: &Exchange, reference: &str, number: &str) -> Status {
    let transaction = answer.body.get("transaction").filter(|transaction| transaction.is_object());
    match (json::text(&answer.body, "code").as_deref(), transaction) {
        (code, _) if !answer.status.is_success() => odd(code.unwrap_or(answer.status.as_str())),
        (Some("0"), Some(transaction)) => transaction_status(transaction, reference, number),
        (Some("1"), None) => Status::NotFound,
        (code, _) => odd(code.unwrap_or("no code")),
    }
}

fn transaction_status(transaction: &Value, reference: &str, number: &str) -> Status {
    // A number that came by a callback may be that of somebody else's payment.
    if json::text(transaction, "reference").as_deref() != Some(reference) {
        return odd("another reference than ours");
    }
    if order_number::read(transaction).is_some_and(|told| told != number) {
        return odd("another order number than was asked about");
    }
    match json::text(transaction, "status").as_deref() {
        Some("0") => Status::Succeeded {
            // What the payer was charged with fees is in `amountCustomer`, and is no matter of ours.
            amount: json::money(transaction, "amount"),
            transaction: json::text_of_any(transaction, &["provider_reference", "providerReference"])
                .unwrap_or_else(|| number.to_owned()),
            channel: json::text(transaction, "channel").and_then(|name| channel(&name)),
        },
        Some("1") => Status::Failed(Reason::Other("status 1".to_owned())),
        // A refund that is under way was paid, and ends as 4.
        Some("2" | "3") => Status::Pending,
        Some("4") => Status::Refunded,
        Some("5") => Status::Failed(Reason::Refused),
        other => {
            odd_answers::report(NAME, "transaction", other.unwrap_or("no status"));
            Status::Pending
        }
    }
}

fn channel(name: &str) -> Option<Channel> {
    match name.to_ascii_lowercase().as_str() {
        "mpesa" | "m-pesa" => Some(Channel::Mpesa),
        "om" | "orange" => Some(Channel::Orange),
        "airtel" => Some(Channel::Airtel),
        "afrimoney" => Some(Channel::Afrimoney),
        "visa" | "mastercard" => Some(Channel::Card),
        other => {
            odd_answers::report(NAME, "channel", other);
            None
        }
    }
}

fn odd(told: &str) -> Status {
    odd_answers::report(NAME, "lookup", told);
    Status::Unknown
}
