//! SQL of the event list.

use database::{Connection, DbError};
use domain::{Category, Coordinates, Day, Instant, Town};

use crate::events::calendar;
use crate::events::filters::EventFilters;
use crate::events::listing::nearby;
use crate::events::listing::segments::{Arm, Bounds, Driver, Match, Segment, Standing, When, bounds, segments};
use crate::events::model::EventRow;
use crate::events::search;
use crate::events::search::store::Term;
use crate::events::store::event_row;
use crate::platform::SqlBuilder;
use crate::platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// Whole rows are read for what is shown alone; until then an event is its number and what it is ordered by.
pub(super) const PAGE: &str =
    "SELECT events.id, owner_id, name, category, town, first_day, ended_day, hour_minutes, address,
    latitude, longitude, description, picture, is_free, is_public, cancelled_at, found.* FROM (";

/// An offset, though of nothing, keeps PostgreSQL from reading all events of the word instead of looking each one up.
const LOOKED_UP: &str = " LIMIT 1 OFFSET 0)";

/// One page and one row more.
pub fn list(c: &mut Connection<'_>, filters: &EventFilters, page: Page, now: Instant) -> Result<Vec<EventRow>> {
    read(c, filters, page, now, |_| true)
}

/// The same without going on into what is past.
pub fn list_ahead(c: &mut Connection<'_>, filters: &EventFilters, page: Page, now: Instant) -> Result<Vec<EventRow>> {
    read(c, filters, page, now, |segment| segment.when != When::Past)
}

fn read(
    c: &mut Connection<'_>,
    filters: &EventFilters,
    page: Page,
    now: Instant,
    is_asked: fn(&Segment) -> bool,
) -> Result<Vec<EventRow>> {
    let terms = match &filters.name {
        Some(name) => search::store::terms(c, name)?,
        None => Vec::new(),
    };
    let means_nothing = filters.name.is_some() && (terms.is_empty() || terms.iter().any(|term| term.uses == 0));
    if means_nothing || calendar::is_never(filters, now) {
        return Ok(Vec::new());
    }
    let squares = nearby::store::few_squares(c, filters)?;
    let asked = Asked { filters, terms: &terms, now };
    let (mut offset, mut wanted) = (page.offset(), page.fetch());
    let mut rows = Vec::new();
    for segment in segments(filters, &terms).into_iter().filter(is_asked) {
        let driver = segment.driver(filters, &terms, squares.as_ref());
        if driver.is_empty() {
            continue;
        }
        let found = asked.rows(c, segment, &driver, wanted, offset)?;
        // Behind the end of this segment: the next one begins where this one has run out.
        offset = if found.is_empty() && offset > 0 { offset - asked.count(c, segment, &driver)? } else { 0 };
        wanted -= found.len() as i64;
        rows.extend(found);
        if wanted == 0 {
            break;
        }
    }
    Ok(rows)
}

pub(super) struct Asked<'a> {
    pub filters: &'a EventFilters,
    terms: &'a [Term],
    pub now: Instant,
}

