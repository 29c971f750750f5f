//! Which demo events take place when and where. Pure: the same day gives the same plan.

use domain::{Category, Coordinates, Currency, Day, EventId, Hour, Instant, Money, Town, UserId, today_in};

use crate::demo::catalogue;
use crate::demo::venues;
use events::{EventRow, RefundPolicy, RefundTerms};

const EVENTS: usize = 152;

/// Events that are over, so that there is something to look back on.
const OVER: usize = 8;

/// One that was sold and does not take place.
const CANCELLED: usize = 110;

/// One of today's, of the first organiser: people are coming in.
pub const AT_THE_DOOR: usize = 0;

/// One of the first organiser's, who does everything with it that can be done before the day. Its best places are gone.
pub const STEERED: usize = 60;

/// One of the first organiser's that is over and has a next edition.
pub const REPEATED: usize = EVENTS + 4;

/// The demo reaches this many days ahead.
const HORIZON: i64 = 91;

pub struct PlannedEvent {
    pub number: usize,
    name: &'static str,
    description: &'static str,
    category: Category,
    town: Town,
    first_day: Day,
    ended_day: Option<Day>,
    hour: Hour,
    address: &'static str,
    place: Coordinates,
    /// Label, price, how many.
    pub tickets: Vec<(&'static str, Money, i64)>,
    pub is_over: bool,
    pub is_cancelled: bool,
}

impl PlannedEvent {
    pub fn event(&self, id: EventId, owner: UserId) -> EventRow {
        // Every third event keeps the default picture, so that both kinds are seen.
        let has_poster = !self.number.is_multiple_of(3);
        let policy = if self.number == STEERED { RefundPolicy::Always } else { RefundPolicy::None };
        EventRow {
            id,
            owner,
            name: self.name.to_owned(),
            category: self.category,
            town: self.town,
            first_day: self.first_day,
            ended_day: self.ended_day,
            hour: self.hour,
            address: self.address.to_owned(),
            place: Some(self.place),
            description: Some(self.description.to_owned()),
            picture: has_poster.then(|| format!("/pictures/posters/{}/{}.svg", self.category.slug(), self.number)),
            is_free: self.tickets.is_empty(),
            is_public: true,
            cancelled: false,
            draft: false,
            cancelled_at: None,
            refunds: RefundTerms { policy, ..RefundTerms::default() },
        }
    }
}

pub fn events(now: Instant) -> Vec<PlannedEvent> {
    (0..EVENTS + OVER).map(|number| planned(number, now)).collect()
}

fn planned(number: usize, now: Instant) -> PlannedEvent {
    let categories: Vec<Category> = Category::all().collect();
    let round = number / categories.len();
    let category = categories[number % categories.len()];
    let entry = catalogue::entry(category, round);
    // A stride that shares no factor with the list mixes towns and categories.
    let town = venues::town(number * 7 + round);
    let venue = venues::venue(town, number + round);
    let first_day = today_in(town, now).plus_days(days_ahead(number));
    let lasts = matches!(category.name(), "Festivals" | "Expositions" | "Foires commerciales" | "Séminaires");
    let minutes = entry.hour * 60 + if number.is_multiple_of(2) { 30 } else { 0 };
    PlannedEvent {
        number,
        name: entry.name,
        description: entry.description,
        category,
        town,
        first_day,
        ended_day: lasts.then(|| first_day.plus_days(1 + (number % 3) as i64)),
        hour: Hour::from_minutes(minutes).unwrap_or(Hour::MIDNIGHT),
        address: venue.address,
        place: venues::around(town, number),
        tickets: tickets(number, entry.free),
        is_over: number >= EVENTS,
        is_cancelled: number == CANCELLED,
    }
}

/// Something today and this week whatever the day, then ever thinner towards the horizon.
fn days_ahead(number: usize) -> i64 {
    match number as i64 {
        0..8 => 0,
        8..14 => 1,
        number @ 14..34 => 2 + number % 6,
        number if number < EVENTS as i64 => (number * 37) % HORIZON,
        // The longest events last four days.
        number => -6 - 9 * (number - EVENTS as i64),
    }
}

fn tickets(number: usize, free: bool) -> Vec<(&'static str, Money, i64)> {
    if free {
        return Vec::new();
    }
    let usd = |major: i64| Money::from_minor(major * 100, Currency::Usd);
    let cdf = |major: i64| Money::from_minor(major * 100, Currency::Cdf);
    match number % 4 {
        0 => vec![("Standard", usd(10), 300), ("VIP", usd(30), 60)],
        1 => vec![("Entrée", cdf(15_000), 400)],
        2 => vec![("Prévente", usd(5), 150), ("Standard", usd(8), 350), ("Carré d'or", usd(50), 24)],
        _ => vec![("Étudiant", cdf(5_000), 120), ("Standard", cdf(12_000), 280)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_town_and_category_has_something_and_today_is_never_empty() {
        let now = Instant::from_millis(1_794_700_000_000);
        let plan = events(now);
        let towns: HashSet<Town> = plan.iter().map(|event| event.town).collect();
        let categories: HashSet<Category> = plan.iter().map(|event| event.category).collect();
        assert_eq!((towns.len(), categories.len()), (6, 20));
        assert!(plan.iter().filter(|event| event.first_day == today_in(event.town, now)).count() >= 4);
        assert!(plan.iter().any(|event| event.tickets.is_empty()));
        let names: HashSet<&str> = plan.iter().map(|event| event.name).collect();
        assert_eq!(names.len(), plan.len(), "a name comes twice");
        let over = |event: &&PlannedEvent| event.event(EventId::new(1), UserId::new(1)).over_at() <= now;
        assert!(plan.iter().filter(over).all(|event| event.is_over));
        assert!(plan.iter().filter(over).filter(|event| !event.tickets.is_empty()).count() >= 4);
        assert!(plan[AT_THE_DOOR].first_day == today_in(plan[AT_THE_DOOR].town, now));
        assert!(!plan[AT_THE_DOOR].tickets.is_empty());
        assert!(plan.iter().any(|event| event.is_cancelled && !event.tickets.is_empty()));
    }
}
