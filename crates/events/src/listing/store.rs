//! SQL of the event list: a page is read segment by segment.

use database::{Connection, DbError};
use domain::Instant;

use crate::columns::read_event;
use crate::day_spans;
use crate::filters::EventFilters;
use crate::listing::candidates::store::{ListCriteria, PAGE_START, push_page_end};
use crate::listing::nearby;
use crate::listing::segments::{Driver, Placement, Segment, When, segments};
use crate::model::EventRow;
use crate::search;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// One page, and one row more that tells whether there is a next page.
pub fn list_events(c: &mut Connection<'_>, filters: &EventFilters, page: Page, now: Instant) -> Result<Vec<EventRow>> {
    read_segments(c, filters, page, now, |_| true)
}

/// The same without past events.
pub fn list_upcoming_events(
    c: &mut Connection<'_>,
    filters: &EventFilters,
    page: Page,
    now: Instant,
) -> Result<Vec<EventRow>> {
    read_segments(c, filters, page, now, |segment| segment.when != When::Past)
}

fn read_segments(
    c: &mut Connection<'_>,
    filters: &EventFilters,
    page: Page,
    now: Instant,
    is_asked: fn(&Segment) -> bool,
) -> Result<Vec<EventRow>> {
    let terms = match &filters.name {
        Some(name) => search::store::read_terms(c, name)?,
        None => Vec::new(),
    };
    let means_nothing = filters.name.is_some() && (terms.is_empty() || terms.iter().any(|term| term.uses == 0));
    if means_nothing || day_spans::has_no_day(filters, now) {
        return Ok(Vec::new());
    }
    let area = nearby::store::find_small_area(c, filters)?;
    let criteria = ListCriteria { filters, terms: &terms, now };
    let (mut offset, mut wanted) = (page.offset(), page.fetch());
    let mut rows = Vec::new();
    for segment in segments(filters, &terms).into_iter().filter(is_asked) {
        let driver = segment.driver(filters, &terms, area.as_ref());
        if driver.is_empty() {
            continue;
        }
        let found = criteria.read_rows(c, segment, &driver, wanted, offset)?;
        // Behind the end of this segment: the next one begins where this one has run out.
        offset = if found.is_empty() && offset > 0 { offset - criteria.count_rows(c, segment, &driver)? } else { 0 };
        wanted -= found.len() as i64;
        rows.extend(found);
        if wanted == 0 {
            break;
        }
    }
    Ok(rows)
}

impl ListCriteria<'_> {
    fn read_rows(
        &self,
        c: &mut Connection<'_>,
        segment: Segment,
        driver: &Driver<'_>,
        wanted: i64,
        offset: i64,
    ) -> Result<Vec<EventRow>> {
        if let (Driver::Calendar(ranges), Placement::OwnPlace, Some(near)) =
            (driver, segment.placement, self.filters.near)
            && self.has_too_many_to_sort(c, segment, ranges)?
        {
            return self.read_nearest(c, segment, near, wanted, offset);
        }
        let mut sql = SqlBuilder::new(PAGE_START);
        sql.push("SELECT * FROM (");
        self.push_candidates(&mut sql, segment, driver, Some(wanted + offset));
        push_page_end(&mut sql, segment, wanted, offset);
        sql.query(c, read_event)
    }

    fn count_rows(&self, c: &mut Connection<'_>, segment: Segment, driver: &Driver<'_>) -> Result<i64> {
        let mut sql = SqlBuilder::new("SELECT count(*) FROM (");
        self.push_candidates(&mut sql, segment, driver, None);
        sql.push(") AS found");
        Ok(sql.query(c, |row| row.get(0))?.into_iter().next().unwrap_or(0))
    }
}