impl Asked<'_> {
    fn rows(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        driver: &Driver<'_>,
        wanted: i64,
        offset: i64,
    ) -> Result<Vec<EventRow>> {
        if let (Driver::Calendar(arms), Standing::AtPlace, Some(near)) = (driver, segment.standing, self.filters.near)
            && self.is_crowded(c, segment, arms)?
        {
            return self.nearest(c, segment, near, wanted, offset);
        }
        let mut sql = SqlBuilder::new(PAGE);
        sql.push("SELECT * FROM (");
        self.candidates(&mut sql, segment, driver, Some(wanted + offset));
        end_page(&mut sql, segment, wanted, offset);
        sql.query(c, event_row)
    }

    fn count(&self, c: &mut Connection<'_>, segment: Segment, driver: &Driver<'_>) -> Result<i64> {
        let mut sql = SqlBuilder::new("SELECT count(*) FROM (");
        self.candidates(&mut sql, segment, driver, None);
        sql.push(") AS found");
        Ok(sql.query(c, |row| row.get(0))?.into_iter().next().unwrap_or(0))
    }

    /// The segment's events, at least the first `most` of them.
    fn candidates(&self, sql: &mut SqlBuilder, segment: Segment, driver: &Driver<'_>, most: Option<i64>) {
        match driver {
            Driver::Words(words) => {
                self.select(sql, segment);
                sql.push(" FROM (SELECT DISTINCT event_id FROM event_words WHERE word IN ").list(words);
                // The order of a CROSS JOIN binds SQLite; its condition stands in WHERE for PostgreSQL.
                sql.push(") AS worded CROSS JOIN events WHERE events.id = worded.event_id AND ");
                self.conditions(sql, segment);
            }
            Driver::Postings { words, in_names } => self.along_the_words(sql, segment, words, *in_names, most),
            Driver::Squares(squares) => self.in_squares(sql, segment, squares, most),
            Driver::Owner(owner) => {
                self.select(sql, segment);
                sql.push(" FROM events WHERE owner_id = ").bind(*owner).push(" AND ");
                self.conditions(sql, segment);
                // Read apart from the order they are shown in, or SQLite reads everybody's in that order.
                sql.push(" LIMIT ").bind(i64::MAX);
            }
            Driver::Creation => {
                self.select(sql, segment);
                sql.push(" FROM events WHERE ");
                self.conditions(sql, segment);
                // All of them: between two bounds PostgreSQL expects few, and reads them along the index.
                sql.push(" AND created_at >= 0 AND created_at < ").bind(Instant::from_millis(i64::MAX));
                if let Some(most) = most {
                    sql.push(" ORDER BY ").push(order(segment.when)).push(" LIMIT ").bind(most);
                }
            }
            Driver::Calendar(arms) => {
                // The nearest, or the newest, may be anywhere in the order of time.
                let is_in_order = segment.standing != Standing::AtPlace && segment.when != When::Newest;
                let most = most.filter(|_| is_in_order);
                self.along_the_calendar(sql, segment, arms, most);
            }
        }
    }

    pub(super) fn select(&self, sql: &mut SqlBuilder, segment: Segment) {
        sql.push("SELECT events.id AS found_id, starts_at AS found_start, created_at AS found_created");
        if let (When::Upcoming, Some(near)) = (segment.when, self.filters.near) {
            sql.push(", ");
            squared_distance(sql, near);
            sql.push(" AS distance");
        }
    }

    pub(super) fn along_the_calendar(&self, sql: &mut SqlBuilder, segment: Segment, arms: &[Arm], most: Option<i64>) {
        let bounds = bounds(segment.when, self.filters, self.now);
        for (index, arm) in arms.iter().enumerate() {
            sql.push(if index == 0 { "SELECT * FROM (" } else { " UNION ALL SELECT * FROM (" });
            self.select(sql, segment);
            sql.push(" FROM events WHERE ");
            arm_conditions(sql, *arm, self.filters, bounds);
            self.conditions(sql, segment);
            if let Some(most) = most {
                sql.push(" ORDER BY ").push(order(segment.when)).push(" LIMIT ").bind(most);
            }
            sql.push(") AS arm");
        }
        let towns = match segment.standing {
            Standing::AtCentre => arms.iter().map(|arm| arm.town).collect(),
            Standing::Anywhere | Standing::AtPlace => vec![None],
        };
        self.under_way(sql, segment, &towns, bounds, most);
    }

    /// Each word's events in the order of the calendar; one that holds two of the words is found once.
    fn along_the_words(
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
            self.select(sql, segment);
            sql.push(" FROM event_words CROSS JOIN events WHERE word = ").bind(word.clone());
            sql.push(if in_names { " AND in_name = TRUE" } else { "" });
            if let Some(from) = bounds.from {
                sql.push(" AND begins_at >= ").bind(from);
            }
            if let Some(until) = bounds.until {
                sql.push(" AND begins_at < ").bind(until);
            }
            sql.push(" AND events.id = event_words.event_id AND ");
            self.row_conditions(sql, segment);
            // Asked of the word's own row: an event that lacks another word is not even looked up.
            self.word_conditions(sql, segment, "event_words.event_id");
            if let Some(most) = most {
                sql.push(match segment.when {
                    When::Past => " ORDER BY begins_at DESC, event_id DESC LIMIT ",
                    _ => " ORDER BY begins_at, event_id LIMIT ",
                });
                sql.bind(most);
            }
            sql.push(") AS arm");
        }
        self.under_way(sql, segment, &[None], bounds, most);
    }

    /// And what began before those bounds and is not over: anywhere, or the first at the centre of each of these towns.
    fn under_way(
        &self,
        sql: &mut SqlBuilder,
        segment: Segment,
        centres: &[Option<Town>],
        bounds: Bounds,
        most: Option<i64>,
    ) {
        // Both calendars have their own today.
        let (Some((west, east)), Some(from)) = (bounds.running_on, bounds.from) else { return };
        sql.push(" UNION ALL SELECT * FROM (");
        if let Some(owner) = self.filters.owner {
            // One person's events are fewer than everybody's that are under way.
            self.select(sql, segment);
            sql.push(" FROM events WHERE owner_id = ").bind(owner).push(" AND starts_at < ").bind(from).push(" AND ");
            self.conditions(sql, segment);
            sql.push(") AS under_way");
            return;
        }
        let days = if west == east { vec![west] } else { vec![west, east] };
        let arms = days.iter().flat_map(|day| centres.iter().map(move |centre| (*day, *centre)));
        for (index, (day, centre)) in arms.enumerate() {
            sql.push(if index == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
            self.running_on(sql, segment, day);
            sql.push(" AND began_at < ").bind(from);
            match centre {
                Some(town) => sql.push(" AND in_square IS NULL AND town_name = ").bind(town.name()),
                None if self.filters.towns.is_empty() => sql,
                None => sql.push(" AND town_name IN ").list(&names(&self.filters.towns, Town::name)),
            };
            if !self.filters.categories.is_empty() {
                sql.push(" AND category_name IN ").list(&names(&self.filters.categories, Category::name));
            }
            if let Some(most) = most {
                sql.push(match segment.when {
                    When::Past => " ORDER BY began_at DESC, event_id DESC LIMIT ",
                    _ => " ORDER BY began_at, event_id LIMIT ",
                });
                sql.bind(most);
            }
            sql.push(") AS day");
        }
        sql.push(") AS under_way");
    }

    /// The segment's events that began before a day and last at least until it.
    fn running_on(&self, sql: &mut SqlBuilder, segment: Segment, day: Day) {
        self.select(sql, segment);
        sql.push(" FROM event_running_days CROSS JOIN events WHERE day = ").bind(day.number());
        sql.push(" AND events.id = event_running_days.event_id AND ");
        self.conditions(sql, segment);
    }

    /// Everything that is asked of an event, exactly.
    pub(super) fn conditions(&self, sql: &mut SqlBuilder, segment: Segment) {
        self.row_conditions(sql, segment);
        self.word_conditions(sql, segment, "events.id");
    }

    fn row_conditions(&self, sql: &mut SqlBuilder, segment: Segment) {
        sql.push("is_listed = TRUE");
        match segment.when {
            When::Upcoming => sql.push(" AND over_at > ").bind(self.now),
            When::Past => sql.push(" AND over_at <= ").bind(self.now),
            When::OfDay | When::Newest => sql,
        };
        sql.push(match segment.standing {
            Standing::Anywhere => "",
            // Not for an index to find: the squares lead, where there are any.
            Standing::AtPlace => " AND (square IS NOT NULL) = TRUE",
            Standing::AtCentre => " AND square IS NULL",
        });
        filter_conditions(sql, self.filters, self.now);
    }

    /// That the event with this id holds the words.
    fn word_conditions(&self, sql: &mut SqlBuilder, segment: Segment, id: &'static str) {
        for term in self.terms {
            sql.push(" AND EXISTS (SELECT 1 FROM event_words AS held WHERE held.word IN ").list(&term.readings);
            sql.push(" AND held.event_id = ").push(id).push(LOOKED_UP);
        }
        match segment.matching {
            Match::Any => {}
            Match::Name => self.all_in_name(sql.push(" AND "), id),
            Match::Other => self.all_in_name(sql.push(" AND NOT "), id),
        }
    }

    fn all_in_name(&self, sql: &mut SqlBuilder, id: &'static str) {
        sql.push("(TRUE");
        for term in self.terms {
            sql.push(" AND EXISTS (SELECT 1 FROM event_words AS held WHERE held.word = ").bind(term.asked.clone());
            sql.push(" AND held.event_id = ").push(id).push(" AND held.in_name = TRUE").push(LOOKED_UP);
        }
        sql.push(")");
    }
}

