//! How many mails about new browsers somebody gets.

use std::time::Duration;

use domain::{Instant, UserId};
use platform::Limiter;

/// Mails one after the other, then one more every hour: programs that keep no cookie come as a new browser each time.
const MAILS: u32 = 5;

const HOUR: Duration = Duration::from_secs(3600);

pub struct DeviceMails(Limiter<UserId>);

impl Default for DeviceMails {
    fn default() -> DeviceMails {
        DeviceMails(Limiter::new(MAILS, HOUR))
    }
}

impl DeviceMails {
    /// Whether one more may leave.
    pub fn take(&self, user: UserId, now: Instant) -> bool {
        self.0.take(&user, now).is_ok()
    }
}
