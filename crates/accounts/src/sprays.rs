//! An alarm for one password that is tried on many accounts (password spraying): the counts of accounts don't see it. It
//! slows nobody down, because many people have the same common password; an operator looks at it.

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
