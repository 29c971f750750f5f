//! Filters like "today", "this week" or "March" as spans of days, each in its own town's calendar. Pure.

use domain::{Day, Instant, Town, today_in};

use crate::filters::{DateRange, EventFilters};

/// First and last day, both included.
pub type Span = (Day, Day);

/// The days that the filters ask for in a town, if they ask for any. An event matches if one of its days does.
pub fn span_in(town: Town, filters: &EventFilters, now: Instant) -> Option<Span> {
    let today = today_in(town, now);
    let by_range = filters.date_range.map(|range| range_span(range, today));
    let by_month = filters.month.map(|month| month_span(month, today));
    let by_day = filters.day.map(|day| (day, day));
    let spans = [by_range, by_month, by_day].into_iter().flatten();
    spans.reduce(|(from, to), (other_from, other_to)| (from.max(other_from), to.min(other_to)))
}

/// Whether the filters exclude every day of both calendars, as "today" and "March" do in November.
pub fn has_no_day(filters: &EventFilters, now: Instant) -> bool {
    [Town::Kinshasa, Town::Lubumbashi]
        .iter()
        .all(|town| span_in(*town, filters, now).is_some_and(|(from, to)| from > to))
}

fn range_span(range: DateRange, today: Day) -> Span {
    match range {
        DateRange::Today => (today, today),
        DateRange::Tomorrow => (today.plus_days(1), today.plus_days(1)),
        DateRange::Week => (today, today.sunday_of_week()),
        DateRange::Month => (today, today.last_of_month()),
    }
}

/// That month's next occurrence: this year's if it is not over yet, else next year's.
fn month_span(month: u8, today: Day) -> Span {
    let wanted = month as i8 + 1;
    let year = if wanted < today.month() { today.year() + 1 } else { today.year() };
    let first = Day::of_month(year, wanted).unwrap_or(today);
    (first, first.last_of_month())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Hour;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn span(query: &str, today: &str) -> Option<Span> {
        let noon = Hour::from_minutes(720).unwrap();
        let now = day(today).at(noon, Town::Lubumbashi);
        span_in(Town::Lubumbashi, &EventFilters::read(query, 12).0, now)
    }

    #[test]
    fn ranges_start_today_and_end_with_the_week_or_month() {
        assert_eq!(span("", "2026-11-14"), None);
        assert_eq!(span("date_range=today", "2026-11-14"), Some((day("2026-11-14"), day("2026-11-14"))));
        assert_eq!(span("date_range=tomorrow", "2026-12-31"), Some((day("2027-01-01"), day("2027-01-01"))));
        assert_eq!(span("date_range=week", "2026-11-12"), Some((day("2026-11-12"), day("2026-11-15"))));
        assert_eq!(span("date_range=month", "2026-02-10"), Some((day("2026-02-10"), day("2026-02-28"))));
    }

    #[test]
    fn a_month_is_its_next_occurrence() {
        assert_eq!(span("month=10", "2026-11-30"), Some((day("2026-11-01"), day("2026-11-30"))));
        assert_eq!(span("month=9", "2026-11-01"), Some((day("2027-10-01"), day("2027-10-31"))));
        assert_eq!(span("month=1", "2027-03-01"), Some((day("2028-02-01"), day("2028-02-29"))));
    }

    #[test]
    fn two_spans_that_never_meet_have_no_day() {
        let has_no_day = |query: &str| {
            let now = day("2026-11-14").at(Hour::MIDNIGHT, Town::Lubumbashi);
            super::has_no_day(&EventFilters::read(query, 12).0, now)
        };
        assert!(has_no_day("date_range=today&month=2") && has_no_day("date_range=tomorrow&day=2026-12-24"));
        assert!(!has_no_day("") && !has_no_day("date_range=today") && !has_no_day("date_range=week&month=10"));
    }

    #[test]
    fn midnight_is_the_towns_own() {
        let now = day("2026-11-15").at(Hour::MIDNIGHT, Town::Lubumbashi);
        let filters = EventFilters::read("date_range=today", 12).0;
        assert_eq!(span_in(Town::Goma, &filters, now), Some((day("2026-11-15"), day("2026-11-15"))));
        assert_eq!(span_in(Town::Kinshasa, &filters, now), Some((day("2026-11-14"), day("2026-11-14"))));
    }
}
