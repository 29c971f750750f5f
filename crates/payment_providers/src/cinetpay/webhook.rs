//! Notices, which carry the token that was told when the payment was opened.

use serde_json::Value;

use crate::{Webhook, WebhookRequest, json, wire_reference};

/// Reads a notice. Whoever calls compares the token with the one that was stored.
pub fn read(request: &WebhookRequest<'_>) -> Webhook {
    let body: Option<Value> = serde_json::from_slice(request.body).ok();
    let tokened = |body: Value| {
        let id = json::text(&body, "merchant_transaction_id")?;
        // One that is not of our form is nobody's: it is recorded as it is.
        let reference = wire_reference::from_letters(&id).or_else(|| id.parse().ok())?;
        let token = json::text(&body, "notify_token")?;
        Some(Webhook::Tokened { reference, token, status_text: json::text(&body, "status").unwrap_or_default() })
    };
    body.and_then(tokened).unwrap_or(Webhook::Forged)
}
