//! The messages of FlexPay: answers and bodies of callbacks, each with the fields that its golden file has.

use serde_json::{Map, Value, json};

use super::records::{Means, Order, OrderStatus};
use crate::simulator::amount::Amount;
use crate::simulator::clock::formatted;
use crate::simulator::script::{AmountForm, Script};

/// Kinshasa is an hour ahead of UTC.
const KINSHASA_MS: i64 = 3_600_000;

/// A code as a string, or as a number where the script wants it.
pub fn code(value: &str, script: &Script) -> Value {
    match value.parse::<i64>() {
        Ok(number) if script.code_as_number == Some(true) => json!(number),
        _ => json!(value),
    }
}

pub fn mobile_accepted(order: &Order, script: &Script) -> Value {
    json!({
        "code": code("0", script),
        "message": "Transaction envoyée avec succès. Veuillez valider le push message",
        "orderNumber": order.number,
        "reference": null,
        "provider_reference": null,
        "url": null,
    })
}

pub fn card_accepted(order: &Order, page: &str, script: &Script) -> Value {
    let mut body = json!({
        "code": code("0", script),
        "message": "Redirection en cours",
        "orderNumber": order.number,
    });
    let field = script.url_field.as_deref().unwrap_or("url");
    if let Value::Object(fields) = &mut body {
        fields.insert(field.to_owned(), json!(page));
    }
    body
}

pub fn refused(message: &str, script: &Script) -> Value {
    json!({"code": code("1", script), "message": message, "orderNumber": null})
}

pub fn not_found(script: &Script) -> Value {
    json!({"code": code("1", script), "message": "Aucune transaction trouvée", "transaction": null})
}

/// The outer code says that the order was found, not that it was paid.
pub fn check(order: &Order, script: &Script) -> Value {
    let status = script.status_word.clone().unwrap_or_else(|| order.status.number().to_string());
    let mut transaction = json!({
        "reference": order.reference,
        "orderNumber": order.number,
        "createdAt": created_at(order),
        "status": code(&status, script),
        "channel": order.channel(),
    });
    if let Value::Object(fields) = &mut transaction {
        fields.extend(amounts(order, script));
    }
    json!({"code": code("0", script), "message": "Transaction trouvée", "transaction": transaction})
}

pub fn callback(order: &Order, script: &Script) -> Value {
    let word = if order.status == OrderStatus::Success { "0" } else { "1" };
    let provider_reference =
        if script.camel_case_reference == Some(true) { "providerReference" } else { "provider_reference" };
    let mut body = json!({
        "code": code(word, script),
        "reference": order.reference,
        "orderNumber": order.number,
    });
    let Value::Object(fields) = &mut body else { return body };
    fields.insert(provider_reference.to_owned(), json!(order.provider_reference));
    if let Means::Mobile { phone, .. } = &order.means {
        fields.insert("phone".to_owned(), json!(phone));
        fields.insert("createdAt".to_owned(), json!(created_at(order)));
        fields.insert("channel".to_owned(), json!(order.channel()));
        fields.extend(amounts(order, script));
    }
    body
}

fn created_at(order: &Order) -> String {
    formatted(order.created_ms + KINSHASA_MS, "%d-%m-%Y %H:%M:%S")
}

/// Amount, what the payer paid with fees, and the currency, as the script has them.
fn amounts(order: &Order, script: &Script) -> Map<String, Value> {
    let other = if order.currency == "CDF" { "USD" } else { "CDF" };
    let usual = |amount: Amount| amount.like_a_float();
    let (amount, currency) = match script.amount {
        Some(AmountForm::Missing) => return Map::new(),
        Some(AmountForm::ExtraZeros) => (order.amount.with_decimals(4), order.currency.as_str()),
        Some(AmountForm::Lower) => (usual(Amount(order.amount.0 / 2)), order.currency.as_str()),
        Some(AmountForm::OtherCurrency) => (usual(order.amount), other),
        Some(AmountForm::Present) | None => (usual(order.amount), order.currency.as_str()),
    };
    [
        ("amount".to_owned(), json!(amount)),
        ("amountCustomer".to_owned(), json!(usual(order.amount_of_customer()))),
        ("currency".to_owned(), json!(currency)),
    ]
    .into_iter()
    .collect()
}
