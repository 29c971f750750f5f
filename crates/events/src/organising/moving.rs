//! Which changes of an event the holders of its tickets are told of, and until when they may ask their money back then. Pure.

use domain::{Coordinates, Instant, fold, today_in};

use crate::model::EventRow;
use crate::refund_terms::{Postponement, RefundTerms};

/// Days that holders have to ask their money back, where the event itself does not come before.
const DAYS_TO_ASK: i64 = 7;

/// Degrees that a pin on the map may move by and still mark the same place: some two hundred metres, so near the equator.
const SAME_PIN: f64 = 0.002;

/// Says whether the event takes place at another time or elsewhere. A repair of words is none: letter case, accents, spaces
/// and punctuation of the address, an address or a pin where there was none, a pin that is set more exactly.
pub fn is_moved(before: &EventRow, after: &EventRow) -> bool {
    let dates = |event: &EventRow| (event.first_day, event.last_day(), event.hour, event.town);
    let words = |event: &EventRow| fold(&event.address).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    dates(before) != dates(after)
        || !words(before).is_empty() && words(before) != words(after)
        || before.place.zip(after.place).is_some_and(|(old, new)| !is_same_pin(old, new))
}

fn is_same_pin(old: Coordinates, new: Coordinates) -> bool {
    (old.latitude - new.latitude).abs() < SAME_PIN && (old.longitude - new.longitude).abs() < SAME_PIN
}

/// The terms of an event that is moved after a sale: holders get their money back by asking, as when it is postponed. What
/// was promised before still holds.
pub fn terms_when_moved(before: &EventRow, after: &EventRow, now: Instant) -> RefundTerms {
    let today = today_in(after.town, now);
    let earlier = before.refunds.postponed;
    let until = today.plus_days(DAYS_TO_ASK).min(after.first_day).max(today);
    let has_new_day = before.first_day != after.first_day;
    let postponed = Postponement {
        from: if has_new_day { Some(before.first_day) } else { earlier.and_then(|earlier| earlier.from) },
        refund_until: earlier.map_or(until, |earlier| earlier.refund_until.max(until)),
    };
    RefundTerms { postponed: Some(postponed), ..after.refunds }
}
