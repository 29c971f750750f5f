//! Views are counted in memory and stored now and then: a page that everybody opens must not be a write each time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::{EventId, Instant};

/// What is counted since may be lost with the process.
const STORED_EVERY_SECONDS: i64 = 10;

/// A crawler that opens everything may not fill the memory.
const MOST_COUNTED: usize = 10_000;

#[derive(Clone, Default)]
pub struct Views(Arc<Mutex<Counted>>);

#[derive(Default)]
struct Counted {
    views: HashMap<EventId, i64>,
    stored: Option<Instant>,
}

impl Views {
    /// Counts one view. Whoever is handed views in return stores them.
    pub fn count(&self, event: EventId, now: Instant) -> Option<HashMap<EventId, i64>> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counted.views.entry(event).or_default() += 1;
        let due = counted.stored.is_none_or(|stored| now >= stored.plus_seconds(STORED_EVERY_SECONDS));
        if due || counted.views.len() >= MOST_COUNTED {
            counted.stored = Some(now);
            return Some(std::mem::take(&mut counted.views));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_handed_over_together() {
        let views = Views::default();
        let (event, start) = (EventId::new(1), Instant::from_millis(0));
        assert_eq!(views.count(event, start), Some(HashMap::from([(event, 1)])));
        assert_eq!(views.count(event, start.plus_seconds(3)), None);
        assert_eq!(views.count(event, start.plus_seconds(10)), Some(HashMap::from([(event, 2)])));
    }
}
