//! SQL of the event list where it looks at the map: what is nearest, and what lies in a circle.

use database::{Connection, DbError};
use domain::Place;

use crate::events::filters::EventFilters;
use crate::events::listing::nearby::squares::{Range, around, covering};
use crate::events::listing::segments::{Arm, FEW, Segment, Squares, Standing, bounds, is_narrow, towns};
use crate::events::listing::store::{Asked, KM_PER_DEGREE, PAGE, arm_conditions, end_page};
use crate::events::model::EventRow;
use crate::events::store::event_row;
use crate::platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Events that can be sorted by their distance at once; of more, the nearest squares are read first.
const CROWD: i64 = 2_000;

/// Where the distance stands among the selected columns.
const DISTANCE: usize = 19;

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
fn squared_distance(from: Place, to: Place) -> f64 {
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

    /// The nearest first: in wider and wider squares, until those found are nearer than anything outside.
    pub(in crate::events::listing) fn nearest(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        near: Place,
        wanted: i64,
        offset: i64,
    ) -> Result<Vec<EventRow>> {
        let mut found = Vec::new();
        for surroundings in around(near) {
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
