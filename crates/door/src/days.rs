//! The day that a scan counts for. Pure.

use std::time::Duration;

use domain::{Day, Instant, today_in};
use events::EventRow;

/// A night belongs to the evening before: at the door the day changes at six in the morning.
const NIGHT: Duration = Duration::from_hours(6);

/// The day of the event that somebody is admitted for at that moment. A ticket is admitted once for each, so an event of
/// one day has one, whenever its doors open.
pub fn door_day(event: &EventRow, at: Instant) -> Day {
    let today = today_in(event.town, at - NIGHT);
    today.clamp(event.first_day, event.last_day())
}

/// Whether the event's first day is still to come.
pub fn is_early(event: &EventRow, at: Instant) -> bool {
    today_in(event.town, at) < event.first_day
}

/// All days that tickets are admitted for.
pub fn days_of(event: &EventRow) -> Vec<Day> {
    let (first, last) = (event.first_day, event.last_day());
    (0..=last.number() - first.number()).map(|number| first.plus_days(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Category, EventId, Hour, Town, UserId};
    use events::RefundTerms;

    fn event(first: &str, last: Option<&str>) -> EventRow {
        EventRow {
            id: EventId::new(1),
            owner: UserId::new(1),
            name: "Jazz".to_owned(),
            category: Category::from_slug("concerts").unwrap(),
            town: Town::Lubumbashi,
            first_day: first.parse().unwrap(),
            ended_day: last.map(|day| day.parse().unwrap()),
            hour: "19:30".parse().unwrap(),
            address: String::new(),
            place: None,
            description: None,
            picture: None,
            is_free: false,
            is_public: true,
            cancelled: false,
            draft: false,
            cancelled_at: None,
            refunds: RefundTerms::default(),
        }
    }

    fn at(day: &str, hour: &str) -> Instant {
        day.parse::<Day>().unwrap().at(hour.parse::<Hour>().unwrap(), Town::Lubumbashi)
    }

    #[test]
    fn one_day_has_one_admission_whenever_it_is() {
        let jazz = event("2026-11-14", None);
        for (day, hour) in
            [("2026-11-01", "12:00"), ("2026-11-14", "19:30"), ("2026-11-15", "05:59"), ("2027-01-01", "08:00")]
        {
            assert_eq!(door_day(&jazz, at(day, hour)).to_string(), "2026-11-14", "{day} {hour}");
        }
    }

    #[test]
    fn the_day_changes_at_six_in_the_morning() {
        let festival = event("2026-11-14", Some("2026-11-16"));
        for (day, hour, counts_for) in [
            ("2026-11-13", "23:00", "2026-11-14"),
            ("2026-11-15", "05:59", "2026-11-14"),
            ("2026-11-15", "06:00", "2026-11-15"),
            ("2026-11-16", "23:59", "2026-11-16"),
            ("2026-11-17", "02:00", "2026-11-16"),
            ("2026-11-20", "20:00", "2026-11-16"),
        ] {
            assert_eq!(door_day(&festival, at(day, hour)).to_string(), counts_for, "{day} {hour}");
        }
        assert_eq!(days_of(&festival).len(), 3);
    }

    #[test]
    fn early_is_before_the_first_day() {
        let jazz = event("2026-11-14", None);
        assert!(is_early(&jazz, at("2026-11-13", "23:59")) && !is_early(&jazz, at("2026-11-14", "00:00")));
    }
}
