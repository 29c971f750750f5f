//! How a checkout, or a deposit, stands. Reading is pure; who asks whom stands at the end.

use serde_json::Value;

use super::client::PawaPay;
use super::failures::{failure_code, reason};
use super::networks::network;
use super::{Mode, NAME};
use crate::exchange::Exchange;
use crate::{Cancelling, Handle, Status, json, odd_answers, wire_reference};

/// The part of an answer that is about the payment; or what stands for it.
enum Lookup<'a> {
    Data(&'a Value),
    Nothing,
    Unknown,
}

/// Looks behind `FOUND`, and that it is the very one that was asked about.
fn found<'a>(answer: &'a Exchange, id_field: &str, uuid: &str) -> Lookup<'a> {
    let told = json::text(&answer.body, "status");
    match (told.as_deref(), answer.body.get("data")) {
        _ if answer.is_shut_out() => {}
        (Some("NOT_FOUND"), _) => return Lookup::Nothing,
        (Some("FOUND"), Some(data)) if data.is_object() => {
            let id = json::text(data, id_field);
            if id.is_none_or(|id| id.eq_ignore_ascii_case(uuid)) {
                return Lookup::Data(data);
            }
            odd_answers::report(NAME, "lookup", "another payment than was asked about");
            return Lookup::Unknown;
        }
        _ => {}
    }
    let code = failure_code(&answer.body).or(told).unwrap_or_else(|| "no status".to_owned());
    odd_answers::report(NAME, "lookup", &code);
    Lookup::Unknown
}

/// The checkout's own status counts, not that of an attempt within it; but money of an attempt that ended after its
/// checkout had is money.
fn checkout_status(answer: &Exchange, uuid: &str) -> Status {
    let data = match found(answer, "checkoutId", uuid) {
        Lookup::Data(data) => data,
        Lookup::Nothing => return Status::NotFound,
        Lookup::Unknown => return Status::Unknown,
    };
    let told = json::text(data, "status").unwrap_or_default();
    match &*told {
        "WAITING_PAYMENT" => Status::Pending,
        "COMPLETED" => paid(data, attempt(data, "COMPLETED"), uuid),
        "FAILED" | "EXPIRED" if attempt(data, "COMPLETED").is_some() => {
            odd_answers::report(NAME, "an attempt completed in a checkout that is over", &told);
            paid(data, attempt(data, "COMPLETED"), uuid)
        }
        // Whoever was asked for a PIN when it expired may still type it.
        "EXPIRED" if attempts(data).any(is_open) => Status::Pending,
        "EXPIRED" => Status::Expired,
        "FAILED" => Status::Failed(reason(last_failure(data).as_deref())),
        other => {
            odd_answers::report(NAME, "checkout", other);
            Status::Pending
        }
    }
}

fn deposit_status(answer: &Exchange, uuid: &str) -> Status {
    let data = match found(answer, "depositId", uuid) {
        Lookup::Data(data) => data,
        Lookup::Nothing => return Status::NotFound,
        Lookup::Unknown => return Status::Unknown,
    };
    let told = json::text(data, "status").unwrap_or_default();
    match &*told {
        "ACCEPTED" | "ENQUEUED" | "SUBMITTED" | "PROCESSING" | "IN_RECONCILIATION" => Status::Pending,
        "COMPLETED" => paid(data, Some(data), uuid),
        "FAILED" => Status::Failed(reason(failure_code(data).as_deref())),
        other => {
            odd_answers::report(NAME, "deposit", other);
            Status::Pending
        }
    }
}

/// The attempts of a checkout: the latest, then those before it, which may name it again.
fn attempts(checkout: &Value) -> impl Iterator<Item = &Value> {
    let earlier = checkout.get("depositsHistory").and_then(Value::as_array);
    checkout.get("deposit").into_iter().chain(earlier.into_iter().flatten()).filter(|attempt| attempt.is_object())
}

fn attempt<'a>(checkout: &'a Value, status: &str) -> Option<&'a Value> {
    attempts(checkout).find(|attempt| json::text(attempt, "status").as_deref() == Some(status))
}

fn is_open(attempt: &Value) -> bool {
    !matches!(json::text(attempt, "status").as_deref(), Some("COMPLETED" | "FAILED" | "REJECTED") | None)
}

fn last_failure(checkout: &Value) -> Option<String> {
    failure_code(checkout).or_else(|| attempts(checkout).find_map(failure_code))
}

/// Reads what was paid from the deposit; where that names no amount, from the only one that the checkout asked for.
fn paid(payment: &Value, deposit: Option<&Value>, uuid: &str) -> Status {
    let asked = match payment.get("amounts").and_then(Value::as_array).map(Vec::as_slice) {
        Some([only]) => Some(only),
        _ => None,
    };
    let has_amount = deposit.is_some_and(|deposit| json::has(deposit, "amount"));
    let amount = if has_amount { deposit } else { asked }.and_then(|priced| json::money(priced, "amount"));
    let transaction = deposit.and_then(|deposit| json::text_of_any(deposit, &["providerTransactionId", "depositId"]));
    let account = deposit.and_then(|deposit| deposit.get("payer")?.get("accountDetails"));
    let channel = account.and_then(|account| network(&json::text(account, "provider")?));
    Status::Succeeded { amount, transaction: transaction.unwrap_or_else(|| uuid.to_owned()), channel }
}

