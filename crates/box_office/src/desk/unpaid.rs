//! How many places one person may hold unpaid, how often they may take them, and for how long. Pure.
//!
//! Free places are never refused to somebody new. What tightens while many places are held unpaid is how long they are
//! held, and whether who let places go unpaid may take some again: so many accounts can't keep an event empty for nothing.

use std::time::Duration;

use domain::Instant;

use crate::desk::stock::{Refusal, Stock};

/// How many payments one person may have under way for one event.
pub const MOST_UNDERWAY: i64 = 3;

/// How many places one person may hold unpaid for one event.
pub const MOST_HELD: i64 = 20;

/// How many holds one person may take within [`PACE`], of whatever events.
const MOST_TAKEN: usize = 5;
pub const PACE: Duration = Duration::from_mins(1);

/// How long places are held for somebody who pays, and how long while the type is crowded. Both leave the time for a page
/// of two minutes and an operator who takes as long.
const HOLD: Duration = Duration::from_mins(15);
const HOLD_IN_CROWD: Duration = Duration::from_mins(5);

/// A type is crowded once more than a tenth of its places is held unpaid, and more than these few.
const CROWD_IS_ONE_IN: i64 = 10;
const NEVER_A_CROWD: i64 = 10;

/// How long it counts that somebody let places go unpaid, and from which time of holding on. A payment that fails at once
/// keeps nothing from others.
pub const REMEMBERED: Duration = Duration::from_mins(30);
pub const HELD_TOO_LONG: Duration = Duration::from_mins(1);

/// What somebody holds unpaid for one event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unpaid {
    pub payments: i64,
    pub places: i64,
}

impl Unpaid {
    /// The same without places that pass to another payment. Held for long enough, they are no longer in the count.
    pub fn without(self, taken_over: i64) -> Unpaid {
        let payments = self.payments - i64::from(taken_over > 0);
        Unpaid { payments: payments.max(0), places: (self.places - taken_over).max(0) }
    }

    /// The same with one more payment, if so much may be held.
    pub fn with(self, quantity: i64) -> Result<Unpaid, Refusal> {
        let more = Unpaid { payments: self.payments + 1, places: self.places + quantity };
        match more {
            _ if more.payments > MOST_UNDERWAY => Err(Refusal::TooManyUnderway),
            _ if more.places > MOST_HELD => Err(Refusal::TooManyHeld { held: self.places }),
            _ => Ok(more),
        }
    }
}

/// When somebody took holds within [`PACE`], of whatever events, in the order of time.
#[derive(Debug, Clone, Default)]
pub struct TakenHolds(pub Vec<Instant>);

impl TakenHolds {
    /// Refuses who takes holds faster than anybody buys.
    pub fn check_pace(&self, now: Instant) -> Result<(), Refusal> {
        match self.0.len().checked_sub(MOST_TAKEN) {
            Some(first) => Err(Refusal::TooFast((self.0[first] + PACE).since(now))),
            None => Ok(()),
        }
    }
}

/// Places of an event that somebody let go unpaid within [`REMEMBERED`].
#[derive(Debug, Clone, Copy)]
pub struct LetGo {
    /// How long they were held, all in all.
    pub held_for: Duration,
    /// When the last of them were taken.
    pub since: Instant,
}

impl LetGo {
    /// Refuses places of a crowded type to who held others for nothing.
    pub fn check(self, now: Instant) -> Result<(), Refusal> {
        let wait = (self.since + REMEMBERED).since(now);
        if self.held_for < HELD_TOO_LONG { Ok(()) } else { Err(Refusal::LetGo(wait)) }
    }
}

impl Stock {
    /// Says whether many places are held unpaid, once so many more are.
    pub fn is_crowded_with(&self, more: i64) -> bool {
        self.held + more > (self.places / CROWD_IS_ONE_IN).max(NEVER_A_CROWD)
    }
}

/// Until when places are held. A further try keeps the deadline of the first, and a larger one gets no later deadline for
/// the places that it adds.
pub fn hold_ends(is_crowded: bool, first_deadline: Option<Instant>, is_larger: bool, now: Instant) -> Instant {
    let anew = now + if is_crowded { HOLD_IN_CROWD } else { HOLD };
    match first_deadline {
        Some(first) if is_larger => first.min(anew),
        Some(first) => first,
        None => anew,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_794_650_400_000);

    fn earlier(seconds: u64) -> Instant {
        NOW - Duration::from_secs(seconds)
    }

    fn later(seconds: u64) -> Instant {
        NOW + Duration::from_secs(seconds)
    }

    #[test]
    fn a_hold_that_is_taken_over_is_not_counted_beside_the_new_one() {
        let unpaid = Unpaid { payments: 3, places: 5 };
        assert_eq!(unpaid.without(2), Unpaid { payments: 2, places: 3 });
        assert_eq!(unpaid.without(0), unpaid);
        assert_eq!(Unpaid::default().without(2), Unpaid::default(), "held for so long that it had left the count");
    }

    #[test]
    fn three_payments_and_twenty_places_are_as_much_as_one_may_hold() {
        let holds = |payments, places| Unpaid { payments, places };
        assert_eq!(holds(2, 18).with(2), Ok(holds(3, 20)));
        assert_eq!(holds(3, 3).with(1), Err(Refusal::TooManyUnderway));
        assert_eq!(holds(1, 18).with(3), Err(Refusal::TooManyHeld { held: 18 }));
    }

    #[test]
    fn who_took_five_holds_within_a_minute_waits_until_the_first_of_them_is_a_minute_old() {
        let pace = |seconds: &[u64]| TakenHolds(seconds.iter().map(|ago| earlier(*ago)).collect()).check_pace(NOW);
        assert_eq!(pace(&[50, 40, 30, 20]), Ok(()));
        assert_eq!(pace(&[50, 40, 30, 20, 10]), Err(Refusal::TooFast(Duration::from_secs(10))));
        assert_eq!(pace(&[50, 40, 30, 20, 10, 5]), Err(Refusal::TooFast(Duration::from_secs(20))));
    }

    #[test]
    fn who_let_places_go_after_a_minute_gets_others_half_an_hour_later() {
        let asks = |held_for: u64| LetGo { held_for: Duration::from_secs(held_for), since: earlier(600) }.check(NOW);
        assert_eq!(asks(59), Ok(()), "a payment that fails at once keeps nothing from others");
        assert_eq!(asks(60), Err(Refusal::LetGo(Duration::from_mins(20))));
    }

    #[test]
    fn a_type_is_crowded_when_more_than_a_tenth_of_it_is_held_unpaid() {
        let is_crowded = |places, held, more| Stock::on_sale(places, held, 0).is_crowded_with(more);
        assert_eq!((is_crowded(200, 15, 5), is_crowded(200, 15, 6)), (false, true));
        assert_eq!((is_crowded(40, 6, 4), is_crowded(40, 6, 5)), (false, true), "ten are never a crowd");
    }

    #[test]
    fn places_are_held_for_a_quarter_of_an_hour_and_in_a_crowd_for_five_minutes() {
        assert_eq!(hold_ends(false, None, false, NOW), later(900));
        assert_eq!(hold_ends(true, None, false, NOW), later(300));
        // A further try: the deadline is that of the first.
        assert_eq!(hold_ends(true, Some(later(600)), false, NOW), later(600));
        assert_eq!(hold_ends(true, Some(later(600)), true, NOW), later(300), "with more places than at first");
        assert_eq!(hold_ends(false, Some(later(600)), true, NOW), later(600));
    }
}
