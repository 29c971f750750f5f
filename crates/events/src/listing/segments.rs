//! The list as segments, one after the other, each in its own order and paged by an offset of its own. Pure: which
//! segments there are, and which index each is read along.

use domain::{Category, Day, Hour, Instant, Town, UserId, today_in};

use crate::day_spans;
use crate::filters::EventFilters;
use crate::quadtree::CellRange;
use crate::search::store::Term;

/// Events of one word, or of one area of the map, that are read whole and sorted. Where there are more, an index is
/// read in the order of the list until the page is full.
pub const MOST_SORTED: i64 = 4_000;

/// Pairs of a town and a category that are read and merged.
const MOST_RANGES: usize = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Not over, the soonest first.
    Upcoming,
    /// Over, the latest first.
    Past,
    /// Of one day, over or not, from morning to evening.
    OfDay,
    /// All, the newest created first.
    Newest,
}

/// How well an event answers a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    Any,
    /// Every word stands in the name as it was asked.
    Name,
    /// Only by category, town, the beginning of a word or a typing error.
    Other,
}

/// Where an event is on the map: at its own place or, without one, at the centre of its town.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Either.
    Any,
    OwnPlace,
    TownCentre,
}

#[derive(Debug, Clone, Copy)]
pub struct Segment {
    pub when: When,
    pub matching: Match,
    pub placement: Placement,
}

/// The segments of a list in the order they are shown: what is to come, the best answers first; then what is past. A
/// day is not parted: whoever opens it in a calendar reads it as it goes by. By distance, what has no place comes last.
pub fn segments(filters: &EventFilters, terms: &[Term]) -> Vec<Segment> {
    let asked_in_names = terms.iter().all(|term| term.name_uses > 0);
    let matches: &[Match] = match (terms.is_empty(), asked_in_names) {
        (false, true) => &[Match::Name, Match::Other],
        _ => &[Match::Any],
    };
    let times: &[When] = match filters {
        EventFilters { recent: true, .. } => &[When::Newest],
        EventFilters { day: Some(_), near: None, .. } => &[When::OfDay],
        _ => &[When::Upcoming, When::Past],
    };
    let mut segments = Vec::new();
    for when in times {
        let placements: &[Placement] = match (when, filters.near) {
            (When::Upcoming, Some(_)) => &[Placement::OwnPlace, Placement::TownCentre],
            _ => &[Placement::Any],
        };
        for matching in matches {
            segments.extend(placements.iter().map(|placement| Segment {
                when: *when,
                matching: *matching,
                placement: *placement,
            }));
        }
    }
    segments
}

/// What a segment's events are found by: the driving index, as databases call it.
pub enum Driver<'a> {
    /// The index by start, one range for each pair of a town and a category; the results are merged.
    Calendar(Vec<IndexRange>),
    /// The events of a rare word.
    Words(&'a [String]),
    /// The posting lists of the words that a common one may mean, each in the order of the calendar; of names alone if
    /// `in_names`.
    Postings { words: &'a [String], in_names: bool },
    /// The events of an area of the map that has few.
    MapArea(&'a MapArea),
    /// All events of one person, sorted afterwards.
    Owner(UserId),
    /// The index by creation, the newest first.
    Creation,
}

/// An area of the map: cells of the quadtree, and the towns whose centre lies in it, for events without a place.
pub struct MapArea {
    pub cells: Vec<CellRange>,
    pub towns: Vec<Town>,
}

/// A range of the index by start: of one town, one category, both or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexRange {
    pub town: Option<Town>,
    pub category: Option<Category>,
}

impl Segment {
    pub fn driver<'a>(&self, filters: &EventFilters, terms: &'a [Term], area: Option<&'a MapArea>) -> Driver<'a> {
        let rarest = match self.matching {
            Match::Name => terms.iter().min_by_key(|term| term.name_uses).map(|term| (term.name_uses, term)),
            _ => terms.iter().min_by_key(|term| term.uses).map(|term| (term.uses, term)),
        };
        match (rarest, self.matching) {
            (Some((uses, term)), Match::Name) if uses <= MOST_SORTED => {
                return Driver::Words(std::slice::from_ref(&term.asked));
            }
            (Some((uses, term)), _) if uses <= MOST_SORTED => return Driver::Words(&term.readings),
            _ => {}
        }
        let is_by_time = self.when != When::Newest && self.placement == Placement::Any;
        if let Some(owner) = filters.owner
            && (!is_by_time || !terms.is_empty())
        {
            return Driver::Owner(owner);
        }
        if self.placement == Placement::TownCentre {
            let towns = area.map_or_else(|| towns(filters), |area| area.towns.clone());
            return Driver::Calendar(towns.into_iter().map(IndexRange::of_town).collect());
        }
        match (area, rarest) {
            // No index has a town's events without a place in the order of creation.
            (Some(area), _) if self.when != When::Newest || area.towns.is_empty() => Driver::MapArea(area),
            (None, Some((_, term))) if self.when != When::Newest && filters.near.is_none() && !is_narrow(filters) => {
                match self.matching {
                    Match::Name => Driver::Postings { words: std::slice::from_ref(&term.asked), in_names: true },
                    _ => Driver::Postings { words: &term.readings, in_names: false },
                }
            }
            // Reading all events of a span of days is faster than reading the newest of all days.
            _ if self.when == When::Newest && !filters.has_span() => Driver::Creation,
            _ => Driver::Calendar(index_ranges(filters)),
        }
    }
}

impl Driver<'_> {
    /// Whether it finds nothing at all.
    pub fn is_empty(&self) -> bool {
        matches!(self, Driver::Calendar(ranges) if ranges.is_empty())
    }
}

