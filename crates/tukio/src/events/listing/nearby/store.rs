//! SQL of the event list where it looks at the map: what is nearest, and what lies in a circle.

use std::cmp::Ordering;
use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Coordinates, EventId, Instant};

use crate::events::filters::EventFilters;
use crate::events::listing::nearby::frontier::Frontier;
use crate::events::listing::nearby::squares::{Range, Square, around, covering};
use crate::events::listing::segments::{Arm, FEW, Segment, Squares, Standing, bounds, is_narrow, towns};
use crate::events::listing::store::{Asked, KM_PER_DEGREE, PAGE, arm_conditions, end_page};
use crate::events::model::EventRow;
use crate::events::store::{by_ids, event_row};
use crate::platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Events that can be sorted by their distance at once; of more, the nearest squares are read first.
const CROWD: i64 = 2_000;

/// Where the distance stands among the selected columns.
const DISTANCE: usize = 19;

/// So many steps outwards are as wide as a town.
const STEPS_OF_A_TOWN: usize = 4;

/// Squares that are read by one statement, and what one may hold before it is read in quarters.
const SQUARES_AT_ONCE: usize = 8;
const FEW_IN_SQUARE: usize = 40;

/// An event by what it is ordered by.
struct Found {
    id: EventId,
    start: Instant,
    distance: f64,
}

impl Found {
    fn compare(&self, other: &Found) -> Ordering {
        self.distance.total_cmp(&other.distance).then_with(|| (self.start, self.id).cmp(&(other.start, other.id)))
    }
}

/// The squares of the circle that is asked for, if few events have their place there.
pub fn few_squares(c: &mut Connection<'_>, filters: &EventFilters) -> Result<Option<Squares>> {
    let Some((centre, km)) = filters.within else { return Ok(None) };
    let degrees = km / KM_PER_DEGREE;
    let ranges = covering(centre, degrees);
    if has_many(c, &ranges)? {
        return Ok(None);
    }
    let towns = towns(filters).into_iter().filter(|town| squared_distance(centre, town.centre()) <= degrees.powi(2));
    Ok(Some(Squares { ranges, towns: towns.collect() }))
}

fn has_many(c: &mut Connection<'_>, ranges: &[Range]) -> Result<bool> {
    let mut sql = SqlBuilder::new(COUNTED);
    for (index, range) in ranges.iter().enumerate() {
        sql.push(if index == 0 { "" } else { " UNION ALL " });
        sql.push("SELECT id FROM events WHERE is_listed = TRUE");
        in_range(&mut sql, *range);
    }
    are_more_than(c, sql, FEW)
}

const COUNTED: &str = "SELECT count(*) FROM (";

/// Whether what [`COUNTED`] began has more rows than that; no more are read.
fn are_more_than(c: &mut Connection<'_>, mut sql: SqlBuilder, most: i64) -> Result<bool> {
    sql.push(" LIMIT ").bind(most + 1).push(") AS some_of_them");
    let count: Vec<i64> = sql.query(c, |row| row.get(0))?;
    Ok(count.iter().any(|count| *count > most))
}

fn in_range(sql: &mut SqlBuilder, (from, to): Range) {
    sql.push(" AND square >= ").bind(from).push(" AND square < ").bind(to);
}

/// As the database reckons it.
fn squared_distance(from: Coordinates, to: Coordinates) -> f64 {
    let flattening = from.latitude.to_radians().cos().powi(2);
    (to.latitude - from.latitude).powi(2) + (to.longitude - from.longitude).powi(2) * flattening
}

