//! Refunds: full or partial, one at a time for each deposit, each under a UUID of ours.

use serde::Serialize;

use super::NAME;
use super::client::PawaPay;
use super::failures::failure_code;
use super::outcomes::Deposit;
use crate::exchange::Exchange;
use crate::{RefundIntent, Refunding, json, odd_answers, wire_reference};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewRefund<'a> {
    refund_id: &'a str,
    deposit_id: &'a str,
    amount: String,
    currency: &'static str,
}

/// What came of asking for a refund.
enum Requested {
    Answered(Refunding),
    /// This refund was asked for before: how it stands is another question.
    Before,
}

impl PawaPay {
    pub(super) async fn request_refund(&self, refund: &RefundIntent) -> Refunding {
        let Some(uuid) = wire_reference::to_uuid(&refund.handle.reference) else {
            return Refunding::Failed("the reference is no UUID".to_owned());
        };
        if !json::is_writable(refund.amount) {
            return Refunding::Failed("an amount is positive, and francs are whole".to_owned());
        }
        let deposit = match self.find_deposit(&uuid).await {
            Deposit::Found(deposit) => deposit,
            Deposit::NotPaid => return Refunding::Failed("nothing was paid".to_owned()),
            Deposit::Unknown => return Refunding::Unknown,
        };
        let body = NewRefund {
            refund_id: &wire_reference::refund_uuid(&refund.refund),
            deposit_id: &deposit,
            amount: json::plain_figures(refund.amount),
            currency: refund.amount.currency().code(),
        };
        let url = self.address(&["v2", "refunds"]);
        let answer = self.caller.post("refund", url, Some(&self.settings.token), &body).await;
        match answer.map(|answer| requested(&answer)) {
            Some(Requested::Answered(refunding)) => refunding,
            Some(Requested::Before) => self.look_up_refund(refund).await,
            None => Refunding::Unknown,
        }
    }

    pub(super) async fn look_up_refund(&self, refund: &RefundIntent) -> Refunding {
        let uuid = wire_reference::refund_uuid(&refund.refund);
        let answer = self.get("refund lookup", &["v2", "refunds", &uuid]).await;
        answer.map_or(Refunding::Unknown, |answer| refund_status(&answer))
    }
}

fn requested(answer: &Exchange) -> Requested {
    let told = json::text(&answer.body, "status");
    let code = failure_code(&answer.body);
    Requested::Answered(match (told.as_deref(), code.as_deref()) {
        (told, code) if answer.is_shut_out() => odd(code.or(told)),
        (Some("ACCEPTED" | "ENQUEUED"), _) => Refunding::Accepted,
        (Some("DUPLICATE_IGNORED"), _) => return Requested::Before,
        // Another part of the same deposit is on its way back: this one comes after it.
        (Some("REJECTED"), Some("REFUND_IN_PROGRESS" | "UNKNOWN_ERROR")) => Refunding::Unknown,
        (Some("REJECTED"), Some(code)) => Refunding::Failed(odd_answers::harmless(code)),
        (Some("REJECTED"), None) => Refunding::Failed("no reason given".to_owned()),
        (told, code) => odd(code.or(told)),
    })
}

fn refund_status(answer: &Exchange) -> Refunding {
    let told = json::text(&answer.body, "status");
    let data = match (told.as_deref(), answer.body.get("data")) {
        (told, _) if answer.is_shut_out() => return odd(told),
        (Some("NOT_FOUND"), _) => return Refunding::NotFound,
        (Some("FOUND"), Some(data)) => data,
        (told, _) => return odd(told),
    };
    let told = json::text(data, "status").unwrap_or_default();
    match &*told {
        "ACCEPTED" | "ENQUEUED" | "SUBMITTED" | "PROCESSING" | "IN_RECONCILIATION" => Refunding::Accepted,
        "COMPLETED" => Refunding::Completed,
        "FAILED" => {
            let code = failure_code(data).unwrap_or_else(|| "no reason given".to_owned());
            Refunding::Failed(odd_answers::harmless(&code))
        }
        other => {
            odd_answers::report(NAME, "refund", other);
            Refunding::Accepted
        }
    }
}

fn odd(told: Option<&str>) -> Refunding {
    odd_answers::report(NAME, "refund", told.unwrap_or("no status"));
    Refunding::Unknown
}
