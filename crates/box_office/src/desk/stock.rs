//! What is left of a ticket type and who may have it, pure.

use std::time::Duration;

use domain::{Currency, EventId, Instant, Money};

use crate::promo_codes::model::PromoRefusal;
use crate::ticket_types::sale::Sale;

/// What is left of a ticket type, whether it is sold at all, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock {
    pub event: EventId,
    pub price: Money,
    pub places: i64,
    pub held: i64,
    pub sold: i64,
    /// Places that are set aside for people of the waiting list.
    pub offered: i64,
    /// People who wait for places: they come before everybody else.
    pub waiting: i64,
    pub sale: Sale,
    /// When its sale ends at the latest.
    pub ends: Instant,
    pub limits: Limits,
    /// What opens it, if it is hidden; in capitals.
    pub hidden_behind: Option<String>,
}

/// How many tickets of a type one order may have, and one person all in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub least: i64,
    pub most: i64,
    pub per_person: Option<i64>,
}

impl Limits {
    /// Refuses an order that is too small or too large. Who was offered fewer places than the least may take those.
    pub fn check(self, quantity: i64, offered: i64) -> Result<(), Refusal> {
        let least = if offered > 0 { self.least.min(offered) } else { self.least };
        match quantity {
            quantity if quantity < least => Err(Refusal::AtLeast(least)),
            quantity if quantity > self.most => Err(Refusal::AtMost(self.most)),
            _ => Ok(()),
        }
    }

    /// Refuses what would be more than one person may have.
    pub fn check_person(self, quantity: i64, owned: i64) -> Result<(), Refusal> {
        match self.per_person {
            Some(most) if owned + quantity > most => Err(Refusal::PerPerson { most, left: (most - owned).max(0) }),
            _ => Ok(()),
        }
    }
}

impl Stock {
    /// Tickets of 10,50 USD that anybody may buy.
    #[cfg(test)]
    pub fn on_sale(places: i64, held: i64, sold: i64) -> Stock {
        let price = Money::from_minor(1_050, Currency::Usd);
        let limits = Limits { least: 1, most: 20, per_person: None };
        let ends = Instant::from_millis(1_794_650_400_000);
        let (offered, waiting, sale, hidden_behind) = (0, 0, Sale::Open, None);
        Stock { event: EventId::new(7), price, places, held, sold, offered, waiting, sale, ends, limits, hidden_behind }
    }

    /// Places that are nobody's.
    pub fn free(&self) -> i64 {
        self.places - self.held - self.sold - self.offered
    }

    /// Places that anybody may have: while people wait, free ones are theirs.
    pub fn left(&self) -> i64 {
        if self.waiting > 0 { 0 } else { self.free() }
    }

    /// Refuses what is not on sale.
    pub fn check_open(&self) -> Result<(), Refusal> {
        match self.sale {
            Sale::Open => Ok(()),
            Sale::Closed => Err(Refusal::Closed),
            Sale::NotYet(from) => Err(Refusal::NotYet(from)),
            Sale::Ended => Err(Refusal::Ended),
            Sale::AwaitsPrevious => Err(Refusal::AwaitsPrevious),
            Sale::EventOver => Err(Refusal::EventOver),
            Sale::EventCancelled => Err(Refusal::EventCancelled),
            // Nobody but its team knows of it.
            Sale::EventDraft => Err(Refusal::NoSuchType),
        }
    }

    /// The same at the door: windows and prices that pass on are for the sale before.
    pub fn check_open_at_door(&self) -> Result<(), Refusal> {
        match self.check_open() {
            Err(Refusal::NotYet(_) | Refusal::Ended | Refusal::AwaitsPrevious) => Ok(()),
            other => other,
        }
    }

    /// Refuses a hidden type to who has not its code, as if there were none.
    pub fn check_access(&self, code: Option<&str>) -> Result<(), Refusal> {
        match &self.hidden_behind {
            Some(needed) if code != Some(needed) => Err(Refusal::NoSuchType),
            _ => Ok(()),
        }
    }
}

