//! Webhooks that arrive, whole or not, and webhooks that the provider never wrote.

use reqwest::{Method, StatusCode};

use super::checks::same;
use super::commands::{Arrival, Lie, Pick};
use super::reference_types::Notable;
use super::run::Run;
use super::webhook_capture::CapturedWebhook;
use crate::support::Answer;

const OTHER_WEBHOOK_PATH: &str = "/api/payments/webhooks/another/";

impl Run<'_> {
    pub async fn webhook(&mut self, webhook: Pick, arrives: Arrival) -> Result<(), String> {
        let Some(webhook) = webhook.of(self.webhooks.len()).map(|index| self.webhooks[index].clone()) else {
            return Ok(());
        };
        let sent = self.world.counterparty.tampered(&webhook, arrives);
        match arrives {
            Arrival::Twice => {
                let (one, other) = tokio::join!(self.send(&webhook), self.send(&webhook));
                self.received(&webhook, &one)?;
                self.received(&webhook, &other)
            }
            Arrival::AtAnotherProvider => {
                let webhook = CapturedWebhook { path: OTHER_WEBHOOK_PATH.to_owned(), ..webhook };
                let answer = self.send(&webhook).await;
                same("the answer at another address", &StatusCode::NOT_FOUND, &answer.status)
            }
            _ if sent.is_genuine => self.arrive(&sent.webhook).await,
            _ => {
                let answer = self.send(&sent.webhook).await;
                same("the answer to a webhook that was tampered with", &StatusCode::UNAUTHORIZED, &answer.status)
            }
        }
    }

    pub async fn arrive(&mut self, webhook: &CapturedWebhook) -> Result<(), String> {
        let answer = self.send(webhook).await;
        self.received(webhook, &answer)
    }

    fn received(&mut self, webhook: &CapturedWebhook, answer: &Answer) -> Result<(), String> {
        let (now, abilities) = (self.now(), self.world.counterparty.abilities());
        // Signatures tell whole seconds.
        let is_old = |last: i64| now.millis() > (webhook.sent_at.seconds() + last) * 1000;
        if abilities.webhooks_last.is_some_and(is_old) {
            self.model.note(Notable::WebhookTooOld, true);
            return same("the answer to an old webhook", &StatusCode::UNAUTHORIZED, &answer.status);
        }
        let subject = self.world.counterparty.subject(webhook);
        let is_known = self.model.payments.iter().any(|payment| payment.reference == subject);
        if !is_known && !abilities.hears_of_strangers {
            return same("the answer to a stranger", &StatusCode::UNAUTHORIZED, &answer.status);
        }
        same("the answer to a webhook", &StatusCode::OK, &answer.status)?;
        self.model.heard(&webhook.body, &subject, now);
        Ok(())
    }

    pub async fn forge(&mut self, payment: Pick, lie: Lie) -> Result<(), String> {
        let Some(index) = self.picked(payment) else { return Ok(()) };
        let (bill, now) = (self.bill(index).await, self.now());
        self.collect().await;
        let amount = self.model.payments[index].amount;
        for forged in self.world.counterparty.forged(&bill, amount, lie, now).await {
            let answer = self.send(&forged).await;
            same("the answer to a forged webhook", &StatusCode::UNAUTHORIZED, &answer.status)?;
        }
        Ok(())
    }

    async fn send(&self, webhook: &CapturedWebhook) -> Answer {
        let request = self.world.app.request(Method::POST, &webhook.path);
        let request = webhook.headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        self.world.app.send(request.body(webhook.body.clone())).await
    }
}