impl IndexRange {
    pub fn of_town(town: Town) -> IndexRange {
        IndexRange { town: Some(town), category: None }
    }
}

/// Whether one index finds both what is asked of the town and of the category.
pub fn is_narrow(filters: &EventFilters) -> bool {
    !filters.towns.is_empty() && !filters.categories.is_empty()
}

/// The towns that an event of the list can be in.
pub fn towns(filters: &EventFilters) -> Vec<Town> {
    if filters.towns.is_empty() { Town::ALL.to_vec() } else { filters.towns.clone() }
}

fn index_ranges(filters: &EventFilters) -> Vec<IndexRange> {
    let towns: Vec<Option<Town>> = options(&filters.towns);
    let categories: Vec<Option<Category>> = options(&filters.categories);
    if towns.len() * categories.len() <= MOST_RANGES {
        let pairs = towns.iter().flat_map(|town| categories.iter().map(|category| (*town, *category)));
        return pairs.map(|(town, category)| IndexRange { town, category }).collect();
    }
    // So many values leave most of the index in: it is read by town, and other categories are skipped.
    towns.into_iter().map(|town| IndexRange { town, category: None }).collect()
}

fn options<T: Copy>(chosen: &[T]) -> Vec<Option<T>> {
    if chosen.is_empty() { vec![None] } else { chosen.iter().copied().map(Some).collect() }
}

/// The span of time that a segment lies in, at most an hour wider, because the towns have two time zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// What starts from here on is found by its start.
    pub from: Option<Instant>,
    pub until: Option<Instant>,
    /// What started before and is still under way is found by these days.
    pub running_on: Option<(Day, Day)>,
}

