//! The calendar and the map as the API shows them.

use domain::{Day, EventId, FieldErrors};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::EventRow;

/// One month of public events.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CalendarMonth {
    /// `YYYY-MM`.
    pub month: String,
    /// Lubumbashi's.
    pub today: String,
    /// Only days that have events, in order.
    pub days: Vec<CalendarDay>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CalendarDay {
    pub day: String,
    pub count: i64,
    /// The first few of them.
    pub events: Vec<CalendarEvent>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CalendarEvent {
    #[schema(value_type = i64)]
    pub id: EventId,
    pub name: String,
    pub category: String,
    pub town: String,
    pub started_at: String,
    pub ended_at: Option<String>,
    pub hour: String,
    pub is_free: bool,
}

impl From<EventRow> for CalendarEvent {
    fn from(row: EventRow) -> CalendarEvent {
        CalendarEvent {
            id: row.id,
            category: row.category.name().to_owned(),
            town: row.town.name().to_owned(),
            started_at: row.first_day.to_string(),
            ended_at: row.ended_day.map(|day| day.to_string()),
            hour: row.hour.to_string(),
            is_free: row.is_free,
            name: row.name,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MapAnswer {
    /// Upcoming events, the soonest first, or the nearest if a place was given.
    pub results: Vec<MapEvent>,
    /// There are more than a map can show: choose a town or a place.
    pub more: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MapEvent {
    #[serde(flatten)]
    pub event: CalendarEvent,
    pub address: String,
    pub img_url: Option<String>,
    pub latitude: f64,
    pub longitude: f64,
    /// False where only the town is known: its centre stands for it.
    pub exact: bool,
}

impl From<EventRow> for MapEvent {
    fn from(row: EventRow) -> MapEvent {
        let place = row.place.unwrap_or(row.town.centre());
        MapEvent {
            address: row.address.clone(),
            img_url: row.picture_address(),
            latitude: place.latitude,
            longitude: place.longitude,
            exact: row.place.is_some(),
            event: row.into(),
        }
    }
}

/// A month of the calendar, written `YYYY-MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month(Day);

impl Month {
    pub fn of(day: Day) -> Month {
        Month(day.first_of_month())
    }

    pub fn read(text: &str) -> Result<Month, FieldErrors> {
        let first = format!("{text}-01").parse().ok().filter(|_| text.len() == 7);
        first.map(Month).ok_or_else(|| FieldErrors::of("month", "Un mois AAAA-MM est attendu."))
    }

    pub fn first(self) -> Day {
        self.0
    }

    pub fn last(self) -> Day {
        self.0.last_of_month()
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:04}-{:02}", self.0.year(), self.0.month())
    }
}

/// How many events each day of the month has, days without any left out. A span is a first day, a last day, and how
/// many events have these.
pub fn count_by_day(month: Month, spans: &[(i64, i64, i64)]) -> Vec<(Day, i64)> {
    let (first, last) = (month.first().number(), month.last().number());
    let on = |day: i64| spans.iter().filter(|(from, to, _)| *from <= day && day <= *to).map(|(.., count)| count).sum();
    let counted = (first..=last).map(|day| (day, on(day))).filter(|(_, count): &(i64, i64)| *count > 0);
    counted.filter_map(|(day, count)| Some((Day::from_number(day)?, count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_read_back() {
        assert_eq!(Month::read("2026-02").unwrap().to_string(), "2026-02");
        assert_eq!(Month::read("2024-02").unwrap().last().to_string(), "2024-02-29");
        for wrong in ["2026", "2026-13", "2026-1", "x", "2026-02-03"] {
            assert!(Month::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_event_is_on_each_of_its_days() {
        let month = Month::read("2026-11").unwrap();
        let first = month.first().number();
        let days = count_by_day(month, &[(first - 3, first + 1, 2), (first + 1, first + 1, 5)]);
        let counts: Vec<(String, i64)> = days.into_iter().map(|(day, count)| (day.to_string(), count)).collect();
        assert_eq!(counts, [("2026-11-01".to_owned(), 2), ("2026-11-02".to_owned(), 7)]);
    }
}