/// Ends what [`PAGE`] began: the page's events, in their order, as whole rows.
pub(super) fn end_page(sql: &mut SqlBuilder, segment: Segment, wanted: i64, offset: i64) {
    let distance = match segment.standing {
        Standing::Anywhere => "",
        Standing::AtPlace | Standing::AtCentre => "distance, ",
    };
    sql.push(") AS candidates ORDER BY ").push(distance).push(order(segment.when));
    sql.push(" LIMIT ").bind(wanted).push(" OFFSET ").bind(offset);
    sql.push(") AS found CROSS JOIN events WHERE events.id = found_id ORDER BY ");
    sql.push(distance).push(order(segment.when));
}

fn names<T: Copy>(chosen: &[T], name: fn(T) -> &'static str) -> Vec<&'static str> {
    chosen.iter().copied().map(name).collect()
}

fn order(when: When) -> &'static str {
    match when {
        When::Upcoming | When::OfDay => "found_start, found_id",
        When::Past => "found_start DESC, found_id DESC",
        When::Newest => "found_created DESC, found_id DESC",
    }
}

/// What an index finds the arm's part of the calendar by.
pub(super) fn arm_conditions(sql: &mut SqlBuilder, arm: Arm, filters: &EventFilters, bounds: Bounds) {
    if let (Arm { town: None, category: None }, Some(is_free)) = (arm, filters.is_free) {
        sql.push("is_free = ").bind(is_free).push(" AND ");
    }
    if let Some(town) = arm.town {
        sql.push("town = ").bind(town.name()).push(" AND ");
    }
    if let Some(category) = arm.category {
        sql.push("category = ").bind(category.name()).push(" AND ");
    }
    if let Some(from) = bounds.from {
        sql.push("starts_at >= ").bind(from).push(" AND ");
    }
    if let Some(until) = bounds.until {
        sql.push("starts_at < ").bind(until).push(" AND ");
    }
}

