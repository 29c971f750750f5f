//! Sees when one password is tried on many accounts (password spraying), which the counts of accounts don't. It refuses nobody,
//! because many people have the same common password: further tries of it wait behind those of others, and an operator is
//! alarmed.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::Instant;
use hmac::{Hmac, KeyInit, Mac};
use metrics::Counter;
use platform::random;
use sha2::Sha256;

/// Wrong tries of one password on so many accounts raise the alarm, once in the time below.
const MANY: usize = 10;

const TOGETHER: Duration = Duration::from_secs(3600);

/// Passwords remembered at once.
const MOST_PASSWORDS: usize = 20_000;

type Fingerprint = [u8; 32];

pub struct Sprays {
    /// Of this process alone: what is remembered of a password is worth nothing without it, and is never stored.
    key: [u8; 32],
    alarms: Counter,
    tried: Mutex<HashMap<Fingerprint, Tried>>,
}

struct Tried {
    since: Instant,
    accounts: HashSet<Fingerprint>,
}

impl Default for Sprays {
    fn default() -> Sprays {
        let alarms = metrics::counter!("password_spray_alarms_total");
        // Shown from the start, so that a rule can be written about it.
        alarms.increment(0);
        Sprays { key: random::bytes(), alarms, tried: Mutex::default() }
    }
}

impl Sprays {
    /// Remembers that a password was wrong for an account as it was typed.
    pub fn note_wrong(&self, password: &str, typed: &str, now: Instant) {
        let (password, account) = (self.fingerprint(password), self.fingerprint(typed));
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        if tried.len() >= MOST_PASSWORDS && !tried.contains_key(&password) {
            make_room(&mut tried, now);
        }
        let seen = tried.entry(password).or_insert_with(|| Tried { since: now, accounts: HashSet::new() });
        if seen.since + TOGETHER <= now {
            *seen = Tried { since: now, accounts: HashSet::new() };
        }
        if seen.accounts.len() < MANY && seen.accounts.insert(account) && seen.accounts.len() == MANY {
            self.alarms.increment(1);
            tracing::warn!(accounts = MANY, "one password is tried on many accounts");
        }
    }

    /// Whether a password was wrong for many accounts lately.
    pub fn is_sprayed(&self, password: &str, now: Instant) -> bool {
        let tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = tried.get(&self.fingerprint(password));
        seen.is_some_and(|seen| seen.accounts.len() >= MANY && now < seen.since + TOGETHER)
    }

    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
    fn fingerprint(&self, text: &str) -> Fingerprint {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// Forgets what is over; then those that were tried on one account only, which are most.
fn make_room(tried: &mut HashMap<Fingerprint, Tried>, now: Instant) {
    tried.retain(|_, seen| seen.since + TOGETHER > now);
    if tried.len() >= MOST_PASSWORDS {
        tried.retain(|_, seen| seen.accounts.len() > 1);
    }
    if tried.len() >= MOST_PASSWORDS {
        tried.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_sprayed_once_many_accounts_were_tried_with_it_and_for_an_hour() {
        let (sprays, start) = (Sprays::default(), Instant::from_millis(0));
        for number in 1..MANY {
            sprays.note_wrong("soleil", &format!("amani{number}"), start);
            sprays.note_wrong("soleil", "amani1", start);
        }
        assert!(!sprays.is_sprayed("soleil", start), "one account counts once");
        sprays.note_wrong("soleil", "zawadi", start);
        assert!(sprays.is_sprayed("soleil", start));
        assert!(!sprays.is_sprayed("lune", start));
        assert!(!sprays.is_sprayed("soleil", start + TOGETHER));
    }
}
