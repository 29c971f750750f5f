//! Webhooks that arrive, whole or not, and webhooks that the provider never wrote.

use payment_providers::sandbox::SIGNATURE_HEADER;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::checks::same;
use super::commands::{Arrival, Lie, Pick};
use super::reference_types::Notable;
use super::run::Run;
use super::webhook_capture::CapturedWebhook;
use crate::support::Answer;

/// Seconds that a signature is worth something.
const IN_TIME: i64 = 300;

const WEBHOOK_PATH: &str = "/api/payments/webhooks/sandbox/";
const OTHER_WEBHOOK_PATH: &str = "/api/payments/webhooks/another/";

impl Run<'_> {
    pub async fn webhook(&mut self, webhook: Pick, arrives: Arrival) -> Result<(), String> {
        let Some(webhook) = webhook.of(self.webhooks.len()).map(|index| self.webhooks[index].clone()) else {
            return Ok(());
        };
        let (mut body, mut signature) = (webhook.body.clone(), webhook.signature.clone());
        match arrives {
            Arrival::Whole => return self.arrive(&webhook).await,
            Arrival::Twice => {
                let (one, other) = tokio::join!(self.send(&webhook), self.send(&webhook));
                self.received(&webhook, &one)?;
                return self.received(&webhook, &other);
            }
            Arrival::Altered => body.push(b' '),
            Arrival::WrongSignature => {
                let last = if signature.pop() == Some('0') { '1' } else { '0' };
                signature.push(last);
            }
            Arrival::Unsigned => signature.clear(),
            Arrival::AtAnotherProvider => {
                let answer = self.deliver(OTHER_WEBHOOK_PATH, &signature, body).await;
                return same("the answer at another address", &StatusCode::NOT_FOUND, &answer.status);
            }
        }
        let answer = self.deliver(WEBHOOK_PATH, &signature, body).await;
        same("the answer to a webhook that was tampered with", &StatusCode::UNAUTHORIZED, &answer.status)
    }

    pub async fn arrive(&mut self, webhook: &CapturedWebhook) -> Result<(), String> {
        let answer = self.send(webhook).await;
        self.received(webhook, &answer)
    }

    async fn send(&self, webhook: &CapturedWebhook) -> Answer {
        self.deliver(WEBHOOK_PATH, &webhook.signature, webhook.body.clone()).await
    }

    fn received(&mut self, webhook: &CapturedWebhook, answer: &Answer) -> Result<(), String> {
        let now = self.now();
        if now > webhook.signed_at.plus_seconds(IN_TIME) {
            self.model.note(Notable::WebhookTooOld, true);
            return same("the answer to an old webhook", &StatusCode::UNAUTHORIZED, &answer.status);
        }
        same("the answer to a webhook", &StatusCode::OK, &answer.status)?;
        let reported: Value = serde_json::from_slice(&webhook.body).unwrap();
        self.model.heard(&webhook.body, reported["reference"].as_str().unwrap(), now);
        Ok(())
    }

    pub async fn forge(&self, payment: Pick, lie: Lie) -> Result<(), String> {
        let Some(payment) = self.picked(payment).map(|index| &self.model.payments[index]) else { return Ok(()) };
        let (amount, currency) = (payment.amount.figures(), payment.amount.currency().code());
        let body = json!({ "reference": payment.reference, "status": "COMPLETED", "reason": null, "amount": amount,
            "currency": currency, "transaction": format!("SBX-{}", payment.reference) });
        let signature = match lie {
            Lie::Unsigned => String::new(),
            Lie::MadeUpSignature => format!("t={},v1={}", self.now().seconds(), "0".repeat(64)),
            Lie::OldScheme => "sha256=deadbeef".to_owned(),
        };
        let answer = self.deliver(WEBHOOK_PATH, &signature, body.to_string().into_bytes()).await;
        same("the answer to a forged webhook", &StatusCode::UNAUTHORIZED, &answer.status)
    }

    async fn deliver(&self, path: &str, signature: &str, body: Vec<u8>) -> Answer {
        let request = self.world.app.request(Method::POST, path).header(SIGNATURE_HEADER, signature);
        self.world.app.send(request.header("content-type", "application/json").body(body)).await
    }
}
