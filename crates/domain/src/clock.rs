//! Time is passed in: whoever needs "now" is handed a clock, so that tests choose the moment.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::Instant;

pub trait Clock: Send + Sync {
    fn now(&self) -> Instant;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Instant::from_millis(elapsed.as_millis() as i64)
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    pub fn at(instant: Instant) -> FixedClock {
        FixedClock(AtomicI64::new(instant.millis()))
    }

    pub fn set(&self, instant: Instant) {
        self.0.store(instant.millis(), Ordering::SeqCst);
    }

    pub fn advance(&self, length: Duration) {
        self.0.fetch_add(length.as_millis() as i64, Ordering::SeqCst);
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Instant {
        Instant::from_millis(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_of_the_tests_stands_still_until_it_is_moved() {
        let clock = FixedClock::at(Instant::from_millis(1_000));
        assert_eq!([clock.now(), clock.now()], [Instant::from_millis(1_000); 2]);
        clock.advance(Duration::from_millis(500));
        assert_eq!(clock.now(), Instant::from_millis(1_500));
        clock.advance_seconds(-1);
        assert_eq!(clock.now(), Instant::from_millis(500));
        clock.set(Instant::from_millis(7));
        assert_eq!(clock.now(), Instant::from_millis(7));
    }
}
