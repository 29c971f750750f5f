//! Deletes what is over: ended sessions, browsers that were not seen for long, links and codes of yesterday, counts of wrong
//! tries that nobody waits for any more. No fact is among them.

use std::time::Duration;

use database::{Connection, DbError};
use domain::Instant;
use platform::Error;
use platform::upkeep::delete_in_batches;

use crate::{Accounts, phone_proof, recovery, second_factor, sessions, wrong_tries};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Ended sessions are a part of their owner's export for so long. A session without a row is refused like a revoked one.
const SESSIONS_STORED_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// The cookie that tells a browser is gone by then.
const DEVICES_STORED_FOR: Duration = platform::client::DEVICE_COOKIE_LIFETIME;

type Delete = fn(&mut Connection<'_>, Instant, i64) -> Result<u64, DbError>;

/// What is deleted, how long after, by which statement.
const OVER: [(&str, Duration, Delete); 6] = [
    ("sessions", SESSIONS_STORED_FOR, sessions::delete_ended_before),
    ("known_devices", DEVICES_STORED_FOR, sessions::delete_devices_before),
    ("one_time_links", DAY, recovery::delete_links_expired_before),
    ("phone_codes", DAY, phone_proof::delete_codes_before),
    ("login_steps", Duration::ZERO, second_factor::delete_login_steps_before),
    ("wrong_tries", Duration::ZERO, wrong_tries::store::delete_over),
];

impl Accounts {
    /// Deletes what is over, and answers how many rows of what.
    pub async fn delete_what_is_over(&self) -> Result<Vec<(&'static str, u64)>, Error> {
        let now = self.services.now();
        let mut deleted = Vec::new();
        for (what, age, delete) in OVER {
            let count = delete_in_batches(&self.services.db, move |c, most| delete(c, now - age, most)).await?;
            deleted.push((what, count));
        }
        Ok(deleted)
    }
}
