//! Types of sessions, pure.

use std::time::Duration;

use domain::{Instant, SessionId, UserId};

use crate::sessions::device;
use platform::secret::{self, SecretHash};
use platform::{Client, random};

/// A session as it is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user: UserId,
}

/// A session as its owner sees it in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSession {
    pub id: SessionId,
    pub device: String,
    pub created: Instant,
    pub last_seen: Instant,
    pub expires: Instant,
}

/// What was changed of an account from another browser, and when, that a session has not told its owner yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AccountChanges {
    pub email: Option<Instant>,
    pub phone: Option<Instant>,
}

/// A session about to be opened.
pub struct NewSession {
    pub refresh_hash: SecretHash,
    pub device: String,
    pub device_hash: SecretHash,
    pub created: Instant,
    pub expires: Instant,
}

impl NewSession {
    /// A session and its refresh token. Only the hash is stored, so the token is answered once.
    pub fn new(client: &Client, remember: bool, now: Instant) -> (NewSession, String) {
        let refresh = random::token();
        let session = NewSession {
            refresh_hash: secret::hash(&refresh),
            device: device::label(&client.user_agent),
            device_hash: secret::hash(&client.device),
            created: now,
            expires: now + if remember { 30 * DAY } else { DAY },
        };
        (session, refresh)
    }
}

const DAY: Duration = Duration::from_secs(24 * 3600);
