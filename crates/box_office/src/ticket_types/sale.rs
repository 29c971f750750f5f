//! Whether a type is sold at a moment, pure. The desk and the pages of events decide by the same rules.

use std::collections::HashMap;
use std::hash::Hash;

use domain::Instant;

use events::SaleState;

/// Whether a type is sold, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sale {
    Open,
    /// The organiser stopped selling this type.
    Closed,
    /// Its sale begins at that moment.
    NotYet(Instant),
    Ended,
    /// The type before it is still on sale, or will be.
    AwaitsPrevious,
    EventOver,
    EventCancelled,
    /// The event is not published yet.
    EventDraft,
}

/// What decides about the sale of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaleRules {
    pub closed: bool,
    pub from: Option<Instant>,
    pub until: Option<Instant>,
    pub after_previous: bool,
    pub is_sold_out: bool,
}

impl SaleRules {
    /// Decides for the type that comes after `previous`, if there is one.
    pub fn sale(&self, previous: Option<&SaleRules>, now: Instant) -> Sale {
        match self.from {
            _ if self.closed => Sale::Closed,
            _ if self.is_over(now) => Sale::Ended,
            Some(from) if from > now => Sale::NotYet(from),
            _ if self.after_previous && previous.is_some_and(|previous| !previous.passes_on(now)) => {
                Sale::AwaitsPrevious
            }
            _ => Sale::Open,
        }
    }

    /// How its sale stands, in the words of the page.
    pub fn state(&self, previous: Option<&SaleRules>, now: Instant) -> SaleState {
        match self.sale(previous, now) {
            Sale::Open if self.is_sold_out => SaleState::SoldOut,
            Sale::Open => SaleState::OnSale,
            Sale::NotYet(_) => SaleState::Soon,
            Sale::AwaitsPrevious => SaleState::Waiting,
            Sale::Ended | Sale::EventOver => SaleState::Over,
            Sale::Closed | Sale::EventCancelled | Sale::EventDraft => SaleState::Closed,
        }
    }

    fn is_over(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| until <= now)
    }

    /// Whether the type after it may be sold: an early bird that is gone passes on to the usual price.
    fn passes_on(&self, now: Instant) -> bool {
        self.closed || self.is_over(now) || self.is_sold_out
    }
}

/// A type in the order of its event's list.
#[derive(Debug, Clone, Copy)]
pub struct ListedType<E, T> {
    pub event: E,
    pub id: T,
    /// One that is hidden is nobody's "type before".
    pub hidden: bool,
    pub rules: SaleRules,
}

/// For each type the one before it in its event, of types in the order of their lists.
pub fn previous_types<E: Copy + Eq, T: Copy + Eq + Hash>(list: &[ListedType<E, T>]) -> HashMap<T, SaleRules> {
    let mut found = HashMap::new();
    let mut last: Option<&ListedType<E, T>> = None;
    for one in list {
        last = last.filter(|before| before.event == one.event);
        if let Some(before) = last {
            found.insert(one.id, before.rules);
        }
        if !one.hidden {
            last = Some(one);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const NOW: Instant = Instant::from_millis(1_794_650_400_000);
    const HOUR: Duration = Duration::from_hours(1);
    const OPEN: SaleRules =
        SaleRules { closed: false, from: None, until: None, after_previous: false, is_sold_out: false };

    #[test]
    fn a_window_opens_and_closes() {
        let window = SaleRules { from: Some(NOW), until: Some(NOW + HOUR), ..OPEN };
        assert_eq!(window.sale(None, NOW - HOUR), Sale::NotYet(NOW));
        assert_eq!(window.sale(None, NOW), Sale::Open);
        assert_eq!(window.sale(None, NOW + HOUR), Sale::Ended);
        assert_eq!(SaleRules { closed: true, ..window }.sale(None, NOW), Sale::Closed);
        assert_eq!(SaleRules { is_sold_out: true, ..window }.state(None, NOW), SaleState::SoldOut);
    }

    #[test]
    fn the_early_bird_passes_on() {
        let later = SaleRules { after_previous: true, ..OPEN };
        assert_eq!(later.sale(Some(&OPEN), NOW), Sale::AwaitsPrevious);
        assert_eq!(later.sale(None, NOW), Sale::Open);
        for gone in [
            SaleRules { is_sold_out: true, ..OPEN },
            SaleRules { closed: true, ..OPEN },
            SaleRules { until: Some(NOW), ..OPEN },
        ] {
            assert_eq!(later.sale(Some(&gone), NOW), Sale::Open, "{gone:?}");
        }
        let soon = SaleRules { from: Some(NOW + HOUR), ..OPEN };
        assert_eq!(later.state(Some(&soon), NOW), SaleState::Waiting);
    }

    #[test]
    fn the_type_before_is_one_that_everybody_sees() {
        let listed = |event: i64, id: i64, hidden: bool| ListedType { event, id, hidden, rules: OPEN };
        let list =
            [listed(1, 1, false), listed(1, 2, true), listed(1, 3, false), listed(2, 4, true), listed(2, 5, false)];
        let mut found: Vec<i64> = previous_types(&list).into_keys().collect();
        found.sort_unstable();
        assert_eq!(found, [2, 3]);
    }
}
