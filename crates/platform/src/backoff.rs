//! Waits that grow: some tries are free, then each further one doubles the wait for the next (exponential backoff). The
//! keys are in memory and bounded; under attack those are forgotten that were tried least.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::Instant;

/// Keys remembered at once, a few megabytes.
const MOST_KEYS: usize = 100_000;

/// The longest wait, as a multiple of the first.
const LONGEST: u32 = 30;

/// After so long without a try a key is as new.
pub const FORGOTTEN_AFTER: Duration = Duration::from_secs(24 * 3600);

pub struct Backoff<K> {
    wait: Duration,
    most_keys: usize,
    keys: Mutex<HashMap<K, Tries>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tries {
    count: u32,
    last: Instant,
    /// When the try before the last one was made, should that be given back.
    before: Instant,
}

impl Tries {
    fn next_at(self, free: u32, wait: Duration) -> Instant {
        match self.count.checked_sub(free) {
            Some(doublings) => self.last + wait * 2u32.saturating_pow(doublings).min(LONGEST),
            None => self.last,
        }
    }
}

impl<K: Eq + Hash + Clone> Backoff<K> {
    /// `wait` is the one after the free tries.
    pub fn new(wait: Duration) -> Backoff<K> {
        Backoff { wait, most_keys: MOST_KEYS, keys: Mutex::default() }
    }

    /// Takes one of the key's tries, of which the first `free` need no wait; or answers the time until the next.
    pub fn take(&self, key: &K, free: u32, now: Instant) -> Result<(), Duration> {
        let mut keys = self.locked();
        let known = keys.get(key).copied().filter(|tries| tries.last + FORGOTTEN_AFTER > now);
        let tries = known.unwrap_or(Tries { count: 0, last: now, before: now });
        let next_at = tries.next_at(free, self.wait);
        if next_at > now {
            return Err(Duration::from_millis((next_at.millis() - now.millis()).unsigned_abs()));
        }
        if keys.len() >= self.most_keys && !keys.contains_key(key) {
            forget_half(&mut keys);
        }
        keys.insert(key.clone(), Tries { count: tries.count.saturating_add(1), last: now, before: tries.last });
        Ok(())
    }

    /// Takes in how often the key was tried elsewhere, and when last, if that is more than is known here.
    pub fn learn(&self, key: &K, count: u32, last: Instant, now: Instant) {
        let mut keys = self.locked();
        let known = keys.get(key).copied().filter(|tries| tries.last + FORGOTTEN_AFTER > now);
        if last + FORGOTTEN_AFTER <= now || known.is_some_and(|tries| tries.count >= count) {
            return;
        }
        if keys.len() >= self.most_keys && !keys.contains_key(key) {
            forget_half(&mut keys);
        }
        let last = known.map_or(last, |tries| tries.last.max(last));
        keys.insert(key.clone(), Tries { count, last, before: last });
    }

    /// Gives a try back, as if it had not been taken.
    pub fn give_back(&self, key: &K) {
        if let Some(tries) = self.locked().get_mut(key) {
            *tries = Tries { count: tries.count.saturating_sub(1), last: tries.before, before: tries.before };
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<K, Tries>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_half<K: Eq + Hash>(keys: &mut HashMap<K, Tries>) {
    let mut all: Vec<Tries> = keys.values().copied().collect();
    let middle = all.len() / 2;
    let (_, median, _) = all.select_nth_unstable(middle);
    let median = *median;
    keys.retain(|_, tries| *tries > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Instant = Instant::from_millis(1_800_000_000_000);
    const WAIT: Duration = Duration::from_secs(30);

    #[test]
    fn each_try_beyond_the_free_ones_doubles_the_wait() {
        let backoff = Backoff::new(WAIT);
        let mut now = START;
        for _ in 0..3 {
            assert_eq!(backoff.take(&1, 3, now), Ok(()));
        }
        for factor in [1, 2, 4, 8, 16, 30, 30] {
            assert_eq!(backoff.take(&1, 3, now), Err(WAIT * factor), "{factor}");
            now = now + WAIT * factor;
            assert_eq!(backoff.take(&1, 3, now), Ok(()), "{factor}");
        }
        assert_eq!(backoff.take(&2, 3, now), Ok(()), "another key has its own tries");
        assert_eq!(backoff.take(&1, 3, now + FORGOTTEN_AFTER), Ok(()));
        assert_eq!(backoff.take(&1, 3, now + FORGOTTEN_AFTER), Ok(()), "a day later it is as new");
    }

    #[test]
    fn what_is_given_back_was_never_taken() {
        let backoff = Backoff::new(WAIT);
        for _ in 0..100 {
            assert_eq!(backoff.take(&1, 1, START), Ok(()));
            backoff.give_back(&1);
        }
        assert_eq!(backoff.take(&1, 1, START), Ok(()));
        assert_eq!(backoff.take(&1, 1, START), Err(WAIT));
        for _ in 0..2 {
            assert_eq!(backoff.take(&1, 1, START + WAIT), Ok(()));
            backoff.give_back(&1);
        }
        backoff.give_back(&2);
    }

    #[test]
    fn tries_elsewhere_count_here_once() {
        let backoff = Backoff::new(WAIT);
        assert_eq!(backoff.take(&1, 3, START), Ok(()));
        backoff.learn(&1, 1, START, START);
        assert_eq!([(); 2].map(|()| backoff.take(&1, 3, START)), [Ok(()); 2], "what is known already adds nothing");
        backoff.learn(&1, 5, START + WAIT, START + WAIT);
        assert_eq!(backoff.take(&1, 3, START + WAIT), Err(WAIT * 4));
        backoff.learn(&2, 5, START, START + FORGOTTEN_AFTER);
        assert_eq!(backoff.take(&2, 3, START + FORGOTTEN_AFTER), Ok(()), "what is a day old is forgotten");
    }

    #[test]
    fn memory_is_bounded_and_the_worst_are_remembered() {
        let backoff = Backoff { most_keys: 100, ..Backoff::new(WAIT) };
        for _ in 0..3 {
            assert_eq!(backoff.take(&0, 3, START), Ok(()));
        }
        for key in 1..10_000 {
            assert_eq!(backoff.take(&key, 3, START), Ok(()));
        }
        assert!(backoff.locked().len() <= 100);
        assert_eq!(backoff.take(&0, 3, START), Err(WAIT));
    }
}
