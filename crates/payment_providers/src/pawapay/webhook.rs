//! Callbacks: of a checkout when it ends, of a deposit when an attempt ends, of a refund. All are signed, and all only make
//! us ask.

use domain::ProviderReference;
use serde_json::Value;

use super::NAME;
use super::client::PawaPay;
use super::signature::Message;
use crate::{Webhook, WebhookRequest, json, wire_reference};

/// The label under which pawaPay signs.
const LABEL: &str = "sig-pp";

impl PawaPay {
    pub(super) async fn judge(&self, request: &WebhookRequest<'_>) -> Webhook {
        let message = match Message::of_request(request, LABEL, self.clock.now()) {
            Ok(message) => message,
            Err(problem) => return forged(&problem.to_string()),
        };
        let Some(key) = self.find_key(&message.key_id).await else { return forged("the key is unknown") };
        if !message.is_signed_by(&key) {
            return forged("the signature is not that of the key");
        }
        let body: Option<Value> = serde_json::from_slice(request.body).ok();
        match body.as_ref().and_then(read) {
            Some((reference, status_text)) => Webhook::Verified { reference, status_text },
            None => forged("it names no payment"),
        }
    }
}

fn forged(problem: &str) -> Webhook {
    tracing::warn!(provider = NAME, problem, "callback refused");
    Webhook::Forged
}

/// Finds the payment that a callback is about. An attempt within a checkout has an id of pawaPay's own and brings our
/// reference along; that of a payment page, and a checkout, have an id of ours. One that is about nothing of ours names a
/// reference that nobody has.
fn read(body: &Value) -> Option<(ProviderReference, String)> {
    let status = json::text(body, "status").unwrap_or_default();
    let by_id = |field: &str| json::text(body, field).and_then(|id| wire_reference::from_uuid(&id));
    let kinds = [("checkoutId", "checkout"), ("refundId", "refund"), ("depositId", "deposit")];
    let (field, kind) = kinds.into_iter().find(|(field, _)| json::has(body, field))?;
    let carried = if kind == "deposit" { body.get("metadata").and_then(carried_reference) } else { None };
    Some((carried.or_else(|| by_id(field))?, format!("{kind} {status}")))
}

/// Metadata come back as one object, or as the list that was sent.
fn carried_reference(metadata: &Value) -> Option<ProviderReference> {
    let reference = |object: &Value| json::text(object, "reference")?.parse().ok();
    match metadata {
        Value::Array(list) => list.iter().find_map(reference),
        object => reference(object),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const UUID: &str = "f4401bd2-1568-4140-bf2d-eb77d2b2b639";
    const OURS: &str = "f4401bd215684140bf2deb77d2b2b639";
    const ATTEMPT: &str = "8917c345-4791-4285-a416-62f24b6982db";

    #[test]
    fn each_kind_of_callback_leads_to_its_payment() {
        for (body, text) in [
            (
                json!({"checkoutId": UUID, "status": "COMPLETED", "deposit": {"depositId": ATTEMPT}}),
                "checkout COMPLETED",
            ),
            (json!({"depositId": UUID, "status": "FAILED"}), "deposit FAILED"),
            (json!({"depositId": ATTEMPT, "status": "FAILED", "metadata": {"reference": OURS}}), "deposit FAILED"),
            (
                json!({"depositId": ATTEMPT, "status": "FAILED", "metadata": [{"a": 1}, {"reference": OURS}]}),
                "deposit FAILED",
            ),
            (json!({"depositId": ATTEMPT, "checkoutId": UUID, "status": "FAILED"}), "checkout FAILED"),
        ] {
            assert_eq!(read(&body), Some((OURS.parse().unwrap(), text.to_owned())), "{body}");
        }
        let foreign = json!({"depositId": ATTEMPT, "status": "FAILED"});
        assert_eq!(read(&foreign).unwrap().0.as_str(), "8917c34547914285a41662f24b6982db");
        for body in [json!({}), json!([]), json!({"checkoutId": "PAY1"}), json!({"depositId": null}), json!("x")] {
            assert_eq!(read(&body), None, "{body}");
        }
    }
}
