//! SQL of the calendar.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Day, EventId, Hour, Instant, Town};

use crate::agenda::model::Month;
use crate::filters::EventFilters;
use platform::SqlBuilder;

/// First day, last day, and how many listed events have these, for all events with a day in the month.
pub fn count_by_span(
    c: &mut Connection<'_>,
    month: Month,
    filters: &EventFilters,
) -> Result<Vec<(i64, i64, i64)>, DbError> {
    let (first, last) = (month.first(), month.last());
    let (starts, ends) = bounds_of_days(first, last);
    let mut sql = SqlBuilder::new("SELECT first_day, last_day, count(*) AS count FROM events WHERE is_listed = TRUE");
    sql.push(" AND starts_at >= ").bind(starts).push(" AND starts_at < ").bind(ends);
    sql.push(" AND first_day >= ").bind(first).push(" AND first_day <= ").bind(last);
    push_choices(&mut sql, filters);
    sql.push(" GROUP BY first_day, last_day");
    let mut spans = sql.query(c, |row| Ok((row.get("first_day")?, row.get("last_day")?, row.get("count")?)))?;
    let mut sql =
        SqlBuilder::new("SELECT first_day, last_day, count(*) AS count FROM event_running_days CROSS JOIN events");
    sql.push(" WHERE day = ").bind(first).push(" AND events.id = event_id AND is_listed = TRUE");
    push_choices(&mut sql, filters);
    sql.push(" GROUP BY first_day, last_day");
    spans.extend(sql.query(c, |row| Ok((row.get("first_day")?, row.get("last_day")?, row.get("count")?)))?);
    Ok(spans)
}

/// The day's first events from morning to evening, past or not; what began on an earlier day comes before.
pub fn list_first_of_day(
    c: &mut Connection<'_>,
    day: Day,
    filters: &EventFilters,
    most: usize,
) -> Result<Vec<EventId>, DbError> {
    let (starts, ends) = bounds_of_days(day, day);
    let mut sql = SqlBuilder::new("SELECT starts_at, id FROM events WHERE is_listed = TRUE AND starts_at >= ");
    sql.bind(starts).push(" AND starts_at < ").bind(ends).push(" AND first_day = ").bind(day);
    push_choices(&mut sql, filters);
    sql.push(" ORDER BY starts_at, id LIMIT ").bind(most as i64);
    let mut first: Vec<(Instant, EventId)> = sql.query(c, |row| Ok((row.get("starts_at")?, row.get("id")?)))?;
    let mut sql = SqlBuilder::new("SELECT began_at, events.id FROM event_running_days CROSS JOIN events WHERE day = ");
    sql.bind(day);
    push_choices_of(&mut sql, filters, " AND category_name IN ", " AND town_name IN ");
    sql.push(" AND events.id = event_id AND is_listed = TRUE ORDER BY began_at, event_id LIMIT ").bind(most as i64);
    first.extend(sql.query(c, |row| Ok((row.get("began_at")?, row.get("id")?)))?);
    first.sort_unstable();
    Ok(first.into_iter().take(most).map(|(_, id)| id).collect())
}

/// The moments between which those days lie in any town. An index is read by moments; the days of each event then
/// decide.
fn bounds_of_days(first: Day, last: Day) -> (Option<Instant>, Option<Instant>) {
    let starts = Town::ALL.map(|town| first.at(Hour::MIDNIGHT, town)).into_iter().min();
    let ends = Town::ALL.map(|town| last.end_in(town)).into_iter().max();
    (starts, ends)
}

fn push_choices(sql: &mut SqlBuilder, filters: &EventFilters) {
    push_choices_of(sql, filters, " AND category IN ", " AND town IN ");
}

fn push_choices_of(sql: &mut SqlBuilder, filters: &EventFilters, category_in: &'static str, town_in: &'static str) {
    if !filters.categories.is_empty() {
        sql.push(category_in).list(&filters.categories);
    }
    if !filters.towns.is_empty() {
        sql.push(town_in).list(&filters.towns);
    }
}

/// When each of those events was last changed or, if never, created.
pub fn read_change_times(c: &mut Connection<'_>, ids: &[EventId]) -> Result<HashMap<EventId, Instant>, DbError> {
    let mut changes = HashMap::with_capacity(ids.len());
    for some in ids.chunks(500) {
        let mut sql =
            SqlBuilder::new("SELECT id, COALESCE(changed_at, created_at) AS changed FROM events WHERE id IN ");
        sql.list(some);
        changes.extend(sql.query(c, |row| Ok((row.get::<EventId>("id")?, row.get::<Instant>("changed")?)))?);
    }
    Ok(changes)
}