/// Why the desk gives no places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    NoSuchType,
    Closed,
    /// The sale begins at that moment.
    NotYet(Instant),
    Ended,
    AwaitsPrevious,
    EventOver,
    EventCancelled,
    /// One order has so many at least.
    AtLeast(i64),
    AtMost(i64),
    /// One person has so many at most, and may have `left` more.
    PerPerson {
        most: i64,
        left: i64,
    },
    /// Fewer are left than were asked for.
    Left(i64),
    /// Paid in this currency only.
    OnlyIn(Currency),
    TooMuch,
    /// The total is not the confirmed one, because price or rate have changed. It is this amount now.
    PriceChanged(Money),
    /// This person has as many payments under way for the event as one may have.
    TooManyUnderway,
    /// This person holds so many places of the event unpaid, and would hold more than one may.
    TooManyHeld {
        held: i64,
    },
    /// This person takes holds too fast, and may take the next after this time.
    TooFast(Duration),
    /// This person let places go unpaid while others wait, and may have some again after this time.
    LetGo(Duration),
    /// This person holds places unpaid, and can't wait for more before those are paid.
    PaysFirst,
    Promo(PromoRefusal),
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_794_650_400_000);

    #[test]
    fn what_is_held_sold_or_offered_is_not_free() {
        let stock = Stock { offered: 2, ..Stock::on_sale(10, 3, 4) };
        assert_eq!((stock.free(), stock.left()), (1, 1));
        let waited_for = Stock { waiting: 1, ..stock };
        assert_eq!((waited_for.free(), waited_for.left()), (1, 0), "a free place is theirs who wait");
    }

    #[test]
    fn who_is_offered_fewer_than_the_least_may_take_those() {
        let limits = Limits { least: 4, most: 6, per_person: None };
        assert_eq!((limits.check(4, 0), limits.check(3, 0)), (Ok(()), Err(Refusal::AtLeast(4))));
        assert_eq!((limits.check(6, 0), limits.check(7, 0)), (Ok(()), Err(Refusal::AtMost(6))));
        assert_eq!((limits.check(2, 2), limits.check(1, 2)), (Ok(()), Err(Refusal::AtLeast(2))));
        assert_eq!(limits.check(3, 5), Err(Refusal::AtLeast(4)), "a larger offer changes nothing");
    }

    #[test]
    fn a_person_may_have_no_more_than_the_limit_all_in_all() {
        let limits = Limits { least: 1, most: 20, per_person: Some(5) };
        assert_eq!((limits.check_person(2, 3), limits.check_person(5, 0)), (Ok(()), Ok(())));
        assert_eq!(limits.check_person(3, 3), Err(Refusal::PerPerson { most: 5, left: 2 }));
        // The organiser has lowered the limit since.
        assert_eq!(limits.check_person(1, 8), Err(Refusal::PerPerson { most: 5, left: 0 }));
        assert_eq!(Limits { per_person: None, ..limits }.check_person(500, 500), Ok(()));
    }

    #[test]
    fn the_door_sells_whatever_the_windows_of_the_sale_before() {
        let at_door = |sale| Stock { sale, ..Stock::on_sale(5, 0, 0) }.check_open_at_door();
        for sale in [Sale::Open, Sale::NotYet(NOW), Sale::Ended, Sale::AwaitsPrevious] {
            assert_eq!(at_door(sale), Ok(()), "{sale:?}");
        }
        for (sale, refusal) in [
            (Sale::Closed, Refusal::Closed),
            (Sale::EventOver, Refusal::EventOver),
            (Sale::EventCancelled, Refusal::EventCancelled),
            (Sale::EventDraft, Refusal::NoSuchType),
        ] {
            assert_eq!(at_door(sale), Err(refusal), "{sale:?}");
        }
    }
}
