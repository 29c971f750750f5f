//! SQL of the list by distance: what is nearest to a place, and which circles hold few events.

use std::cmp::Ordering;
use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Coordinates, EventId, Instant};

use crate::columns::read_event;
use crate::filters::EventFilters;
use crate::listing::candidates::store::{
    KM_PER_DEGREE, ListCriteria, PAGE_START, push_cell_range, push_page_end, push_range_conditions,
};
use crate::listing::nearby::best_first::BestFirstSearch;
use crate::listing::segments::{IndexRange, MOST_SORTED, MapArea, Segment, bounds, is_narrow, towns};
use crate::model::EventRow;
use crate::quadtree::{Cell, CellRange, cells_covering, neighbourhoods};
use crate::store::read_events;
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Events that are read whole and sorted by distance; of more, the nearest cells are read first.
const MOST_SORTED_BY_DISTANCE: i64 = 2_000;

/// A neighbourhood of this step is as wide as a town.
const STEPS_OF_A_TOWN: usize = 4;

/// Cells that are read by one statement, and how many events one may hold before it is read in quarters.
const CELLS_AT_ONCE: usize = 8;
const MOST_IN_CELL: usize = 40;

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

/// The area of the circle that is asked for, if few events have their place there.
pub fn find_small_area(c: &mut Connection<'_>, filters: &EventFilters) -> Result<Option<MapArea>> {
    let Some((centre, km)) = filters.within else { return Ok(None) };
    let degrees = km / KM_PER_DEGREE;
    let cells = cells_covering(centre, degrees);
    if has_many_events(c, &cells)? {
        return Ok(None);
    }
    let towns = towns(filters).into_iter().filter(|town| squared_distance(centre, town.centre()) <= degrees.powi(2));
    Ok(Some(MapArea { cells, towns: towns.collect() }))
}

fn has_many_events(c: &mut Connection<'_>, cells: &[CellRange]) -> Result<bool> {
    let mut sql = SqlBuilder::new(COUNTED);
    for (index, range) in cells.iter().enumerate() {
        sql.push(if index == 0 { "" } else { " UNION ALL " });
        sql.push("SELECT id FROM events WHERE is_listed = TRUE");
        push_cell_range(&mut sql, *range);
    }
    are_more_than(c, sql, MOST_SORTED)
}

const COUNTED: &str = "SELECT count(*) FROM (";

/// Whether what [`COUNTED`] began has more rows than that; no more are read.
fn are_more_than(c: &mut Connection<'_>, mut sql: SqlBuilder, most: i64) -> Result<bool> {
    sql.push(" LIMIT ").bind(most + 1).push(") AS some_of_them");
    let count: Vec<i64> = sql.query(c, |row| row.get(0))?;
    Ok(count.iter().any(|count| *count > most))
}

/// The same distance that the database computes.
fn squared_distance(from: Coordinates, to: Coordinates) -> f64 {
    let flattening = from.latitude.to_radians().cos().powi(2);
    (to.latitude - from.latitude).powi(2) + (to.longitude - from.longitude).powi(2) * flattening
}