impl Asked<'_> {
    /// Whether there may be more events than can be sorted at once, by what an index knows of them.
    pub(in crate::events::listing) fn is_crowded(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        arms: &[Arm],
    ) -> Result<bool> {
        if !self.filters.has_span() && !is_narrow(self.filters) {
            return Ok(true);
        }
        let bounds = bounds(segment.when, self.filters, self.now);
        let mut sql = SqlBuilder::new(COUNTED);
        for (index, arm) in arms.iter().enumerate() {
            sql.push(if index == 0 { "" } else { " UNION ALL " }).push("SELECT 1 FROM events WHERE ");
            arm_conditions(&mut sql, *arm, self.filters, bounds);
            sql.push("is_listed = TRUE");
        }
        are_more_than(c, sql, CROWD)
    }

    /// The nearest first: in wider and wider squares, until those found are nearer than anything outside. Where a town
    /// far away is asked for, the squares around hold nothing at all or the whole town.
    pub(in crate::events::listing) fn nearest(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        near: Coordinates,
        wanted: i64,
        offset: i64,
    ) -> Result<Vec<EventRow>> {
        let mut found = Vec::new();
        for (step, surroundings) in around(near).enumerate() {
            if step >= STEPS_OF_A_TOWN && found.is_empty() && !self.filters.towns.is_empty() {
                return self.nearest_far_away(c, segment, near, wanted, offset);
            }
            let squares = Squares { towns: Vec::new(), ranges: surroundings.ranges };
            let mut sql = SqlBuilder::new(PAGE);
            sql.push("SELECT * FROM (");
            self.in_squares(&mut sql, segment, &squares, None);
            end_page(&mut sql, segment, wanted, offset);
            found = sql.query(c, |row| Ok((event_row(row)?, row.get::<f64>(DISTANCE)?)))?;
            let farthest = found.last().map_or(f64::INFINITY, |(_, distance)| *distance);
            let is_full = found.len() as i64 == wanted;
            if surroundings.reach.is_none_or(|reach| is_full && farthest <= reach) {
                break;
            }
        }
        Ok(found.into_iter().map(|(row, _)| row).collect())
    }

    /// The same from the whole map down, square by square.
    fn nearest_far_away(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        near: Coordinates,
        wanted: i64,
        offset: i64,
    ) -> Result<Vec<EventRow>> {
        let (wanted, offset) = (wanted as usize, offset as usize);
        let mut frontier = Frontier::of_the_whole_map(near);
        let mut found: Vec<Found> = Vec::new();
        loop {
            let farthest = found.get(wanted + offset - 1).map_or(f64::INFINITY, |found| found.distance);
            let squares = frontier.take(SQUARES_AT_ONCE, farthest);
            if squares.is_empty() {
                break;
            }
            for (square, some) in squares.iter().zip(self.in_each(c, segment, &squares)?) {
                if some.len() > FEW_IN_SQUARE && !square.is_smallest() {
                    frontier.quarter(*square);
                } else {
                    found.extend(some);
                }
            }
            found.sort_by(Found::compare);
            found.truncate(wanted + offset);
        }
        let ids: Vec<EventId> = found.into_iter().skip(offset).map(|found| found.id).collect();
        let mut rows: HashMap<EventId, EventRow> = by_ids(c, &ids)?.into_iter().map(|row| (row.id, row)).collect();
        Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
    }

    /// What each of the squares holds; of one that can be quartered, no more than tells that it should be.
    fn in_each(&self, c: &mut Connection<'_>, segment: Segment, squares: &[Square]) -> Result<Vec<Vec<Found>>> {
        let mut sql = SqlBuilder::new("");
        for (index, square) in squares.iter().enumerate() {
            sql.push(if index == 0 { "SELECT * FROM (" } else { " UNION ALL SELECT * FROM (" });
            self.select(&mut sql, segment);
            sql.push(", CAST(").bind(index as i64).push(" AS BIGINT) AS of_square FROM events WHERE ");
            self.conditions(&mut sql, segment);
            in_range(&mut sql, square.range());
            let most = if square.is_smallest() { i64::MAX } else { FEW_IN_SQUARE as i64 + 1 };
            sql.push(" LIMIT ").bind(most).push(") AS square");
        }
        let mut found: Vec<Vec<Found>> = squares.iter().map(|_| Vec::new()).collect();
        let rows = sql.query(c, |row| {
            let one = Found { id: row.get(0)?, start: row.get(1)?, distance: row.get(3)? };
            Ok((row.get::<i64>(4)? as usize, one))
        })?;
        for (square, one) in rows {
            found[square].push(one);
        }
        Ok(found)
    }

    /// What has its place in the squares: all of it. And what stands at the centre of the towns: at least the first
    /// `most` of each, which are equally far from anywhere.
    pub(in crate::events::listing) fn in_squares(
        &self,
        sql: &mut SqlBuilder,
        segment: Segment,
        squares: &Squares,
        most: Option<i64>,
    ) {
        sql.push("SELECT * FROM (");
        for (index, range) in squares.ranges.iter().enumerate() {
            self.select(sql.push(if index == 0 { "" } else { " UNION ALL " }), segment);
            sql.push(" FROM events WHERE ");
            self.conditions(sql, segment);
            in_range(sql, *range);
        }
        sql.push(") AS placed");
        if squares.towns.is_empty() || segment.standing == Standing::AtPlace {
            return;
        }
        sql.push(" UNION ALL SELECT * FROM (");
        let arms: Vec<Arm> = squares.towns.iter().copied().map(Arm::of_town).collect();
        self.along_the_calendar(sql, Segment { standing: Standing::AtCentre, ..segment }, &arms, most);
        sql.push(") AS at_centre");
    }
}
