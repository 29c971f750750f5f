//! The filters of the event list, read from the query of an address. Unknown values are errors, never guessed.

use std::str::FromStr;

use domain::{Category, Coordinates, Day, FieldErrors, NotInList, Town, UserId};
use serde::Deserialize;
use url::form_urlencoded;
use utoipa::IntoParams;
use utoipa::openapi::Object;

use platform::paging::{Page, PageQuery};
use platform::{query, schemas};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DateRange {
    Today,
    Tomorrow,
    Week,
    Month,
}

impl DateRange {
    pub fn name(self) -> &'static str {
        match self {
            DateRange::Today => "today",
            DateRange::Tomorrow => "tomorrow",
            DateRange::Week => "week",
            DateRange::Month => "month",
        }
    }
}

impl FromStr for DateRange {
    type Err = NotInList;

    fn from_str(name: &str) -> Result<DateRange, NotInList> {
        [DateRange::Today, DateRange::Tomorrow, DateRange::Week, DateRange::Month]
            .into_iter()
            .find(|range| range.name() == name)
            .ok_or(NotInList)
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventFilters {
    pub name: Option<String>,
    pub categories: Vec<Category>,
    pub towns: Vec<Town>,
    pub date_range: Option<DateRange>,
    /// 0 to 11.
    pub month: Option<u8>,
    pub is_free: Option<bool>,
    pub recent: bool,
    /// Nearest first.
    pub near: Option<Coordinates>,
    /// At most so many kilometres from there.
    pub within: Option<(Coordinates, f64)>,
    /// Those of one day, each in its own town's calendar.
    pub day: Option<Day>,
    /// One person's events.
    pub owner: Option<UserId>,
}

/// Characters of a search; the rest is cut off, because it would find nothing more.
const LONGEST_NAME: usize = 100;

/// What the list can be asked for, as it stands in an address.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventQuery {
    /// Words of the event's name, its category or town; accents, case, order, endings and a slip aside.
    pub name: Option<String>,
    /// May be repeated.
    #[serde(default)]
    #[param(required = false, schema_with = schemas::categories)]
    pub category: Vec<String>,
    /// May be repeated.
    #[serde(default)]
    #[param(required = false, schema_with = schemas::towns)]
    pub town: Vec<String>,
    /// In each town's own calendar.
    #[param(schema_with = date_range)]
    pub date_range: Option<String>,
    /// That month's next occurrence, from 0.
    #[param(value_type = Option<u8>, minimum = 0, maximum = 11)]
    pub month: Option<String>,
    #[param(value_type = Option<bool>)]
    pub is_free: Option<String>,
    /// Newest created first.
    #[param(value_type = Option<bool>)]
    pub recent: Option<String>,
    /// `lat,lng`: nearest first.
    #[param(schema_with = schemas::place)]
    pub near: Option<String>,
    /// `lat,lng,km`: at most so far from there.
    #[param(schema_with = schemas::circle)]
    pub location: Option<String>,
    /// `YYYY-MM-DD`: the events of that day.
    #[param(schema_with = schemas::day)]
    pub day: Option<String>,
    /// The events of one person.
    #[param(value_type = Option<i64>)]
    pub owner: Option<String>,
}

fn date_range() -> Object {
    schemas::text().enum_values(Some(["today", "tomorrow", "week", "month", "all"])).build()
}

impl EventFilters {
    /// Reads the query of an address.
    pub fn read(text: &str, per_page: u32) -> (EventFilters, Page, FieldErrors) {
        let mut errors = FieldErrors::new();
        let filters = EventFilters::of(query::read(text).unwrap_or_default(), &mut errors);
        let page = query::read::<PageQuery>(text).unwrap_or_default().read(per_page, &mut errors);
        (filters, page, errors)
    }

    /// The filters that a query asks for. What is wrong is noted under its name and left out.
    pub fn of(query: EventQuery, errors: &mut FieldErrors) -> EventFilters {
        let EventQuery { name, category, town, date_range, month, is_free, recent, near, location, day, owner } = query;
        let recent = filter(recent, "recent", "Choisissez true ou false.", errors).unwrap_or(false);
        let near = filter(near, "near", "Une position « latitude,longitude » est attendue.", errors);
        let circle = "Une position « latitude,longitude,kilomètres » est attendue.";
        EventFilters {
            name: name.map(searched).filter(|text| !text.trim().is_empty()),
            categories: each(category, "category", "Cette catégorie n'existe pas.", errors),
            towns: each(town, "town", "Cette ville n'est pas dans la liste.", errors),
            date_range: filter(
                date_range.filter(|range| range != "all"),
                "date_range",
                "Choisissez today, tomorrow, week ou month.",
                errors,
            ),
            month: filter(month, "month", "Un mois entre 0 et 11 est attendu.", errors).map(|Month(month)| month),
            is_free: filter(is_free, "is_free", "Choisissez true ou false.", errors),
            recent,
            // One order at a time: the newest first leaves nothing to distance.
            near: near.filter(|_| !recent),
            within: filter(location, "location", circle, errors).map(|Circle(place, km)| (place, km)),
            day: filter(day, "day", "Une date AAAA-MM-JJ est attendue.", errors),
            owner: filter(owner, "owner", "Un numéro d'utilisateur est attendu.", errors),
        }
    }

