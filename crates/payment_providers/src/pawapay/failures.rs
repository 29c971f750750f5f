//! Why something was refused or failed, in pawaPay's codes.

use serde_json::Value;

use crate::{Reason, json, odd_answers};

/// The code of a refusal: in `failureReason`, or in the answer itself where a request was not understood.
pub fn failure_code(body: &Value) -> Option<String> {
    let nested = body.get("failureReason").and_then(|reason| json::text(reason, "failureCode"));
    nested.or_else(|| json::text_of_any(body, &["failureCode", "errorCode"]))
}

pub fn reason(code: Option<&str>) -> Reason {
    match code {
        Some("PAYMENT_NOT_APPROVED") => Reason::Refused,
        Some("INSUFFICIENT_BALANCE") => Reason::InsufficientBalance,
        Some(other) => Reason::Other(odd_answers::harmless(other)),
        None => Reason::Other("no reason given".to_owned()),
    }
}
