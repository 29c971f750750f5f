//! Cache invalidation by version counters: each counts the changes of something that readers see. A cached answer is
//! stored under the versions read *before* its data was loaded, so that a write which lands in between makes it
//! unreachable instead of stale.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::EventId;

const SLOTS: usize = 1024;

#[derive(Clone)]
pub struct Freshness(Arc<Counters>);

struct Counters {
    lists: AtomicU64,
    /// Every page with somebody's name or picture depends on it: people change those rarely.
    people: AtomicU64,
    /// Events share slots: a neighbour's change costs a render, never a wrong page.
    events: [AtomicU64; SLOTS],
}

impl Default for Freshness {
    fn default() -> Freshness {
        Freshness(Arc::new(Counters {
            lists: AtomicU64::new(0),
            people: AtomicU64::new(0),
            events: [const { AtomicU64::new(0) }; SLOTS],
        }))
    }
}

impl Freshness {
    pub fn lists(&self) -> u64 {
        self.0.lists.load(Ordering::Acquire) + self.people()
    }

    pub fn event(&self, id: EventId) -> u64 {
        self.slot(id).load(Ordering::Acquire) + self.people()
    }

    pub fn people(&self) -> u64 {
        self.0.people.load(Ordering::Acquire)
    }

    /// Call it after the commit of anything that changes how a person is shown.
    pub fn person_changed(&self) {
        self.0.people.fetch_add(1, Ordering::AcqRel);
    }

    /// Call it after the commit of anything that changes how this event is shown.
    pub fn event_changed(&self, id: EventId) {
        self.slot(id).fetch_add(1, Ordering::AcqRel);
        self.0.lists.fetch_add(1, Ordering::AcqRel);
    }

    /// Call it after the commit of a sale, or of a hold that ends: the event's own page shows at once what is left. Lists
    /// are not rendered again for every sale; they follow when their cached answers expire.
    pub fn event_sold(&self, id: EventId) {
        self.slot(id).fetch_add(1, Ordering::AcqRel);
    }

    fn slot(&self, id: EventId) -> &AtomicU64 {
        &self.0.events[id.get().unsigned_abs() as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sale_leaves_the_lists_as_they_are() {
        let (freshness, id) = (Freshness::default(), EventId::new(7));
        let before = (freshness.event(id), freshness.lists());
        freshness.event_sold(id);
        assert_eq!((freshness.event(id) > before.0, freshness.lists()), (true, before.1));
        freshness.event_changed(id);
        assert!(freshness.lists() > before.1);
    }
}