    /// Whether the filters ask for certain days, be it one or a month.
    pub fn has_span(&self) -> bool {
        self.date_range.is_some() || self.month.is_some() || self.day.is_some()
    }

    /// The set filters as name and value, in one fixed order: the canonical form of an address.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        pairs.extend(self.name.iter().map(|name| ("name", name.clone())));
        pairs.extend(self.categories.iter().map(|category| ("category", category.name().to_owned())));
        pairs.extend(self.towns.iter().map(|town| ("town", town.name().to_owned())));
        pairs.extend(self.date_range.map(|range| ("date_range", range.name().to_owned())));
        pairs.extend(self.month.map(|month| ("month", month.to_string())));
        pairs.extend(self.is_free.map(|is_free| ("is_free", is_free.to_string())));
        pairs.extend(self.recent.then(|| ("recent", "true".to_owned())));
        pairs.extend(self.near.map(|place| ("near", place.to_string())));
        pairs.extend(self.within.map(|(place, km)| ("location", format!("{place},{km}"))));
        pairs.extend(self.day.map(|day| ("day", day.to_string())));
        pairs.extend(self.owner.map(|owner| ("owner", owner.to_string())));
        pairs
    }

    /// [`Self::pairs`] as the query of an address.
    pub fn query(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(self.pairs()).finish()
    }
}

/// Half the circumference of the earth.
const FARTHEST_KM: f64 = 20_038.0;

/// A place, and how many kilometres around it: `lat,lng,km`.
struct Circle(Coordinates, f64);

impl FromStr for Circle {
    type Err = NotInList;

    fn from_str(text: &str) -> Result<Circle, NotInList> {
        let (place, km) = text.rsplit_once(',').ok_or(NotInList)?;
        let (place, km) = (place.parse().map_err(|_| NotInList)?, km.trim().parse().map_err(|_| NotInList)?);
        if km > 0.0 && km <= FARTHEST_KM { Ok(Circle(place, km)) } else { Err(NotInList) }
    }
}

/// A month, 0 to 11.
struct Month(u8);

impl FromStr for Month {
    type Err = NotInList;

    fn from_str(text: &str) -> Result<Month, NotInList> {
        text.parse().ok().filter(|month| *month < 12).map(Month).ok_or(NotInList)
    }
}

fn filter<T: FromStr>(text: Option<String>, name: &str, message: &str, errors: &mut FieldErrors) -> Option<T> {
    errors.check_parsed(name, text?.parse().map_err(|_| message))
}

/// The values of a list, each once.
fn each<T: FromStr + PartialEq>(texts: Vec<String>, name: &str, message: &str, errors: &mut FieldErrors) -> Vec<T> {
    let mut values = Vec::new();
    for text in texts {
        match text.parse() {
            Ok(value) if !values.contains(&value) => values.push(value),
            Ok(_) => {}
            Err(_) => errors.add(name, message),
        }
    }
    values
}

fn searched(text: String) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back() {
        let query = "name=caf%C3%A9&category=Concerts&category=Th%C3%A9%C3%A2tre&town=Goma&date_range=week&month=3&is_free=true&near=-11.66%2C27.48&location=-11.66%2C27.48%2C12.5&day=2026-11-14&owner=7";
        let (filters, page, errors) = EventFilters::read(query, 12);
        assert!(errors.is_empty());
        assert_eq!((page.number, page.limit), (1, 12));
        assert_eq!(filters.query(), query);
        assert_eq!(EventFilters::read(&filters.query(), 12).0, filters);
    }

    #[test]
    fn the_newest_first_leaves_nothing_to_distance() {
        let (filters, _, errors) = EventFilters::read("near=1,2&recent=true", 12);
        assert!(errors.is_empty());
        assert_eq!(filters.query(), "recent=true");
    }

    #[test]
    fn empty_values_are_not_set() {
        let (filters, _, errors) =
            EventFilters::read("name=&category=&town=&date_range=all&is_free=&month=&utm_source=x", 12);
        assert!(errors.is_empty());
        assert_eq!(filters, EventFilters::default());
    }

    #[test]
    fn what_is_not_in_the_lists_is_said() {
        for query in [
            "category=Magie",
            "town=Paris",
            "date_range=soon",
            "month=12",
            "month=-1",
            "month=x",
            "is_free=1",
            "recent=yes",
            "location=1,2",
            "location=1,2,0",
            "location=1,2,NaN",
            "day=2026-02-30",
            "page=0",
            "limit=999",
        ] {
            assert!(!EventFilters::read(query, 12).2.is_empty(), "{query}");
        }
    }
}
