//! SQL of the calendar.

use database::{Connection, DbError};
use domain::{Category, Hour, Town};

use crate::events::agenda::model::Month;
use crate::events::filters::EventFilters;
use crate::platform::SqlBuilder;

/// First day, last day, and how many listed events have these, for all that touch the month.
pub fn spans(c: &mut Connection<'_>, month: Month, filters: &EventFilters) -> Result<Vec<(i64, i64, i64)>, DbError> {
    let (first, last) = (month.first(), month.last());
    // The index knows moments: an hour more at each end covers both clocks, the days themselves decide.
    let starts = Town::ALL.map(|town| first.at(Hour::MIDNIGHT, town)).into_iter().min();
    let ends = Town::ALL.map(|town| last.end_in(town)).into_iter().max();
    let mut sql = SqlBuilder::new("SELECT first_day, last_day, count(*) FROM events WHERE is_listed = TRUE");
    sql.push(" AND starts_at >= ").bind(starts).push(" AND starts_at < ").bind(ends);
    sql.push(" AND first_day >= ").bind(first.number()).push(" AND first_day <= ").bind(last.number());
    chosen(&mut sql, filters);
    sql.push(" GROUP BY first_day, last_day");
    let mut spans = sql.query(c, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut sql = SqlBuilder::new("SELECT first_day, last_day, count(*) FROM event_running_days CROSS JOIN events");
    sql.push(" WHERE day = ").bind(first.number()).push(" AND events.id = event_id AND is_listed = TRUE");
    chosen(&mut sql, filters);
    sql.push(" GROUP BY first_day, last_day");
    spans.extend(sql.query(c, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?);
    Ok(spans)
}

fn chosen(sql: &mut SqlBuilder, filters: &EventFilters) {
    if !filters.categories.is_empty() {
        let names: Vec<&str> = filters.categories.iter().copied().map(Category::name).collect();
        sql.push(" AND category IN ").list(&names);
    }
    if !filters.towns.is_empty() {
        let names: Vec<&str> = filters.towns.iter().copied().map(Town::name).collect();
        sql.push(" AND town IN ").list(&names);
    }
}
