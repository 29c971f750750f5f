//! The messages of CinetPay: answers and bodies of notifications, each with the fields that its golden file has.

use serde_json::{Value, json};

use super::records::{Payment, PaymentStatus};
use crate::simulator::amount::Amount;
use crate::simulator::exchange::Answer;
use crate::simulator::script::{AmountForm, Script};

/// Seconds that an access token is good.
pub const TOKEN_LIFETIME_S: i64 = 86_400;

/// The number of an error that its word stands for.
fn number_of(word: &str) -> i64 {
    match word {
        "INVALID_TOKEN" => 1002,
        "EXPIRED_TOKEN" => 1003,
        "INVALID_PARAMS" => 1004,
        "TRANSACTION_EXIST" => 1200,
        "INSUFFICIENT_BALANCE" => 2005,
        _ => -1,
    }
}

pub fn error(status: u16, word: &str, description: &str) -> Answer {
    Answer::json(status, &json!({"code": number_of(word), "status": word, "description": description}))
}

pub fn logged_in(token: &str) -> Value {
    json!({
        "code": 200,
        "status": "OK",
        "access_token": token,
        "token_type": "bearer",
        "expires_in": TOKEN_LIFETIME_S,
    })
}

pub fn accepted(payment: &Payment, page: &str) -> Value {
    json!({
        "code": 200,
        "status": "OK",
        "payment_token": payment.payment_token,
        "notify_token": payment.notify_token,
        "transaction_id": payment.transaction,
        "merchant_transaction_id": payment.reference,
        "payment_url": page,
        "details": {"code": 2001, "status": "INITIATED", "must_be_redirected": true},
    })
}

/// A status answer tells no amount unless the script wants it.
pub fn status(payment: &Payment, script: &Script) -> Value {
    let word = script.status_word.clone().unwrap_or_else(|| payment.status.word().to_owned());
    let code = match payment.status {
        PaymentStatus::Initiated => 2001,
        PaymentStatus::Pending => 2002,
        PaymentStatus::Success => 100,
        PaymentStatus::InsufficientBalance => 2005,
        PaymentStatus::Failed | PaymentStatus::Expired => 2010,
    };
    let mut body = json!({
        "code": code,
        "status": word,
        "merchant_transaction_id": payment.reference,
        "transaction_id": payment.transaction,
        "user": user(payment),
    });
    if let (Value::Object(fields), Some((amount, currency))) = (&mut body, told_amount(payment, script)) {
        fields.insert("amount".to_owned(), json!(amount));
        fields.insert("currency".to_owned(), json!(currency));
    }
    body
}

fn told_amount(payment: &Payment, script: &Script) -> Option<(String, &'static str)> {
    match script.amount? {
        AmountForm::Missing => None,
        AmountForm::Present => Some((payment.amount.plain(), "CDF")),
        AmountForm::ExtraZeros => Some((payment.amount.with_decimals(4), "CDF")),
        AmountForm::Lower => Some((Amount(payment.amount.0 / 2).plain(), "CDF")),
        AmountForm::OtherCurrency => Some((payment.amount.plain(), "USD")),
    }
}

pub fn notification(payment: &Payment) -> Value {
    json!({
        "notify_token": payment.notify_token,
        "merchant_transaction_id": payment.reference,
        "transaction_id": payment.transaction,
        "user": user(payment),
    })
}

fn user(payment: &Payment) -> Value {
    json!({"name": payment.name, "email": payment.email, "phone_number": payment.number})
}
