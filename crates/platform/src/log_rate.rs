//! Keeps a flood of the same event from flooding the log: one line a second, which says how many were left out.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_secs(1);

/// One line a second of one kind.
pub struct LogRate(Mutex<State>);

struct State {
    last: Option<Instant>,
    left_out: u64,
}

impl LogRate {
    pub const fn new() -> LogRate {
        LogRate(Mutex::new(State { last: None, left_out: 0 }))
    }

    /// Answers how many lines were left out since the last one, if one is to be written now.
    pub fn next(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.last.is_some_and(|last| now.saturating_duration_since(last) < PAUSE) {
            state.left_out += 1;
            return None;
        }
        state.last = Some(now);
        Some(std::mem::take(&mut state.left_out))
    }
}

impl Default for LogRate {
    fn default() -> LogRate {
        LogRate::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_one_line_a_second() {
        let (rate, start) = (LogRate::new(), Instant::now());
        let written: Vec<u64> =
            (0..2500).filter_map(|millis| rate.next(start + Duration::from_millis(millis))).collect();
        assert_eq!(written, [0, 999, 999]);
    }
}