pub fn bounds(when: When, filters: &EventFilters, now: Instant) -> Bounds {
    let (west, east) = (Town::Kinshasa, Town::Lubumbashi);
    let spans = day_spans::span_in(west, filters, now).zip(day_spans::span_in(east, filters, now));
    let start = |day: Day, town: Town| day.at(Hour::MIDNIGHT, town);
    match (spans, when) {
        (Some(((west_from, west_to), (east_from, east_to))), _) => Bounds {
            from: Some(start(west_from, west).min(start(east_from, east))),
            until: Some(west_to.end_in(west).max(east_to.end_in(east))),
            running_on: Some((west_from, east_from)),
        },
        (None, When::Upcoming) => {
            let (west_today, east_today) = (today_in(west, now), today_in(east, now));
            Bounds {
                from: Some(start(west_today, west).min(start(east_today, east))),
                until: None,
                running_on: Some((west_today, east_today)),
            }
        }
        (None, When::Past) => Bounds { until: Some(now), ..Bounds::default() },
        (None, When::OfDay | When::Newest) => Bounds::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filters(query: &str) -> EventFilters {
        EventFilters::read(query, 12).0
    }

    fn term(uses: i64, name_uses: i64) -> Term {
        Term { asked: "jazz".to_owned(), name_uses, uses, readings: vec!["jazz".to_owned()] }
    }

    #[test]
    fn few_combinations_are_read_side_by_side() {
        assert_eq!(index_ranges(&filters("")), [IndexRange { town: None, category: None }]);
        assert_eq!(index_ranges(&filters("town=Goma&town=Kolwezi&category=Mode&category=Sports")).len(), 4);
        let many: String = Category::all().map(|category| format!("category={}&", category.name())).collect();
        assert_eq!(index_ranges(&filters(&format!("{many}town=Goma"))).len(), 1);
    }

    #[test]
    fn a_rare_word_leads_and_a_common_one_does_not() {
        let segment = Segment { when: When::Upcoming, matching: Match::Any, placement: Placement::Any };
        assert!(matches!(segment.driver(&filters(""), &[term(10, 0), term(90_000, 0)], None), Driver::Words(_)));
        let common = [term(90_000, 3)];
        assert!(matches!(segment.driver(&filters(""), &common, None), Driver::Postings { in_names: false, .. }));
        assert!(matches!(segment.driver(&filters("near=1,2"), &common, None), Driver::Calendar(_)));
        let narrow = filters("town=Goma&category=Mode");
        assert!(matches!(segment.driver(&narrow, &common, None), Driver::Calendar(_)));
        let by_name = Segment { when: When::Upcoming, matching: Match::Name, placement: Placement::Any };
        assert!(matches!(by_name.driver(&filters(""), &[term(90_000, 3)], None), Driver::Words(_)));
    }

    #[test]
    fn a_small_area_leads_unless_the_newest_of_a_town_are_asked_for() {
        let area = |towns: &[Town]| MapArea { cells: vec![(0, 4)], towns: towns.to_vec() };
        let leads = |when: When, area: &MapArea| {
            let segment = Segment { when, matching: Match::Any, placement: Placement::Any };
            matches!(segment.driver(&filters(""), &[], Some(area)), Driver::MapArea(_))
        };
        assert!(leads(When::Upcoming, &area(&[Town::Goma])));
        assert!(leads(When::Newest, &area(&[])));
        assert!(!leads(When::Newest, &area(&[Town::Goma])));
    }

    #[test]
    fn names_come_first_where_there_are_any() {
        assert_eq!(segments(&filters(""), &[]).len(), 2);
        assert_eq!(segments(&filters(""), &[term(5, 2)]).len(), 4);
        assert_eq!(segments(&filters(""), &[term(5, 0)]).len(), 2);
        assert_eq!(segments(&filters("recent=true"), &[]).len(), 1);
        assert_eq!(segments(&filters("day=2026-11-14"), &[]).len(), 1);
    }

    #[test]
    fn by_distance_what_has_no_place_comes_last() {
        let placements = |query: &str| -> Vec<Placement> {
            segments(&filters(query), &[]).iter().map(|segment| segment.placement).collect()
        };
        assert_eq!(placements("near=1,2"), [Placement::OwnPlace, Placement::TownCentre, Placement::Any]);
        assert_eq!(placements("near=1,2&day=2026-11-14"), placements("near=1,2"));
        assert_eq!(placements("near=1,2&recent=true"), [Placement::Any]);
    }

    #[test]
    fn a_circle_without_a_centre_has_nothing_at_centres() {
        let segment = Segment { when: When::Upcoming, matching: Match::Any, placement: Placement::TownCentre };
        let area = |towns: Vec<Town>| MapArea { cells: vec![(0, 4)], towns };
        assert!(segment.driver(&filters("near=1,2"), &[], Some(&area(vec![]))).is_empty());
        assert!(!segment.driver(&filters("near=1,2"), &[], Some(&area(vec![Town::Goma]))).is_empty());
        assert!(!segment.driver(&filters("near=1,2"), &[], None).is_empty());
    }
}
