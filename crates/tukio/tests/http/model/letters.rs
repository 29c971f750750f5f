//! Letters that arrive, whole or not, and letters that the provider never wrote.

use payment_providers::sandbox::SIGNATURE_HEADER;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::checks::same;
use super::commands::{Arrival, Lie, Pick};
use super::paper::Notable;
use super::post_office::Letter;
use super::run::Run;
use crate::support::Answer;

/// Seconds that a signature is worth something.
const IN_TIME: i64 = 300;

const DOOR: &str = "/api/payments/webhooks/sandbox/";
const ANOTHER_DOOR: &str = "/api/payments/webhooks/another/";

impl Run<'_> {
    pub async fn letter(&mut self, letter: Pick, arrives: Arrival) -> Result<(), String> {
        let Some(letter) = letter.of(self.letters.len()).map(|index| self.letters[index].clone()) else {
            return Ok(());
        };
        let (mut body, mut signature) = (letter.body.clone(), letter.signature.clone());
        match arrives {
            Arrival::Whole => return self.arrive(&letter).await,
            Arrival::Twice => {
                let (one, other) = tokio::join!(self.send(&letter), self.send(&letter));
                self.received(&letter, &one)?;
                return self.received(&letter, &other);
            }
            Arrival::Altered => body.push(b' '),
            Arrival::WrongSignature => {
                let last = if signature.pop() == Some('0') { '1' } else { '0' };
                signature.push(last);
            }
            Arrival::Unsigned => signature.clear(),
            Arrival::AtAnotherProvider => {
                let answer = self.deliver(ANOTHER_DOOR, &signature, body).await;
                return same("the answer at another door", &StatusCode::NOT_FOUND, &answer.status);
            }
        }
        let answer = self.deliver(DOOR, &signature, body).await;
        same("the answer to a letter that was tampered with", &StatusCode::UNAUTHORIZED, &answer.status)
    }

    pub async fn arrive(&mut self, letter: &Letter) -> Result<(), String> {
        let answer = self.send(letter).await;
        self.received(letter, &answer)
    }

    async fn send(&self, letter: &Letter) -> Answer {
        self.deliver(DOOR, &letter.signature, letter.body.clone()).await
    }

    fn received(&mut self, letter: &Letter, answer: &Answer) -> Result<(), String> {
        let now = self.now();
        if now > letter.signed_at.plus_seconds(IN_TIME) {
            self.paper.note(Notable::LetterTooOld, true);
            return same("the answer to an old letter", &StatusCode::UNAUTHORIZED, &answer.status);
        }
        same("the answer to a letter", &StatusCode::OK, &answer.status)?;
        let told: Value = serde_json::from_slice(&letter.body).unwrap();
        self.paper.heard(&letter.body, told["reference"].as_str().unwrap(), now);
        Ok(())
    }

    pub async fn forge(&self, payment: Pick, lie: Lie) -> Result<(), String> {
        let Some(payment) = self.picked(payment).map(|index| &self.paper.payments[index]) else { return Ok(()) };
        let (amount, currency) = (payment.amount.figures(), payment.amount.currency().code());
        let body = json!({ "reference": payment.reference, "status": "COMPLETED", "reason": null, "amount": amount,
            "currency": currency, "transaction": format!("SBX-{}", payment.reference) });
        let signature = match lie {
            Lie::Unsigned => String::new(),
            Lie::MadeUpSignature => format!("t={},v1={}", self.now().seconds(), "0".repeat(64)),
            Lie::OldScheme => "sha256=deadbeef".to_owned(),
        };
        let answer = self.deliver(DOOR, &signature, body.to_string().into_bytes()).await;
        same("the answer to a forged letter", &StatusCode::UNAUTHORIZED, &answer.status)
    }

    async fn deliver(&self, door: &str, signature: &str, body: Vec<u8>) -> Answer {
        let request = self.world.app.request(Method::POST, door).header(SIGNATURE_HEADER, signature);
        self.world.app.send(request.header("content-type", "application/json").body(body)).await
    }
}
