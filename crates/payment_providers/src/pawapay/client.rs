//! What every call to pawaPay needs: its address, the token, and what was read of its configuration and its keys.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use domain::Clock;
use http_client::{HttpClient, Url};

use super::NAME;
use super::configuration::{self, Configuration};
use super::keys::{self, Keys};
use super::settings::Settings;
use super::signature::PublicKey;
use crate::exchange::{Caller, Exchange, address};
use crate::odd_answers;

/// It has no `Debug`, because it holds the token.
pub struct PawaPay {
    pub(super) settings: Settings,
    pub(super) caller: Caller,
    pub(super) clock: Arc<dyn Clock>,
    /// As it was read last; `None` before the first time.
    configuration: RwLock<Option<Configuration>>,
    keys: Keys,
}

impl PawaPay {
    pub fn new(settings: Settings, client: HttpClient, clock: Arc<dyn Clock>) -> PawaPay {
        let caller = Caller { provider: NAME, client };
        PawaPay { settings, caller, clock, configuration: RwLock::new(None), keys: Keys::default() }
    }

    pub(super) fn address(&self, segments: &[&str]) -> Url {
        address(&self.settings.url, segments)
    }

    pub(super) async fn get(&self, about: &'static str, segments: &[&str]) -> Option<Exchange> {
        self.caller.get(about, self.address(segments), Some(&self.settings.token)).await
    }

    pub(super) fn configuration(&self) -> Option<Configuration> {
        self.configuration.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads limits, decimals and closed networks, and the keys of callbacks if they were not read for long.
    pub(super) async fn read_configuration(&self) -> bool {
        let mut url = self.address(&["v2", "active-conf"]);
        url.query_pairs_mut().append_pair("country", "COD").append_pair("operationType", "DEPOSIT");
        let answer = self.caller.get("configuration", url, Some(&self.settings.token)).await;
        let read =
            answer.filter(|answer| answer.status.is_success()).and_then(|answer| configuration::read(&answer.body));
        let is_read = read.is_some();
        if let Some(read) = read {
            read.warn_of_signatures();
            *self.configuration.write().unwrap_or_else(PoisonError::into_inner) = Some(read);
        }
        self.read_keys_if_old().await;
        is_read
    }

    pub(super) async fn find_key(&self, id: &str) -> Option<PublicKey> {
        if let Some(key) = self.keys.known(id) {
            return Some(key);
        }
        self.read_keys_older_than(keys::ASK_AGAIN_AFTER, Some(id)).await;
        self.keys.known(id)
    }

    async fn read_keys_if_old(&self) {
        self.read_keys_older_than(keys::READ_AGAIN_AFTER, None).await;
    }

    /// Reads the keys unless they were asked for within the time given, or the one wanted has come while we waited.
    async fn read_keys_older_than(&self, age: Duration, wanted: Option<&str>) {
        let mut asked_at = self.keys.asked_at.lock().await;
        let now = self.clock.now();
        let is_here = wanted.is_some_and(|id| self.keys.known(id).is_some());
        if is_here || asked_at.is_some_and(|asked_at| now < asked_at + age) {
            return;
        }
        *asked_at = Some(now);
        let answer = self.get("keys", &["v2", "public-key", "http"]).await;
        let keys = answer.filter(|answer| answer.status.is_success()).map(|answer| keys::read(&answer.body));
        match keys {
            Some(keys) if !keys.is_empty() => self.keys.replace(keys),
            Some(_) => odd_answers::report(NAME, "keys", "none that can be read"),
            None => {}
        }
    }
}
