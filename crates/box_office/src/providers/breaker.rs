//! Passes a provider over that keeps failing (circuit breaker), so that buyers don't wait for it one after the other.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::Instant;

/// Failures in a row after which a provider is passed over, and for how long.
const MOST_FAILURES: u32 = 3;
const PASSED_OVER_FOR: Duration = Duration::from_secs(30);

#[derive(Default)]
pub struct Breaker(Mutex<Failures>);

/// What an answer, or its absence, has changed for those who pay next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BreakerChange {
    Nothing,
    PassedOver {
        until: Instant,
    },
    /// It answers again.
    Recovered,
}

#[derive(Default)]
struct Failures {
    in_a_row: u32,
    passed_over_until: Option<Instant>,
}

impl Breaker {
    /// Whether new payments go to others now.
    pub fn is_passed_over(&self, now: Instant) -> bool {
        self.with(|failures| failures.passed_over_until.is_some_and(|until| now < until))
    }

    /// Whether this payment may try it. Once its time is over a single payment tries; the others pass it over until that
    /// one has its answer.
    pub fn take(&self, now: Instant) -> bool {
        self.with(|failures| match &mut failures.passed_over_until {
            None => true,
            Some(until) if now < *until => false,
            Some(until) => {
                *until = now + PASSED_OVER_FOR;
                true
            }
        })
    }

    /// Lets another payment try it, because this one has not after all.
    pub fn give_back(&self, now: Instant) {
        self.with(|failures| {
            if let Some(until) = &mut failures.passed_over_until {
                *until = now;
            }
        });
    }

    pub fn record(&self, is_answered: bool, now: Instant) -> BreakerChange {
        self.with(|failures| {
            if is_answered {
                let was_passed_over = std::mem::take(failures).passed_over_until.is_some();
                return if was_passed_over { BreakerChange::Recovered } else { BreakerChange::Nothing };
            }
            failures.in_a_row = failures.in_a_row.saturating_add(1);
            if failures.in_a_row < MOST_FAILURES {
                return BreakerChange::Nothing;
            }
            let until = now + PASSED_OVER_FOR;
            failures.passed_over_until = Some(until);
            BreakerChange::PassedOver { until }
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut Failures) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Instant {
        Instant::from_millis(seconds * 1000)
    }

    #[test]
    fn three_failures_in_a_row_pass_it_over_for_half_a_minute() {
        let breaker = Breaker::default();
        for (is_answered, second) in [(false, 0), (false, 1), (true, 2), (false, 3), (false, 4)] {
            assert_eq!(breaker.record(is_answered, at(second)), BreakerChange::Nothing, "{second}");
        }
        assert!(breaker.take(at(5)) && !breaker.is_passed_over(at(5)), "an answer between them begins the count anew");
        assert_eq!(breaker.record(false, at(5)), BreakerChange::PassedOver { until: at(35) });
        assert!(!breaker.take(at(34)) && breaker.is_passed_over(at(34)));
        assert!(!breaker.is_passed_over(at(35)));
    }

    #[test]
    fn one_payment_tries_it_again_and_its_answer_counts_for_all() {
        let breaker = Breaker::default();
        for _ in 0..3 {
            breaker.record(false, at(0));
        }
        assert!(breaker.take(at(30)));
        assert!(!breaker.take(at(30)), "the others wait for its answer");
        breaker.give_back(at(31));
        assert!(breaker.take(at(31)), "the first has not asked it");
        assert!(!breaker.take(at(31)));
        assert_eq!(breaker.record(false, at(37)), BreakerChange::PassedOver { until: at(67) });
        assert!(!breaker.take(at(66)));
        assert!(breaker.take(at(67)));
        assert_eq!(breaker.record(true, at(68)), BreakerChange::Recovered);
        assert!(breaker.take(at(68)) && breaker.take(at(68)));
    }
}