fn filter_conditions(sql: &mut SqlBuilder, filters: &EventFilters, now: Instant) {
    if !filters.categories.is_empty() {
        sql.push(" AND category IN ").list(&names(&filters.categories, Category::name));
    }
    if !filters.towns.is_empty() {
        sql.push(" AND town IN ").list(&names(&filters.towns, Town::name));
    }
    if let Some(owner) = filters.owner {
        sql.push(" AND owner_id = ").bind(owner);
    }
    if let Some(is_free) = filters.is_free {
        // Not for an index to find: a town or a category leads better.
        sql.push(" AND (is_free = ").bind(is_free).push(") = TRUE");
    }
    // Towns keep two calendars: for an hour each night they are a day apart.
    let spans = (calendar::span_in(Town::Kinshasa, filters, now), calendar::span_in(Town::Lubumbashi, filters, now));
    if let (Some(west), Some(east)) = spans {
        sql.push(" AND CASE WHEN town = ").bind(Town::Kinshasa.name());
        sql.push(" THEN first_day <= ").bind(west.1.number()).push(" AND last_day >= ").bind(west.0.number());
        sql.push(" ELSE first_day <= ").bind(east.1.number()).push(" AND last_day >= ").bind(east.0.number());
        sql.push(" END");
    }
    if let Some((centre, km)) = filters.within {
        sql.push(" AND ");
        squared_distance(sql, centre);
        sql.push(" <= ").bind((km / KM_PER_DEGREE).powi(2));
    }
}

pub(super) const KM_PER_DEGREE: f64 = 111.195;

/// How far an event is from a place, squared, in degrees of latitude, on a map flattened there.
fn squared_distance(sql: &mut SqlBuilder, place: Coordinates) {
    let flattening = place.latitude.to_radians().cos().powi(2);
    sql.push("((map_latitude - ").bind(place.latitude).push(") * (map_latitude - ").bind(place.latitude);
    sql.push(") + (map_longitude - ").bind(place.longitude).push(") * (map_longitude - ").bind(place.longitude);
    sql.push(") * ").bind(flattening).push(")");
}
