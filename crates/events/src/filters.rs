//! The filters of the event list, read from the query of an address. Unknown values are errors, never guessed.

use std::collections::HashSet;

use domain::{Category, Day, FieldErrors, Place, Town, UserId};
use url::form_urlencoded;

use platform::paging::Page;

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

    fn read(name: &str) -> Option<DateRange> {
        [DateRange::Today, DateRange::Tomorrow, DateRange::Week, DateRange::Month]
            .into_iter()
            .find(|range| range.name() == name)
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
    pub near: Option<Place>,
    /// At most so many kilometres from there.
    pub within: Option<(Place, f64)>,
    /// Those of one day, each in its own town's calendar.
    pub day: Option<Day>,
    /// One person's events.
    pub owner: Option<UserId>,
}

/// Characters of a search; the rest is cut off, because it would find nothing more.
const LONGEST_NAME: usize = 100;

impl EventFilters {
    /// Reads the query of an address. Empty values mean "not set", as a plain HTML form sends them.
    pub fn read(query: &str, per_page: u32) -> (EventFilters, Page, FieldErrors) {
        let mut filters = EventFilters::default();
        let mut errors = FieldErrors::new();
        let (mut page, mut limit) = (None, None);
        let mut seen = HashSet::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            let is_list = matches!(&*name, "category" | "town");
            // Of a value that can stand once, the first counts.
            if !is_list && !seen.insert(name.clone()) {
                continue;
            }
            match &*name {
                "page" => page = Some(value.to_owned()),
                "limit" => limit = Some(value.to_owned()),
                _ => filters.set(&name, value, &mut errors),
            }
        }
        // One order at a time: the newest first leaves nothing to distance.
        if filters.recent {
            filters.near = None;
        }
        let page = Page::read(page.as_deref(), limit.as_deref(), per_page, &mut errors);
        (filters, page, errors)
    }

    fn set(&mut self, name: &str, value: &str, errors: &mut FieldErrors) {
        match name {
            "name" => {
                let text: String = value.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
                self.name = Some(text).filter(|text| !text.trim().is_empty());
            }
            "category" => match value.parse() {
                Ok(category) if !self.categories.contains(&category) => self.categories.push(category),
                Ok(_) => {}
                Err(_) => errors.add("category", "Cette catégorie n'existe pas."),
            },
            "town" => match value.parse() {
                Ok(town) if !self.towns.contains(&town) => self.towns.push(town),
                Ok(_) => {}
                Err(_) => errors.add("town", "Cette ville n'est pas dans la liste."),
            },
            "date_range" if value == "all" => self.date_range = None,
            "date_range" => match DateRange::read(value) {
                Some(range) => self.date_range = Some(range),
                None => errors.add("date_range", "Choisissez today, tomorrow, week ou month."),
            },
            "month" => match value.parse() {
                Ok(month @ 0..=11) => self.month = Some(month),
                _ => errors.add("month", "Un mois entre 0 et 11 est attendu."),
            },
            "is_free" => match value {
                "true" => self.is_free = Some(true),
                "false" => self.is_free = Some(false),
                _ => errors.add("is_free", "Choisissez true ou false."),
            },
            "recent" => match value {
                "true" => self.recent = true,
                "false" => self.recent = false,
                _ => errors.add("recent", "Choisissez true ou false."),
            },
            "near" => match value.parse() {
                Ok(place) => self.near = Some(place),
                Err(_) => errors.add("near", "Une position « latitude,longitude » est attendue."),
            },
            "location" => match read_circle(value) {
                Some(circle) => self.within = Some(circle),
                None => errors.add("location", "Une position « latitude,longitude,kilomètres » est attendue."),
            },
            "day" => match value.parse() {
                Ok(day) => self.day = Some(day),
                Err(_) => errors.add("day", "Une date AAAA-MM-JJ est attendue."),
            },
            "owner" => match value.parse() {
                Ok(owner) => self.owner = Some(owner),
                Err(_) => errors.add("owner", "Un numéro d'utilisateur est attendu."),
            },
            _ => {}
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

/// `lat,lng,km`.
fn read_circle(text: &str) -> Option<(Place, f64)> {
    let (place, km) = text.rsplit_once(',')?;
    let km: f64 = km.trim().parse().ok()?;
    (km > 0.0 && km <= FARTHEST_KM).then_some((place.parse().ok()?, km))
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