/// The deposit that a refund is made of.
pub(super) enum Deposit {
    Found(String),
    NotPaid,
    Unknown,
}

fn paid_deposit(answer: &Exchange, uuid: &str) -> Deposit {
    match found(answer, "checkoutId", uuid) {
        Lookup::Data(data) => match attempt(data, "COMPLETED").and_then(|deposit| json::text(deposit, "depositId")) {
            Some(id) => Deposit::Found(id),
            None => Deposit::NotPaid,
        },
        Lookup::Nothing => Deposit::NotPaid,
        Lookup::Unknown => Deposit::Unknown,
    }
}

/// Reads the answer to closing a checkout: the checkout as it stands.
fn closed(answer: &Exchange) -> Cancelling {
    let data = answer.body.get("data").filter(|data| data.is_object()).unwrap_or(&answer.body);
    match json::text(data, "status").as_deref() {
        _ if answer.is_shut_out() => Cancelling::Unknown,
        Some("EXPIRED") => Cancelling::Closed,
        Some("NOT_FOUND" | "COMPLETED" | "FAILED" | "REJECTED") => Cancelling::NotOpen,
        other => {
            odd_answers::report(NAME, "expiry", other.unwrap_or("no status"));
            Cancelling::Unknown
        }
    }
}

impl PawaPay {
    pub(super) async fn look_up(&self, handle: &Handle) -> Status {
        let Some(uuid) = wire_reference::to_uuid(&handle.reference) else { return Status::Unknown };
        let mode = self.settings.mode;
        match self.look_up_as(mode, &uuid).await {
            // The setting may have changed since it was opened.
            Status::NotFound => self.look_up_as(mode.other(), &uuid).await,
            status => status,
        }
    }

    async fn look_up_as(&self, mode: Mode, uuid: &str) -> Status {
        let (answer, read): (_, fn(&Exchange, &str) -> Status) = match mode {
            Mode::Checkout => (self.get("lookup", &["v2", "checkouts", uuid]).await, checkout_status),
            Mode::Page => (self.get("lookup", &["v2", "deposits", uuid]).await, deposit_status),
        };
        match answer {
            Some(answer) if self.is_not_ours(mode, &answer) => Status::NotFound,
            Some(answer) => read(&answer, uuid),
            None => Status::Unknown,
        }
    }

    /// Whether the account is shut out of the mode that it does not use: checkouts are not enabled for everybody.
    fn is_not_ours(&self, mode: Mode, answer: &Exchange) -> bool {
        mode != self.settings.mode && answer.is_shut_out()
    }

    /// Finds the deposit that paid for a reference: an attempt of a checkout, or the one of a payment page.
    pub(super) async fn find_deposit(&self, uuid: &str) -> Deposit {
        let mode = self.settings.mode;
        match self.find_deposit_as(mode, uuid).await {
            Deposit::NotPaid => self.find_deposit_as(mode.other(), uuid).await,
            deposit => deposit,
        }
    }

    async fn find_deposit_as(&self, mode: Mode, uuid: &str) -> Deposit {
        if mode == Mode::Page {
            return match self.look_up_as(mode, uuid).await {
                Status::Succeeded { .. } => Deposit::Found(uuid.to_owned()),
                Status::Unknown => Deposit::Unknown,
                _ => Deposit::NotPaid,
            };
        }
        match self.get("lookup", &["v2", "checkouts", uuid]).await {
            Some(answer) if self.is_not_ours(mode, &answer) => Deposit::NotPaid,
            Some(answer) => paid_deposit(&answer, uuid),
            None => Deposit::Unknown,
        }
    }

    /// Closes a checkout for new attempts. A payment page can't be closed.
    pub(super) async fn expire(&self, handle: &Handle) -> Cancelling {
        let Some(uuid) = wire_reference::to_uuid(&handle.reference) else { return Cancelling::NotOpen };
        let url = self.address(&["v2", "checkouts", &uuid, "expire"]);
        let answer = self.caller.post("expiry", url, Some(&self.settings.token), &serde_json::json!({})).await;
        match answer.map_or(Cancelling::Unknown, |answer| closed(&answer)) {
            // Whoever was asked for a PIN may still type it: it is closed once no attempt is open.
            Cancelling::Closed => match self.look_up_as(Mode::Checkout, &uuid).await {
                Status::Expired => Cancelling::Closed,
                Status::Unknown => Cancelling::Unknown,
                _ => Cancelling::NotOpen,
            },
            other => other,
        }
    }
}