impl ListCriteria<'_> {
    /// Whether there may be more events than are read whole and sorted, judged by what an index knows of them.
    pub(in crate::listing) fn has_too_many_to_sort(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        ranges: &[IndexRange],
    ) -> Result<bool> {
        if !self.filters.has_span() && !is_narrow(self.filters) {
            return Ok(true);
        }
        let bounds = bounds(segment.when, self.filters, self.now);
        let mut sql = SqlBuilder::new(COUNTED);
        for (index, range) in ranges.iter().enumerate() {
            sql.push(if index == 0 { "" } else { " UNION ALL " }).push("SELECT 1 FROM events WHERE ");
            push_range_conditions(&mut sql, *range, self.filters, bounds);
            sql.push("is_listed = TRUE");
        }
        are_more_than(c, sql, MOST_SORTED_BY_DISTANCE)
    }

    /// Reads the nearest first, in wider and wider neighbourhoods, until those found are nearer than anything outside.
    /// Where a town far away is asked for, a neighbourhood holds nothing at all or the whole town: then the quadtree is
    /// searched from above.
    pub(in crate::listing) fn read_nearest(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        near: Coordinates,
        wanted: i64,
        offset: i64,
    ) -> Result<Vec<EventRow>> {
        let mut found = Vec::new();
        for (step, neighbourhood) in neighbourhoods(near).enumerate() {
            if step >= STEPS_OF_A_TOWN && found.is_empty() && !self.filters.towns.is_empty() {
                return self.read_nearest_far_away(c, segment, near, wanted, offset);
            }
            let area = MapArea { towns: Vec::new(), cells: neighbourhood.cells };
            let mut sql = SqlBuilder::new(PAGE_START);
            sql.push("SELECT * FROM (");
            self.push_area(&mut sql, segment, &area, None);
            push_page_end(&mut sql, segment, wanted, offset);
            found = sql.query(c, |row| Ok((read_event(row)?, row.get::<f64>("distance")?)))?;
            let farthest = found.last().map_or(f64::INFINITY, |(_, distance)| *distance);
            let is_full = found.len() as i64 == wanted;
            if neighbourhood.reach.is_none_or(|reach| is_full && farthest <= reach) {
                break;
            }
        }
        Ok(found.into_iter().map(|(row, _)| row).collect())
    }

    /// The same by a best-first search from the whole map down.
    fn read_nearest_far_away(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        near: Coordinates,
        wanted: i64,
        offset: i64,
    ) -> Result<Vec<EventRow>> {
        let (wanted, offset) = (wanted as usize, offset as usize);
        let mut search = BestFirstSearch::from_whole_map(near);
        let mut found: Vec<Found> = Vec::new();
        loop {
            let farthest = found.get(wanted + offset - 1).map_or(f64::INFINITY, |found| found.distance);
            let cells = search.take_nearest(CELLS_AT_ONCE, farthest);
            if cells.is_empty() {
                break;
            }
            for (cell, some) in cells.iter().zip(self.read_each_cell(c, segment, &cells)?) {
                if some.len() > MOST_IN_CELL && !cell.is_smallest() {
                    search.split(*cell);
                } else {
                    found.extend(some);
                }
            }
            found.sort_by(Found::compare);
            found.truncate(wanted + offset);
        }
        let ids: Vec<EventId> = found.into_iter().skip(offset).map(|found| found.id).collect();
        let mut rows: HashMap<EventId, EventRow> = read_events(c, &ids)?.into_iter().map(|row| (row.id, row)).collect();
        Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
    }

    /// The events of each cell; of one that can be split, no more than are needed to know that it must be.
    fn read_each_cell(&self, c: &mut Connection<'_>, segment: Segment, cells: &[Cell]) -> Result<Vec<Vec<Found>>> {
        let mut sql = SqlBuilder::new("");
        for (index, cell) in cells.iter().enumerate() {
            sql.push(if index == 0 { "SELECT * FROM (" } else { " UNION ALL SELECT * FROM (" });
            self.push_select(&mut sql, segment);
            sql.push(", CAST(").bind(index as i64).push(" AS BIGINT) AS of_cell FROM events WHERE ");
            self.push_conditions(&mut sql, segment);
            push_cell_range(&mut sql, cell.range());
            let most = if cell.is_smallest() { i64::MAX } else { MOST_IN_CELL as i64 + 1 };
            sql.push(" LIMIT ").bind(most).push(") AS cell");
        }
        let mut found: Vec<Vec<Found>> = cells.iter().map(|_| Vec::new()).collect();
        let rows = sql.query(c, |row| {
            let one =
                Found { id: row.get("found_id")?, start: row.get("found_start")?, distance: row.get("distance")? };
            Ok((row.get::<i64>("of_cell")? as usize, one))
        })?;
        for (cell, one) in rows {
            found[cell].push(one);
        }
        Ok(found)
    }
}
