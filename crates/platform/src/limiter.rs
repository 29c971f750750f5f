//! Rate limits by the generic cell rate algorithm (<https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm>), a token
//! bucket that needs one number for each key: a burst of tries, then one more after each wait. The keys are in memory and
//! bounded; under attack those are forgotten that have most of their burst left.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::Instant;

/// Keys remembered at once, a few megabytes.
const MOST_KEYS: usize = 100_000;

pub struct Limiter<K> {
    burst: i64,
    wait_millis: i64,
    most_keys: usize,
    /// When each key will have its whole burst again, in milliseconds since 1970; a key that is absent has it now.
    full_again: Mutex<HashMap<K, i64>>,
}

impl<K: Eq + Hash + Clone> Limiter<K> {
    pub fn new(burst: u32, wait: Duration) -> Limiter<K> {
        let wait_millis = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX / 4).max(1);
        Limiter { burst: i64::from(burst), wait_millis, most_keys: MOST_KEYS, full_again: Mutex::default() }
    }

    /// Takes one of the key's tries, or answers the time until the next.
    pub fn take(&self, key: &K, now: Instant) -> Result<(), Duration> {
        self.take_all(key, 1, now)
    }

    /// Takes so many tries, or none and answers the time until there are enough.
    pub fn take_all(&self, key: &K, count: u32, now: Instant) -> Result<(), Duration> {
        if count == 0 {
            return Ok(());
        }
        let mut full_again = self.locked();
        let debt_ends = self.debt_with(&full_again, key, count, now)?;
        if full_again.len() >= self.most_keys && !full_again.contains_key(key) {
            forget_half(&mut full_again, now);
        }
        full_again.insert(key.clone(), debt_ends);
        Ok(())
    }

    /// Says whether the key has a try left, and takes none.
    pub fn check(&self, key: &K, now: Instant) -> Result<(), Duration> {
        self.debt_with(&self.locked(), key, 1, now).map(drop)
    }

    /// When the key will have its whole burst again once it takes so many tries, or the time until it may.
    fn debt_with(&self, full_again: &HashMap<K, i64>, key: &K, count: u32, now: Instant) -> Result<i64, Duration> {
        let owed = i64::from(count) * self.wait_millis;
        let debt_ends = full_again.get(key).copied().unwrap_or(0).max(now.millis()) + owed;
        let too_early = debt_ends - now.millis() - self.burst * self.wait_millis;
        if too_early > 0 { Err(Duration::from_millis(too_early.unsigned_abs())) } else { Ok(debt_ends) }
    }

    /// Gives a try back, as if it had not been taken.
    pub fn give_back(&self, key: &K) {
        if let Some(debt_ends) = self.locked().get_mut(key) {
            *debt_ends -= self.wait_millis;
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<K, i64>> {
        self.full_again.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_half<K: Eq + Hash>(full_again: &mut HashMap<K, i64>, now: Instant) {
    let mut ends: Vec<i64> = full_again.values().copied().collect();
    let middle = ends.len() / 2;
    let (_, median, _) = ends.select_nth_unstable(middle);
    let least = (*median).max(now.millis());
    full_again.retain(|_, debt_ends| *debt_ends > least);
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Instant = Instant::from_millis(1_800_000_000_000);

    const WAIT: Duration = Duration::from_secs(30);

    fn limiter() -> Limiter<u32> {
        Limiter::new(3, WAIT)
    }

    #[test]
    fn a_burst_then_one_after_each_wait() {
        let limiter = limiter();
        for _ in 0..3 {
            assert_eq!(limiter.take(&1, START), Ok(()));
        }
        assert_eq!(limiter.take(&1, START), Err(WAIT));
        assert_eq!(limiter.take(&2, START), Ok(()), "another key has its own burst");
        assert_eq!(limiter.take(&1, START + Duration::from_secs(29)), Err(Duration::from_secs(1)));
        assert_eq!(limiter.take(&1, START + WAIT), Ok(()));
        assert_eq!(limiter.take(&1, START + WAIT), Err(WAIT));
        let rested = START + Duration::from_secs(3600);
        assert_eq!([(); 4].map(|()| limiter.take(&1, rested).is_ok()), [true, true, true, false]);
    }

    #[test]
    fn several_are_taken_together_or_not_at_all() {
        let limiter = limiter();
        assert_eq!(limiter.take_all(&1, 2, START), Ok(()));
        assert_eq!(limiter.take_all(&1, 2, START), Err(WAIT));
        assert_eq!(limiter.take_all(&1, 0, START), Ok(()));
        assert_eq!(limiter.take_all(&1, 1, START), Ok(()), "what was refused is still there");
        assert_eq!(limiter.take_all(&1, 0, START), Ok(()));
    }

    #[test]
    fn looking_takes_nothing() {
        let limiter = limiter();
        assert_eq!([(); 9].map(|()| limiter.check(&1, START)), [Ok(()); 9]);
        assert_eq!(limiter.take_all(&1, 3, START), Ok(()));
        assert_eq!(limiter.check(&1, START), Err(WAIT));
    }

    #[test]
    fn what_is_given_back_was_never_taken() {
        let limiter = limiter();
        for _ in 0..100 {
            assert_eq!(limiter.take(&1, START), Ok(()));
            limiter.give_back(&1);
        }
        limiter.give_back(&2);
        assert_eq!([(); 4].map(|()| limiter.take(&1, START).is_ok()), [true, true, true, false]);
        limiter.give_back(&1);
        assert_eq!([(); 2].map(|()| limiter.take(&1, START).is_ok()), [true, false]);
    }

    #[test]
    fn memory_is_bounded_and_the_worst_are_remembered() {
        let limiter = Limiter { most_keys: 100, ..limiter() };
        for _ in 0..3 {
            assert_eq!(limiter.take(&0, START), Ok(()));
        }
        for key in 1..10_000 {
            assert_eq!(limiter.take(&key, START), Ok(()));
        }
        assert!(limiter.locked().len() <= 100);
        assert_eq!(limiter.take(&0, START), Err(WAIT));
    }
}
