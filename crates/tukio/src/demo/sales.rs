//! Who bought what in the demo, and when. Pure: the same day gives the same sales.

use std::f64::consts::TAU;

use domain::{Instant, UserId};

use crate::demo::plan::{AT_THE_DOOR, PlannedEvent, STEERED};
use box_office::PastSale;
use events::TicketType;

/// Tickets one person buys at once.
const MOST_AT_ONCE: i64 = 6;

/// Who buys has looked a few times before, and so have some who don't.
pub const VIEWS_PER_TICKET: i64 = 4;

/// How much of a type is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Demand {
    SoldOut,
    NearlySoldOut,
    /// So many tickets.
    Some(i64),
}

impl Demand {
    /// Every nineteenth event is what everybody talks about, but none of the next days: there is always something to
    /// buy tonight. What is over was well attended.
    fn of(event: &PlannedEvent, is_smallest: bool, places: i64) -> Demand {
        let spread = (event.number * 13 % 23) as i64;
        match event.number % 19 {
            0 if event.number == AT_THE_DOOR => Demand::Some(places * 4 / 5),
            3 | 11 if event.number < 14 => Demand::Some(spread),
            3 if is_smallest => Demand::SoldOut,
            3 => Demand::Some(places / 3),
            11 if is_smallest && places <= 60 => Demand::NearlySoldOut,
            _ if event.is_over => Demand::Some(places / 5 + spread),
            _ if is_smallest => Demand::Some(spread / 3),
            _ => Demand::Some(spread),
        }
    }

    fn tickets(self, left: i64) -> i64 {
        match self {
            Demand::SoldOut => left,
            Demand::NearlySoldOut => left - 2,
            Demand::Some(tickets) => tickets.min(left),
        }
    }
}

/// Sales of an event that was on sale from `opened` to `closed`, in the order of time.
pub fn of_event(
    event: &PlannedEvent,
    types: &[TicketType],
    people: &[UserId],
    (opened, closed): (Instant, Instant),
) -> Vec<PastSale> {
    let smallest = types.iter().map(|kind| kind.nbr_max).min();
    let mut sales = Vec::new();
    for kind in types {
        let Some(price) = kind.money() else { continue };
        let is_smallest = types.len() > 1 && Some(kind.nbr_max) == smallest;
        let mut left = Demand::of(event, is_smallest, kind.nbr_max).tickets(kind.available_tickets);
        while left > 0 {
            let number = sales.len() + event.number;
            let quantity = left.min(1 + (number as i64 * 5) % MOST_AT_ONCE);
            let buyer = people[(number * 7 + event.number) % people.len()];
            // The times follow once it is known how many there are.
            sales.push(PastSale { buyer, ticket_type: kind.id, quantity, price, promo_code: None, at: opened });
            left -= quantity;
        }
    }
    let (span, count) = (closed.millis() - opened.millis(), sales.len());
    for (number, sale) in sales.iter_mut().enumerate() {
        let share = (number + 1) as f64 / (count + 1) as f64;
        sale.at = Instant::from_millis(opened.millis() + (span as f64 * time_of(share)) as i64);
    }
    sales
}

/// The part of the time after which this part is sold: many buy on the first days and on the last.
fn time_of(share: f64) -> f64 {
    share - 0.12 * (share * TAU).sin()
}

/// The account that people try the demo with goes out a lot, with somebody.
pub fn of_participant(
    event: &PlannedEvent,
    types: &[TicketType],
    participant: UserId,
    (opened, closed): (Instant, Instant),
) -> Option<PastSale> {
    let is_shown = event.is_cancelled || event.number == AT_THE_DOOR || event.number == STEERED;
    let goes = is_shown || event.number % 30 == 6 || (event.is_over && event.number.is_multiple_of(2));
    let kind = types.first().filter(|_| goes)?;
    let at = Instant::from_millis(opened.millis() + (closed.millis() - opened.millis()) / 8);
    let price = kind.money()?;
    Some(PastSale { buyer: participant, ticket_type: kind.id, quantity: 2, price, promo_code: None, at })
}

/// How many tickets of a sale came to the door, at most: now and then somebody stays at home.
pub fn admitted(number: usize) -> usize {
    match number % 4 {
        0 => 1,
        _ => MOST_AT_ONCE as usize,
    }
}
