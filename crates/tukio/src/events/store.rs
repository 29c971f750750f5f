//! SQL of `events`.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{Category, Day, EventId, Hour, Instant, Place, Town, UserId, fold};

use crate::events::calendar;
use crate::events::filters::EventFilters;
use crate::events::model::{EventRow, NewEvent};
use crate::platform::SqlBuilder;
use crate::platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const SELECT: &str = "SELECT id, owner_id, name, category, town, first_day, ended_day, hour_minutes, address,
    latitude, longitude, description, picture, is_free, is_public FROM events WHERE ";

const BY_ID: &str = "SELECT id, owner_id, name, category, town, first_day, ended_day, hour_minutes, address,
    latitude, longitude, description, picture, is_free, is_public FROM events WHERE id = $1";

fn event_row(row: &Row<'_>) -> Result<EventRow> {
    let unreadable = |what: &str| DbError::Decode(format!("events.{what}"));
    let latitude: Option<f64> = row.get(9)?;
    let longitude: Option<f64> = row.get(10)?;
    let day = |number: i64| Day::from_number(number).ok_or_else(|| unreadable("day"));
    Ok(EventRow {
        id: row.get(0)?,
        owner: row.get(1)?,
        name: row.get(2)?,
        category: row.get::<String>(3)?.parse().map_err(|_| unreadable("category"))?,
        town: row.get::<String>(4)?.parse().map_err(|_| unreadable("town"))?,
        first_day: day(row.get(5)?)?,
        ended_day: row.get::<Option<i64>>(6)?.map(day).transpose()?,
        hour: u16::try_from(row.get::<i64>(7)?).ok().and_then(Hour::from_minutes).ok_or_else(|| unreadable("hour"))?,
        address: row.get(8)?,
        place: latitude.zip(longitude).map(|(latitude, longitude)| Place { latitude, longitude }),
        description: row.get(11)?,
        picture: row.get(12)?,
        is_free: row.get(13)?,
        is_public: row.get(14)?,
    })
}

pub fn by_id(c: &mut Connection<'_>, id: EventId) -> Result<Option<EventRow>> {
    c.query_opt(BY_ID, &[&id], event_row)
}

/// One page and one row more: what is to come first, by date and hour; then what is past, the latest first.
pub fn list(c: &mut Connection<'_>, filters: &EventFilters, page: Page, now: Instant) -> Result<Vec<EventRow>> {
    if filters.recent {
        return newest(c, filters, page, now);
    }
    let mut sql = SqlBuilder::new(SELECT);
    conditions(&mut sql, filters, now);
    sql.push(" AND over_at > ").bind(now);
    sql.push(" ORDER BY ");
    if let Some(near) = filters.near {
        distance_from(&mut sql, near);
        sql.push(", ");
    }
    sql.push("starts_at, id LIMIT ").bind(page.fetch()).push(" OFFSET ").bind(page.offset());
    let mut rows = sql.query(c, event_row)?;
    let missing = page.fetch() - rows.len() as i64;
    if missing > 0 {
        let upcoming = count_upcoming(c, filters, now)?;
        let offset = (page.offset() - upcoming).max(0);
        let mut sql = SqlBuilder::new(SELECT);
        conditions(&mut sql, filters, now);
        sql.push(" AND over_at <= ").bind(now);
        sql.push(" ORDER BY starts_at DESC, id DESC LIMIT ").bind(missing).push(" OFFSET ").bind(offset);
        rows.extend(sql.query(c, event_row)?);
    }
    Ok(rows)
}

/// How far an event is, squared, on a map flattened at that place.
fn distance_from(sql: &mut SqlBuilder, near: Place) {
    let flattening = near.latitude.to_radians().cos().powi(2);
    sql.push("(map_latitude - ").bind(near.latitude).push(") * (map_latitude - ").bind(near.latitude);
    sql.push(") + (map_longitude - ").bind(near.longitude).push(") * (map_longitude - ").bind(near.longitude);
    sql.push(") * ").bind(flattening);
}

fn newest(c: &mut Connection<'_>, filters: &EventFilters, page: Page, now: Instant) -> Result<Vec<EventRow>> {
    let mut sql = SqlBuilder::new(SELECT);
    conditions(&mut sql, filters, now);
    sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").bind(page.fetch()).push(" OFFSET ").bind(page.offset());
    sql.query(c, event_row)
}

fn count_upcoming(c: &mut Connection<'_>, filters: &EventFilters, now: Instant) -> Result<i64> {
    let mut sql = SqlBuilder::new("SELECT count(*) FROM events WHERE ");
    conditions(&mut sql, filters, now);
    sql.push(" AND over_at > ").bind(now);
    Ok(sql.query(c, |row| row.get(0))?.into_iter().next().unwrap_or(0))
}

