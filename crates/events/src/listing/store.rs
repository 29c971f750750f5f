//! SQL of the event list.

use database::{Connection, DbError};
use domain::Instant;

use crate::calendar;
use crate::filters::EventFilters;
use crate::listing::candidates::store::{Asked, PAGE, end_page};
use crate::listing::nearby;
use crate::listing::segments::{Driver, Segment, Standing, When, segments};
use crate::model::EventRow;
use crate::search;
use crate::store::event_row;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

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
}
