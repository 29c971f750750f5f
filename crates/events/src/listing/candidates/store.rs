//! SQL that finds the events of one segment of the list, along the index that the segment is driven by.

use domain::{Coordinates, Day, Instant, Town};

use crate::columns::event_columns;
use crate::day_spans;
use crate::filters::EventFilters;
use crate::listing::segments::{Bounds, Driver, IndexRange, MapArea, Match, Placement, Segment, When, bounds};
use crate::quadtree::CellRange;
use crate::search::store::Term;
use platform::SqlBuilder;

/// Begins a statement that reads whole rows of the shown events alone: in the inner statement an event is its id and
/// what it is ordered by.
pub(in crate::listing) const PAGE_START: &str = concat!("SELECT ", event_columns!(), ", found.* FROM (");

/// Ends an EXISTS. The offset, though of nothing, keeps PostgreSQL from reading all events of the word instead of
/// looking each one up.
const LOOKED_UP: &str = " LIMIT 1 OFFSET 0)";

pub(in crate::listing) struct ListCriteria<'a> {
    pub filters: &'a EventFilters,
    pub terms: &'a [Term],
    pub now: Instant,
}

impl ListCriteria<'_> {
    /// Selects the segment's events, at least the first `most` of them.
    pub(in crate::listing) fn push_candidates(
        &self,
        sql: &mut SqlBuilder,
        segment: Segment,
        driver: &Driver<'_>,
        most: Option<i64>,
    ) {
        match driver {
            Driver::Words(words) => {
                self.push_select(sql, segment);
                sql.push(" FROM (SELECT DISTINCT event_id FROM event_words WHERE word IN ").list(words);
                // The order of a CROSS JOIN binds SQLite; its condition stands in WHERE for PostgreSQL.
                sql.push(") AS worded CROSS JOIN events WHERE events.id = worded.event_id AND ");
                self.push_conditions(sql, segment);
            }
            Driver::Postings { words, in_names } => self.push_postings(sql, segment, words, *in_names, most),
            Driver::MapArea(area) => self.push_area(sql, segment, area, most),
            Driver::Owner(owner) => {
                self.push_select(sql, segment);
                sql.push(" FROM events WHERE owner_id = ").bind(*owner).push(" AND ");
                self.push_conditions(sql, segment);
                // A limit keeps the outer ORDER BY away, or SQLite reads everybody's events in that order.
                sql.push(" LIMIT ").bind(i64::MAX);
            }
            Driver::Creation => {
                self.push_select(sql, segment);
                sql.push(" FROM events WHERE ");
                self.push_conditions(sql, segment);
                // All of them: between two bounds PostgreSQL expects few, and reads them along the index.
                sql.push(" AND created_at >= 0 AND created_at < ").bind(Instant::from_millis(i64::MAX));
                push_first(sql, order(segment.when), most);
            }
            Driver::Calendar(ranges) => {
                // The nearest, or the newest, may be anywhere in the order of time.
                let is_in_order = segment.placement != Placement::OwnPlace && segment.when != When::Newest;
                let most = most.filter(|_| is_in_order);
                self.push_calendar(sql, segment, ranges, most);
            }
        }
    }

    /// All events whose place lies in the cells, and at least the first `most` at the centre of each of the towns,
    /// which are equally far from anywhere.
    pub(in crate::listing) fn push_area(
        &self,
        sql: &mut SqlBuilder,
        segment: Segment,
        area: &MapArea,
        most: Option<i64>,
    ) {
        sql.push("SELECT * FROM (");
        for (index, range) in area.cells.iter().enumerate() {
            self.push_select(sql.push(if index == 0 { "" } else { " UNION ALL " }), segment);
            sql.push(" FROM events WHERE ");
            self.push_conditions(sql, segment);
            push_cell_range(sql, *range);
        }
        sql.push(") AS placed");
        if area.towns.is_empty() || segment.placement == Placement::OwnPlace {
            return;
        }
        sql.push(" UNION ALL SELECT * FROM (");
        let ranges: Vec<IndexRange> = area.towns.iter().copied().map(IndexRange::of_town).collect();
        self.push_calendar(sql, Segment { placement: Placement::TownCentre, ..segment }, &ranges, most);
        sql.push(") AS at_centre");
    }

    pub(in crate::listing) fn push_select(&self, sql: &mut SqlBuilder, segment: Segment) {
        sql.push("SELECT events.id AS found_id, starts_at AS found_start, created_at AS found_created");
        if let (When::Upcoming, Some(near)) = (segment.when, self.filters.near) {
            sql.push(", ");
            push_squared_distance(sql, near);
            sql.push(" AS distance");
        }
    }

    pub(in crate::listing) fn push_calendar(
        &self,
        sql: &mut SqlBuilder,
        segment: Segment,
        ranges: &[IndexRange],
        most: Option<i64>,
    ) {
        let bounds = bounds(segment.when, self.filters, self.now);
        for (index, range) in ranges.iter().enumerate() {
            sql.push(if index == 0 { "SELECT * FROM (" } else { " UNION ALL SELECT * FROM (" });
            self.push_select(sql, segment);
            sql.push(" FROM events WHERE ");
            push_range_conditions(sql, *range, self.filters, bounds);
            self.push_conditions(sql, segment);
            push_first(sql, order(segment.when), most);
            sql.push(") AS index_range");
        }
        let towns = match segment.placement {
            Placement::TownCentre => ranges.iter().map(|range| range.town).collect(),
            Placement::Any | Placement::OwnPlace => vec![None],
        };
        self.push_under_way(sql, segment, &towns, bounds, most);
    }

    /// Each word's events in the order of the calendar; one that holds two of the words is found once.
    fn push_postings(
        &self,
        sql: &mut SqlBuilder,
        segment: Segment,
        words: &[String],
        in_names: bool,
        most: Option<i64>,
    ) {
        let bounds = bounds(segment.when, self.filters, self.now);
        for (index, word) in words.iter().enumerate() {
            sql.push(if index == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
            self.push_select(sql, segment);
            sql.push(" FROM event_words CROSS JOIN events WHERE word = ").bind(word.clone());
            sql.push(if in_names { " AND in_name = TRUE" } else { "" });
            if let Some(from) = bounds.from {
                sql.push(" AND begins_at >= ").bind(from);
            }
            if let Some(until) = bounds.until {
                sql.push(" AND begins_at < ").bind(until);
            }
            sql.push(" AND events.id = event_words.event_id AND ");
            self.push_row_conditions(sql, segment);
            // A condition on the word's own row: an event that lacks another word is not even looked up.
            self.push_word_conditions(sql, segment, "event_words.event_id");
            push_first(sql, either_way(segment.when, ["begins_at, event_id", "begins_at DESC, event_id DESC"]), most);
            sql.push(") AS index_range");
        }
        self.push_under_way(sql, segment, &[None], bounds, most);
    }

    /// Adds events that began before those bounds and are not over: anywhere, or the first `most` at the centre of each
    /// of these towns.
    fn push_under_way(
        &self,
        sql: &mut SqlBuilder,
        segment: Segment,
        centres: &[Option<Town>],
        bounds: Bounds,
        most: Option<i64>,
    ) {
        // Both time zones have their own today.
        let (Some((west, east)), Some(from)) = (bounds.running_on, bounds.from) else { return };
        sql.push(" UNION ALL SELECT * FROM (");
        if let Some(owner) = self.filters.owner {
            // One person's events are fewer than everybody's that are under way.
            self.push_select(sql, segment);
            sql.push(" FROM events WHERE owner_id = ").bind(owner).push(" AND starts_at < ").bind(from).push(" AND ");
            self.push_conditions(sql, segment);
            sql.push(") AS under_way");
            return;
        }
        let days = if west == east { vec![west] } else { vec![west, east] };
        let ranges = days.iter().flat_map(|day| centres.iter().map(move |centre| (*day, *centre)));
        for (index, (day, centre)) in ranges.enumerate() {
            sql.push(if index == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
            self.push_running_on(sql, segment, day);
            sql.push(" AND began_at < ").bind(from);
            match centre {
                Some(town) => sql.push(" AND in_cell IS NULL AND town_name = ").bind(town),
                None if self.filters.towns.is_empty() => sql,
                None => sql.push(" AND town_name IN ").list(&self.filters.towns),
            };
            if !self.filters.categories.is_empty() {
                sql.push(" AND category_name IN ").list(&self.filters.categories);
            }
            push_first(sql, either_way(segment.when, ["began_at, event_id", "began_at DESC, event_id DESC"]), most);
            sql.push(") AS day");
        }
        sql.push(") AS under_way");
    }

    /// The segment's events that began before a day and last at least until it.
    fn push_running_on(&self, sql: &mut SqlBuilder, segment: Segment, day: Day) {
        self.push_select(sql, segment);
        sql.push(" FROM event_running_days CROSS JOIN events WHERE day = ").bind(day);
        sql.push(" AND events.id = event_running_days.event_id AND ");
        self.push_conditions(sql, segment);
    }

    /// Everything that an event of the segment must fulfil, exactly.
    pub(in crate::listing) fn push_conditions(&self, sql: &mut SqlBuilder, segment: Segment) {
        self.push_row_conditions(sql, segment);
        self.push_word_conditions(sql, segment, "events.id");
    }

    fn push_row_conditions(&self, sql: &mut SqlBuilder, segment: Segment) {
        sql.push("is_listed = TRUE");
        match segment.when {
            When::Upcoming => sql.push(" AND over_at > ").bind(self.now),
            When::Past => sql.push(" AND over_at <= ").bind(self.now),
            When::OfDay | When::Newest => sql,
        };
        sql.push(match segment.placement {
            Placement::Any => "",
            // Written so that no index is chosen for it: the cells lead, where there are any.
            Placement::OwnPlace => " AND (map_cell IS NOT NULL) = TRUE",
            Placement::TownCentre => " AND map_cell IS NULL",
        });
        push_filter_conditions(sql, self.filters, self.now);
    }

    /// The condition that the event with this id holds the words of the search.
    fn push_word_conditions(&self, sql: &mut SqlBuilder, segment: Segment, id: &'static str) {
        for term in self.terms {
            sql.push(" AND EXISTS (SELECT 1 FROM event_words AS held WHERE held.word IN ").list(&term.readings);
            sql.push(" AND held.event_id = ").push(id).push(LOOKED_UP);
        }
        match segment.matching {
            Match::Any => {}
            Match::Name => self.push_all_in_name(sql.push(" AND "), id),
            Match::Other => self.push_all_in_name(sql.push(" AND NOT "), id),
        }
    }

    fn push_all_in_name(&self, sql: &mut SqlBuilder, id: &'static str) {
        sql.push("(TRUE");
        for term in self.terms {
            sql.push(" AND EXISTS (SELECT 1 FROM event_words AS held WHERE held.word = ").bind(term.asked.clone());
            sql.push(" AND held.event_id = ").push(id).push(" AND held.in_name = TRUE").push(LOOKED_UP);
        }
        sql.push(")");
    }
}

/// Ends the statement that [`PAGE_START`] began: the page's events, in their order, as whole rows.
pub(in crate::listing) fn push_page_end(sql: &mut SqlBuilder, segment: Segment, wanted: i64, offset: i64) {
    let distance = match segment.placement {
        Placement::Any => "",
        Placement::OwnPlace | Placement::TownCentre => "distance, ",
    };
    sql.push(") AS candidates ORDER BY ").push(distance).push(order(segment.when));
    sql.push(" LIMIT ").bind(wanted).push(" OFFSET ").bind(offset);
    sql.push(") AS found CROSS JOIN events WHERE events.id = found_id ORDER BY ");
    sql.push(distance).push(order(segment.when));
}

/// Keeps the first `most` in that order; all without one.
fn push_first(sql: &mut SqlBuilder, order: &'static str, most: Option<i64>) {
    if let Some(most) = most {
        sql.push(" ORDER BY ").push(order).push(" LIMIT ").bind(most);
    }
}

/// The first of two orders, or the second for what is past.
fn either_way(when: When, [forwards, backwards]: [&'static str; 2]) -> &'static str {
    if when == When::Past { backwards } else { forwards }
}

fn order(when: When) -> &'static str {
    match when {
        When::Upcoming | When::OfDay => "found_start, found_id",
        When::Past => "found_start DESC, found_id DESC",
        When::Newest => "found_created DESC, found_id DESC",
    }
}

/// The conditions that an index finds a range by.
pub(in crate::listing) fn push_range_conditions(
    sql: &mut SqlBuilder,
    range: IndexRange,
    filters: &EventFilters,
    bounds: Bounds,
) {
    if let (IndexRange { town: None, category: None }, Some(is_free)) = (range, filters.is_free) {
        sql.push("is_free = ").bind(is_free).push(" AND ");
    }
    if let Some(town) = range.town {
        sql.push("town = ").bind(town).push(" AND ");
    }
    if let Some(category) = range.category {
        sql.push("category = ").bind(category).push(" AND ");
    }
    if let Some(from) = bounds.from {
        sql.push("starts_at >= ").bind(from).push(" AND ");
    }
    if let Some(until) = bounds.until {
        sql.push("starts_at < ").bind(until).push(" AND ");
    }
}

fn push_filter_conditions(sql: &mut SqlBuilder, filters: &EventFilters, now: Instant) {
    if !filters.categories.is_empty() {
        sql.push(" AND category IN ").list(&filters.categories);
    }
    if !filters.towns.is_empty() {
        sql.push(" AND town IN ").list(&filters.towns);
    }
    if let Some(owner) = filters.owner {
        sql.push(" AND owner_id = ").bind(owner);
    }
    if let Some(is_free) = filters.is_free {
        // Written so that no index is chosen for it: a town or a category leads better.
        sql.push(" AND (is_free = ").bind(is_free).push(") = TRUE");
    }
    // The towns lie in two time zones: for an hour each night their days differ.
    let spans = (day_spans::span_in(Town::Kinshasa, filters, now), day_spans::span_in(Town::Lubumbashi, filters, now));
    if let (Some(west), Some(east)) = spans {
        sql.push(" AND CASE WHEN town = ").bind(Town::Kinshasa);
        sql.push(" THEN first_day <= ").bind(west.1).push(" AND last_day >= ").bind(west.0);
        sql.push(" ELSE first_day <= ").bind(east.1).push(" AND last_day >= ").bind(east.0);
        sql.push(" END");
    }
    if let Some((centre, km)) = filters.within {
        sql.push(" AND ");
        push_squared_distance(sql, centre);
        sql.push(" <= ").bind((km / KM_PER_DEGREE).powi(2));
    }
}

pub(in crate::listing) const KM_PER_DEGREE: f64 = 111.195;

/// How far an event is from a place, squared, in degrees of latitude, on a map flattened there.
fn push_squared_distance(sql: &mut SqlBuilder, place: Coordinates) {
    let flattening = place.latitude.to_radians().cos().powi(2);
    sql.push("((map_latitude - ").bind(place.latitude).push(") * (map_latitude - ").bind(place.latitude);
    sql.push(") + (map_longitude - ").bind(place.longitude).push(") * (map_longitude - ").bind(place.longitude);
    sql.push(") * ").bind(flattening).push(")");
}

pub(in crate::listing) fn push_cell_range(sql: &mut SqlBuilder, (from, to): CellRange) {
    sql.push(" AND map_cell >= ").bind(from).push(" AND map_cell < ").bind(to);
}
