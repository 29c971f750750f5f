//! The simulator's clock: virtual in tests, where it stands still until it is advanced, or the machine's own.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Monday 5 January 2026, 10:00 UTC: where a virtual clock begins.
pub const VIRTUAL_START_MS: i64 = 1_767_607_200_000;

#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// Unix milliseconds that only [`Clock::advance`] and [`Clock::set`] change.
    Virtual(i64),
    /// The machine's time, so many milliseconds ahead.
    Real(i64),
}

impl Clock {
    pub fn now_ms(self) -> i64 {
        match self {
            Clock::Virtual(now) => now,
            Clock::Real(ahead) => machine_ms() + ahead,
        }
    }

    pub fn advance(&mut self, seconds: i64) {
        let (Clock::Virtual(value) | Clock::Real(value)) = self;
        *value += seconds * 1000;
    }

    pub fn set(&mut self, now_ms: i64) {
        *self = match self {
            Clock::Virtual(_) => Clock::Virtual(now_ms),
            Clock::Real(_) => Clock::Real(now_ms - machine_ms()),
        };
    }
}

fn machine_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// `2026-01-05T10:00:00Z`.
pub fn rfc3339(ms: i64) -> String {
    formatted(ms, "%Y-%m-%dT%H:%M:%SZ")
}

/// By a pattern of `strftime`, in UTC.
pub fn formatted(ms: i64, pattern: &str) -> String {
    Timestamp::from_millisecond(ms).map(|time| time.strftime(pattern).to_string()).unwrap_or_default()
}