fn conditions(sql: &mut SqlBuilder, filters: &EventFilters, now: Instant) {
    sql.push("is_public = ").bind(true);
    if !filters.categories.is_empty() {
        let names: Vec<&str> = filters.categories.iter().copied().map(Category::name).collect();
        sql.push(" AND category IN ").list(&names);
    }
    if !filters.towns.is_empty() {
        let names: Vec<&str> = filters.towns.iter().copied().map(Town::name).collect();
        sql.push(" AND town IN ").list(&names);
    }
    if let Some(owner) = filters.owner {
        sql.push(" AND owner_id = ").bind(owner);
    }
    if let Some(is_free) = filters.is_free {
        sql.push(" AND is_free = ").bind(is_free);
    }
    // Towns keep two calendars: for an hour each night they are a day apart.
    let spans = (calendar::span_in(Town::Kinshasa, filters, now), calendar::span_in(Town::Lubumbashi, filters, now));
    if let (Some(west), Some(east)) = spans {
        sql.push(" AND CASE WHEN town = ").bind(Town::Kinshasa.name());
        sql.push(" THEN first_day <= ").bind(west.1.number()).push(" AND last_day >= ").bind(west.0.number());
        sql.push(" ELSE first_day <= ").bind(east.1.number()).push(" AND last_day >= ").bind(east.0.number());
        sql.push(" END");
    }
    for word in filters.name.iter().flat_map(|name| search_words(name)) {
        sql.push(" AND name_folded LIKE ").bind(format!("%{word}%")).push(" ESCAPE '!'");
    }
}

/// The folded words of a search, safe to stand in a LIKE pattern.
fn search_words(name: &str) -> Vec<String> {
    let escaped = |word: &str| word.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    fold(name).split(' ').filter(|word| !word.is_empty()).take(8).map(escaped).collect()
}

pub fn count_of_owners(c: &mut Connection<'_>, owners: &[UserId]) -> Result<HashMap<UserId, i64>> {
    let mut sql = SqlBuilder::new("SELECT owner_id, count(*) FROM events WHERE is_public = ");
    sql.bind(true).push(" AND owner_id IN ").list(owners).push(" GROUP BY owner_id");
    Ok(sql.query(c, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

pub fn of_owner(c: &mut Connection<'_>, owner: UserId) -> Result<Vec<EventRow>> {
    let mut sql = SqlBuilder::new(SELECT);
    sql.push("owner_id = ").bind(owner).push(" ORDER BY starts_at DESC, id DESC");
    sql.query(c, event_row)
}

pub fn ids_of(c: &mut Connection<'_>, owner: UserId) -> Result<Vec<EventId>> {
    c.query("SELECT id FROM events WHERE owner_id = $1", &[&owner], |row| row.get(0))
}

pub fn upcoming_of(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<Vec<(EventId, String)>> {
    c.query(
        "SELECT id, name FROM events WHERE owner_id = $1 AND over_at > $2 ORDER BY starts_at, id",
        &[&owner, &now],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

pub fn count_past_of(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<i64> {
    c.query_one("SELECT count(*) FROM events WHERE owner_id = $1 AND over_at <= $2", &[&owner, &now], |row| row.get(0))
}

pub fn delete_upcoming_of(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<()> {
    c.execute("DELETE FROM events WHERE owner_id = $1 AND over_at > $2", &[&owner, &now])?;
    Ok(())
}

pub fn insert(c: &mut Connection<'_>, new: &NewEvent) -> Result<()> {
    let event = &new.event;
    // An event without a place of its own stands at its town's centre.
    let on_map = event.place.unwrap_or(event.town.centre());
    c.execute(
        "INSERT INTO events (id, owner_id, name, name_folded, category, town, first_day, ended_day, last_day,
            hour_minutes, address, latitude, longitude, map_latitude, map_longitude, description, picture, is_free,
            is_public, starts_at, over_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
        &[
            &event.id,
            &event.owner,
            &event.name,
            &fold(&event.name),
            &event.category.name(),
            &event.town.name(),
            &event.first_day.number(),
            &event.ended_day.map(Day::number),
            &event.last_day().number(),
            &i64::from(event.hour.minutes()),
            &event.address,
            &event.place.map(|place| place.latitude),
            &event.place.map(|place| place.longitude),
            &on_map.latitude,
            &on_map.longitude,
            &event.description,
            &event.picture,
            &event.is_free,
            &event.is_public,
            &event.starts_at(),
            &event.over_at(),
            &new.created,
        ],
    )?;
    Ok(())
}
