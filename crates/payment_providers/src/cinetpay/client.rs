//! What every call to CinetPay needs: a login that is made once, and once more when its token is refused.

use std::sync::Arc;

use domain::Clock;
use http_client::{HttpClient, Url};
use serde::Serialize;

use super::NAME;
use super::session::{Session, Token, is_token_refused};
use super::settings::Settings;
use crate::exchange::{Caller, Exchange, address};
use crate::odd_answers;

/// It has no `Debug`, because it holds the password.
pub struct CinetPay {
    pub(super) settings: Settings,
    caller: Caller,
    clock: Arc<dyn Clock>,
    session: Session,
}

#[derive(Serialize)]
struct Login<'a> {
    api_key: &'a str,
    api_password: &'a str,
}

impl CinetPay {
    pub fn new(settings: Settings, client: HttpClient, clock: Arc<dyn Clock>) -> CinetPay {
        let caller = Caller { provider: NAME, client };
        CinetPay { settings, caller, clock, session: Session::default() }
    }

    pub(super) fn address(&self, segments: &[&str]) -> Url {
        address(&self.settings.url, segments)
    }

    pub(super) async fn post(&self, about: &'static str, url: Url, body: &impl Serialize) -> Option<Exchange> {
        self.send(about, url, Some(serde_json::to_string(body).ok()?)).await
    }

    pub(super) async fn get(&self, about: &'static str, url: Url) -> Option<Exchange> {
        self.send(about, url, None).await
    }

    /// Makes a call, and repeats it once with a new token if the old one was refused: then nothing had come of it.
    async fn send(&self, about: &'static str, url: Url, body: Option<String>) -> Option<Exchange> {
        let token = self.token(None).await?;
        let answer = self.caller.send(about, url.clone(), Some(&token), body.clone()).await?;
        if !is_token_refused(&answer) {
            return Some(answer);
        }
        let renewed = self.token(Some(&token)).await?;
        let answer = self.caller.send(about, url, Some(&renewed), body).await?;
        if is_token_refused(&answer) {
            odd_answers::report(NAME, about, "a new token is refused");
            return None;
        }
        Some(answer)
    }

    /// Returns a token that is good, and not the one that was refused.
    async fn token(&self, refused: Option<&str>) -> Option<String> {
        let mut kept = self.session.0.lock().await;
        if let Some(token) = kept.as_ref().filter(|token| token.is_good(self.clock.now(), refused)) {
            return Some(token.text.clone());
        }
        let login = Login { api_key: &self.settings.key, api_password: &self.settings.password };
        let url = self.address(&["v1", "oauth", "login"]);
        let answer = self.caller.post("login", url, None, &login).await?;
        let token = Token::read(&answer, self.clock.now());
        if token.is_none() {
            odd_answers::report(NAME, "login", answer.status.as_str());
        }
        *kept = token;
        kept.as_ref().map(|token| token.text.clone())
    }
}
