//! Counts views, and how often tickets are chosen, in memory, and hands them over to be stored every few seconds, because
//! a page that everybody opens must not be a write each time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::{Day, EventId, Instant};

use platform::Visitor;
use platform::secret::{self, SecretHash};

/// So long views are in memory only, and lost if the process is killed.
pub const STORED_EVERY: Duration = Duration::from_secs(10);

/// Events with views that are not stored yet: a crawler that opens everything must not fill the memory.
const MOST_COUNTED: usize = 10_000;

/// Views of one browser that count for an event and a day.
const MOST_OF_ONE_BROWSER: usize = 3;

/// Views from one address that count for an event and a day: thousands of phones share their operator's address.
const MOST_BEHIND_ONE_ADDRESS: usize = 60;

/// Views remembered at once, some twenty megabytes. Beyond, all are forgotten, so that new visitors still count.
const MOST_REMEMBERED: usize = 200_000;

#[derive(Clone, Default)]
pub struct ViewCounter(Arc<Mutex<Counted>>);

#[derive(Default)]
struct Counted {
    views: HashMap<EventId, i64>,
    stored: Option<Instant>,
    seen: Seen,
}

/// Which browsers behind which address have looked at what today, an entry for each view that counted.
#[derive(Default)]
struct Seen {
    day: Option<Day>,
    browsers: HashMap<(EventId, IpAddr), Vec<SecretHash>>,
    remembered: usize,
}

impl ViewCounter {
    /// Counts a view unless enough of the same visitor's were counted that day. Answers all views since the last time
    /// when they are due to be stored: the caller must store them.
    pub fn count(
        &self,
        event: EventId,
        visitor: &Visitor<'_>,
        day: Day,
        now: Instant,
    ) -> Option<HashMap<EventId, i64>> {
        let mut counted = self.locked();
        if !counted.seen.remember(event, visitor, day) {
            return None;
        }
        *counted.views.entry(event).or_default() += 1;
        let due = counted.stored.is_none_or(|stored| now >= stored + STORED_EVERY);
        if due || counted.views.len() >= MOST_COUNTED {
            counted.stored = Some(now);
            return Some(std::mem::take(&mut counted.views));
        }
        None
    }

    /// Takes all views since the last time, and the day they were counted on: the caller must store them.
    pub fn take(&self, now: Instant) -> Option<(HashMap<EventId, i64>, Day)> {
        let mut counted = self.locked();
        let day = counted.seen.day.filter(|_| !counted.views.is_empty())?;
        counted.stored = Some(now);
        Some((std::mem::take(&mut counted.views), day))
    }

    fn locked(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    /// Remembers the view, and answers whether it counts.
    fn remember(&mut self, event: EventId, visitor: &Visitor<'_>, day: Day) -> bool {
        if self.day != Some(day) || self.remembered >= MOST_REMEMBERED {
            *self = Seen { day: Some(day), ..Seen::default() };
        }
        let browser = secret::hash(visitor.user_agent);
        let browsers = self.browsers.entry((event, visitor.address)).or_default();
        let before = browsers.iter().filter(|known| **known == browser).count();
        if browsers.len() >= MOST_BEHIND_ONE_ADDRESS || before >= MOST_OF_ONE_BROWSER {
            return false;
        }
        browsers.push(browser);
        self.remembered += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Instant = Instant::from_millis(0);

    fn visitor(address: u8, user_agent: &str) -> Visitor<'_> {
        Visitor { address: [41, 243, 1, address].into(), user_agent }
    }

    fn a_day() -> Day {
        "2026-11-14".parse().unwrap()
    }

    fn counted(views: &ViewCounter) -> i64 {
        views.locked().views.values().sum()
    }

    #[test]
    fn views_are_handed_over_together() {
        let views = ViewCounter::default();
        let (event, day) = (EventId::new(1), a_day());
        assert_eq!(views.count(event, &visitor(1, "a"), day, START), Some(HashMap::from([(event, 1)])));
        assert_eq!(views.count(event, &visitor(2, "a"), day, START + Duration::from_secs(3)), None);
        let handed = views.count(event, &visitor(3, "a"), day, START + STORED_EVERY);
        assert_eq!(handed, Some(HashMap::from([(event, 2)])));
    }

    #[test]
    fn what_is_left_is_taken_once_with_its_day() {
        let views = ViewCounter::default();
        let (event, day) = (EventId::new(1), a_day());
        assert_eq!(views.take(START), None);
        views.locked().stored = Some(START);
        views.count(event, &visitor(1, "a"), day, START);
        assert_eq!(views.take(START), Some((HashMap::from([(event, 1)]), day)));
        assert_eq!(views.take(START), None);
    }

    #[test]
    fn a_browser_counts_a_few_times_a_day_and_an_address_a_few_times_more() {
        let views = ViewCounter::default();
        let (event, day) = (EventId::new(1), a_day());
        views.locked().stored = Some(START);
        for _ in 0..1000 {
            views.count(event, &visitor(1, "curl"), day, START);
        }
        assert_eq!(counted(&views), MOST_OF_ONE_BROWSER as i64);
        for number in 0..1000 {
            views.count(event, &visitor(1, &format!("curl {number}")), day, START);
        }
        assert_eq!(counted(&views), MOST_BEHIND_ONE_ADDRESS as i64);
        views.count(EventId::new(2), &visitor(1, "curl"), day, START);
        views.count(event, &visitor(2, "curl"), day, START);
        views.count(event, &visitor(1, "curl"), day.plus_days(1), START);
        assert_eq!(counted(&views), MOST_BEHIND_ONE_ADDRESS as i64 + 3);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let views = ViewCounter::default();
        let day = a_day();
        views.locked().stored = Some(START);
        views.locked().seen = Seen { day: Some(day), remembered: MOST_REMEMBERED, ..Seen::default() };
        views.count(EventId::new(1), &visitor(1, "a"), day, START);
        assert_eq!((counted(&views), views.locked().seen.remembered), (1, 1));
    }
}
