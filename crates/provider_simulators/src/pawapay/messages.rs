//! The messages of pawaPay: answers and bodies of callbacks, each with the fields that its golden file has.

use serde_json::{Map, Value, json};

use super::checks::Refusal;
use super::records::{Checkout, Deposit, Price, Progress, Refund};
use crate::simulator::amount::Amount;
use crate::simulator::clock::rfc3339;
use crate::simulator::exchange::Answer;
use crate::simulator::script::{AmountForm, Script};

/// An operation that was refused, or a request that is wrong.
pub fn refused(id: Option<(&str, &str)>, refusal: &Refusal) -> Answer {
    let mut body = json!({
        "failureReason": {"failureCode": refusal.code, "failureMessage": refusal.message},
    });
    if let (Value::Object(fields), Some((name, id)), 200) = (&mut body, id, refusal.status) {
        fields.insert(name.to_owned(), json!(id));
        fields.insert("status".to_owned(), json!("REJECTED"));
    }
    Answer::json(refusal.status, &body)
}

pub fn not_found() -> Answer {
    Answer::json(200, &json!({"status": "NOT_FOUND"}))
}

pub fn found(data: Value) -> Answer {
    Answer::json(200, &json!({"status": "FOUND", "data": data}))
}

pub fn checkout_accepted(checkout: &Checkout, page: &str) -> Value {
    json!({
        "checkoutId": checkout.id,
        "status": "ACCEPTED",
        "redirectUrl": page,
        "created": rfc3339(checkout.created_ms),
        "expiresAt": rfc3339(checkout.expires_ms),
        "checkoutCode": checkout.code,
    })
}

pub fn checkout_expired(checkout: &Checkout, now_ms: i64) -> Value {
    json!({
        "checkoutId": checkout.id,
        "status": checkout.status.word(),
        "expiredAt": rfc3339(now_ms),
        "reason": "MANUAL_EXPIRY",
        "expiredBy": "API",
    })
}

/// A checkout as status answers and callbacks have it; `deposit` is the latest attempt, absent before the first.
pub fn checkout(checkout: &Checkout, attempts: &[&Deposit], page: &str, script: &Script) -> Value {
    let amounts = checkout.prices.iter().map(|price| {
        let mut amount = priced(price, script);
        amount.insert("country".to_owned(), json!("COD"));
        Value::Object(amount)
    });
    let history = attempts.iter().map(|attempt| self::deposit(attempt, script, false));
    let mut body = json!({
        "checkoutId": checkout.id,
        "status": checkout.status.word(),
        "redirectUrl": page,
        "created": rfc3339(checkout.created_ms),
        "countries": ["COD"],
        "amounts": amounts.collect::<Vec<_>>(),
        "clientReferenceId": checkout.client_reference,
        "depositsHistory": history.collect::<Vec<_>>(),
        "metadata": checkout.metadata,
        "reason": checkout.reason,
        "checkoutCode": checkout.code,
    });
    if let (Value::Object(fields), Some(latest)) = (&mut body, attempts.last()) {
        fields.insert("deposit".to_owned(), self::deposit(latest, script, false));
    }
    body
}

/// A deposit as status answers have it, or as callbacks do: those leave the merchant's own reference out.
pub fn deposit(deposit: &Deposit, script: &Script, with_reference: bool) -> Value {
    let mut body = json!({
        "depositId": deposit.id,
        "status": deposit.progress.word(),
        "country": "COD",
        "payer": account(&deposit.number, &deposit.provider),
        "customerMessage": deposit.message,
        "created": rfc3339(deposit.created_ms),
        "metadata": deposit.metadata,
    });
    if let Value::Object(fields) = &mut body {
        fields.extend(priced(&deposit.price, script));
        fields.extend(progressed(&deposit.progress));
        if with_reference {
            fields.insert("clientReferenceId".to_owned(), json!(deposit.client_reference));
        }
    }
    body
}

pub fn refund(refund: &Refund, of: &Deposit, script: &Script, with_reference: bool) -> Value {
    let mut body = json!({
        "refundId": refund.id,
        "status": refund.progress.word(),
        "country": "COD",
        "recipient": account(&of.number, &of.provider),
        "customerMessage": null,
        "created": rfc3339(refund.created_ms),
        "metadata": refund.metadata,
    });
    if let Value::Object(fields) = &mut body {
        fields.extend(priced(&refund.price, script));
        fields.extend(progressed(&refund.progress));
        if with_reference {
            fields.insert("clientReferenceId".to_owned(), json!(refund.client_reference));
        }
    }
    body
}

fn account(number: &str, provider: &str) -> Value {
    json!({"type": "MMO", "accountDetails": {"phoneNumber": number, "provider": provider}})
}

/// Who paid by which transaction, or why it failed. What is not there is null.
fn progressed(progress: &Progress) -> Map<String, Value> {
    let (transaction, failure) = match progress {
        Progress::Processing => (Value::Null, Value::Null),
        Progress::Completed { transaction } => (json!(transaction), Value::Null),
        Progress::Failed { code } => {
            (Value::Null, json!({"failureCode": code, "failureMessage": format!("The payment failed: {code}")}))
        }
    };
    [("providerTransactionId".to_owned(), transaction), ("failureReason".to_owned(), failure)].into_iter().collect()
}

/// Amount and currency as the script has them.
fn priced(price: &Price, script: &Script) -> Map<String, Value> {
    let other = if price.currency == "CDF" { "USD" } else { "CDF" };
    let (amount, currency) = match script.amount {
        Some(AmountForm::Missing) => return Map::new(),
        Some(AmountForm::ExtraZeros) => (price.amount.with_decimals(4), price.currency.as_str()),
        Some(AmountForm::Lower) => (Amount(price.amount.0 / 2).with_decimals(2), &*price.currency),
        Some(AmountForm::OtherCurrency) => (price.amount.with_decimals(2), other),
        Some(AmountForm::Present) | None => (price.amount.with_decimals(2), price.currency.as_str()),
    };
    [("amount".to_owned(), json!(amount)), ("currency".to_owned(), json!(currency))].into_iter().collect()
}

/// The same message with another word for its status.
pub fn with_status(mut body: Value, word: &str) -> Value {
    if let Value::Object(fields) = &mut body {
        fields.insert("status".to_owned(), json!(word));
    }
    body
}
