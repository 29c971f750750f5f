//! The keys that callbacks are signed with, by their ids. An id that we don't know makes us ask once more, but not more
//! often than once a minute: anybody can send a callback with an id of their own.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use domain::Instant;
use serde_json::Value;
use tokio::sync::Mutex;

use super::NAME;
use super::signature::PublicKey;
use crate::{json, odd_answers};

/// The pause between two questions for a key that we don't know.
pub const ASK_AGAIN_AFTER: Duration = Duration::from_mins(1);
/// A key that was withdrawn is forgotten after this long.
pub const READ_AGAIN_AFTER: Duration = Duration::from_hours(1);

#[derive(Default)]
pub struct Keys {
    by_id: RwLock<HashMap<String, PublicKey>>,
    /// When they were asked for last. Whoever holds it asks; the others wait and then look again.
    pub asked_at: Mutex<Option<Instant>>,
}

impl Keys {
    pub fn known(&self, id: &str) -> Option<PublicKey> {
        self.by_id.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    pub fn replace(&self, keys: HashMap<String, PublicKey>) {
        *self.by_id.write().unwrap_or_else(PoisonError::into_inner) = keys;
    }
}

/// Reads the list of keys, without those that are none.
pub fn read(answer: &Value) -> HashMap<String, PublicKey> {
    let listed = answer.as_array().map(Vec::as_slice).unwrap_or_default();
    let key = |entry: &Value| {
        let (id, text) = (json::text(entry, "id")?, json::text(entry, "key")?);
        let parsed = PublicKey::parse(&text);
        if parsed.is_none() {
            odd_answers::report(NAME, "keys", &id);
        }
        Some((id, parsed?))
    };
    listed.iter().filter_map(key).collect()
}
