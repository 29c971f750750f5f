//! Callbacks, which nobody signs: each payment has an address of its own with a secret in it, which whoever receives the
//! request has compared, and what it says is a hint.

use domain::ProviderReference;
use serde_json::Value;

use super::{NAME, order_number};
use crate::{Webhook, WebhookRequest, json, wire_reference};

/// Reads a callback to `…/flexpay/{reference}/{secret}/`. It is about the payment that its address names; one whose body names
/// another brings no number with it.
pub fn read(request: &WebhookRequest<'_>) -> Webhook {
    let body: Option<Value> = serde_json::from_slice(request.body).ok();
    let hint = |body: Value| {
        let reference = reference_of_path(request.path)?;
        let ours = wire_reference::to_short_letters(&reference)?;
        let is_ours = json::text(&body, "reference").is_none_or(|told| told == ours);
        let status_text = format!("code {}", json::text(&body, "code").unwrap_or_default());
        let number = order_number::read(&body).filter(|_| is_ours);
        Some(Webhook::Hint { reference, status_text, number })
    };
    body.filter(Value::is_object).and_then(hint).unwrap_or(Webhook::Forged)
}

fn reference_of_path(path: &str) -> Option<ProviderReference> {
    let path = path.split('?').next()?;
    let mut segments = path.split('/').skip_while(|segment| *segment != NAME);
    segments.nth(1)?.parse().ok()
}
