//! SQL of `events`.

use std::collections::{BTreeMap, HashMap};

use database::{Connection, DbError, Row};
use domain::{Coordinates, Day, EventId, Hour, Instant, UserId, fold};

use crate::events::listing::nearby::squares::square_of;
use crate::events::model::{EventRow, NewEvent};
use crate::events::search;
use crate::platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

const BY_ID: &str = "SELECT id, owner_id, name, category, town, first_day, ended_day, hour_minutes, address,
    latitude, longitude, description, picture, is_free, is_public, cancelled_at FROM events WHERE id = $1";

const BY_IDS: &str = "SELECT id, owner_id, name, category, town, first_day, ended_day, hour_minutes, address,
    latitude, longitude, description, picture, is_free, is_public, cancelled_at FROM events WHERE id IN ";

const OF_OWNER: &str = "SELECT id, owner_id, name, category, town, first_day, ended_day, hour_minutes, address,
    latitude, longitude, description, picture, is_free, is_public, cancelled_at FROM events WHERE owner_id = $1
    ORDER BY starts_at DESC, id DESC";

pub fn event_row(row: &Row<'_>) -> Result<EventRow> {
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
        place: latitude.zip(longitude).map(|(latitude, longitude)| Coordinates { latitude, longitude }),
        description: row.get(11)?,
        picture: row.get(12)?,
        is_free: row.get(13)?,
        is_public: row.get(14)?,
        cancelled: row.get::<Option<Instant>>(15)?.is_some(),
    })
}

pub fn by_id(c: &mut Connection<'_>, id: EventId) -> Result<Option<EventRow>> {
    c.query_opt(BY_ID, &[&id], event_row)
}

pub fn by_ids(c: &mut Connection<'_>, ids: &[EventId]) -> Result<Vec<EventRow>> {
    let mut rows = Vec::with_capacity(ids.len());
    for some in ids.chunks(500) {
        let mut sql = SqlBuilder::new(BY_IDS);
        sql.list(some);
        rows.extend(sql.query(c, event_row)?);
    }
    Ok(rows)
}

pub fn count_of_owners(c: &mut Connection<'_>, owners: &[UserId]) -> Result<HashMap<UserId, i64>> {
    let mut sql = SqlBuilder::new("SELECT owner_id, count(*) FROM events WHERE is_listed = TRUE AND owner_id IN ");
    sql.list(owners).push(" GROUP BY owner_id");
    Ok(sql.query(c, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

pub fn of_owner(c: &mut Connection<'_>, owner: UserId) -> Result<Vec<EventRow>> {
    c.query(OF_OWNER, &[&owner], event_row)
}

pub fn ids_of(c: &mut Connection<'_>, owner: UserId) -> Result<Vec<EventId>> {
    c.query("SELECT id FROM events WHERE owner_id = $1", &[&owner], |row| row.get(0))
}

pub fn upcoming_of(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<Vec<(EventId, String)>> {
    c.query(
        "SELECT id, name FROM events WHERE owner_id = $1 AND over_at > $2 AND cancelled_at IS NULL
         ORDER BY starts_at, id",
        &[&owner, &now],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

pub fn count_done_of(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<i64> {
    c.query_one(
        "SELECT count(*) FROM events WHERE owner_id = $1 AND (over_at <= $2 OR cancelled_at IS NOT NULL)",
        &[&owner, &now],
        |row| row.get(0),
    )
}

/// Answers what was deleted.
pub fn delete_upcoming_of(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<Vec<EventRow>> {
    let mut deleted = Vec::new();
    for (id, _) in upcoming_of(c, owner, now)? {
        if let Some(event) = by_id(c, id)? {
            delete(c, &event)?;
            deleted.push(event);
        }
    }
    Ok(deleted)
}

pub fn insert(c: &mut Connection<'_>, new: &NewEvent) -> Result<()> {
    let event = &new.event;
    // An event without a place of its own stands at its town's centre.
    let on_map = event.place.unwrap_or(event.town.centre());
    c.execute(
        "INSERT INTO events (id, owner_id, name, name_folded, category, town, first_day, ended_day, last_day,
            hour_minutes, address, latitude, longitude, map_latitude, map_longitude, description, picture, is_free,
            is_public, is_listed, starts_at, over_at, created_at, square)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
            $23, $24)",
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
            &event.is_listed(),
            &event.starts_at(),
            &event.over_at(),
            &new.created,
            &event.place.map(square_of),
        ],
    )?;
    enter_days(c, event)?;
    enter_words(c, event)
}

/// What the days after an event's first are found by.
fn days(event: &EventRow) -> (i64, i64, Instant, &'static str, &'static str, Option<i64>) {
    let (first, last) = (event.first_day.number() + 1, event.last_day().number());
    (first, last, event.starts_at(), event.town.name(), event.category.name(), event.place.map(square_of))
}

/// What searches find a listed event by.
fn words(event: &EventRow) -> Option<(Instant, BTreeMap<String, bool>)> {
    event.is_listed().then(|| (event.starts_at(), search::model::event_words(event)))
}

fn enter_days(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    let (first, last, begins, town, category, square) = days(event);
    for day in first..=last {
        c.execute(
            "INSERT INTO event_running_days (day, event_id, began_at, town_name, category_name, in_square)
             VALUES ($1, $2, $3, $4, $5, $6)",
            &[&day, &event.id, &begins, &town, &category, &square],
        )?;
    }
    Ok(())
}

fn enter_words(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    let Some((begins, words)) = words(event) else { return Ok(()) };
    search::store::enter(c, event.id, begins, &words)
}

fn leave_days(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    c.execute("DELETE FROM event_running_days WHERE event_id = $1", &[&event.id])?;
    Ok(())
}

fn leave_lists(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    let words = search::model::event_words(event);
    leave_days(c, event)?;
    search::store::leave(c, event.id, &words)?;
    search::store::forget_unused(c, words.keys())
}

/// Lists and searches are written anew only where they would read something else: a year of days is a year of rows.
fn update_lists(c: &mut Connection<'_>, before: &EventRow, event: &EventRow) -> Result<()> {
    if days(before) != days(event) {
        leave_days(c, before)?;
        enter_days(c, event)?;
    }
    if words(before) != words(event) {
        let old = search::model::event_words(before);
        search::store::leave(c, event.id, &old)?;
        enter_words(c, event)?;
        search::store::forget_unused(c, old.keys())?;
    }
    Ok(())
}

pub fn update(c: &mut Connection<'_>, before: &EventRow, event: &EventRow, now: Instant) -> Result<()> {
    let on_map = event.place.unwrap_or(event.town.centre());
    c.execute(
        "UPDATE events SET name = $2, name_folded = $3, category = $4, town = $5, first_day = $6, ended_day = $7,
            last_day = $8, hour_minutes = $9, address = $10, latitude = $11, longitude = $12, map_latitude = $13,
            map_longitude = $14, description = $15, picture = $16, is_free = $17, is_public = $18, is_listed = $19,
            starts_at = $20, over_at = $21, square = $22, changed_at = $23
         WHERE id = $1",
        &[
            &event.id,
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
            &event.is_listed(),
            &event.starts_at(),
            &event.over_at(),
            &event.place.map(square_of),
            &now,
        ],
    )?;
    update_lists(c, before, event)
}

/// Takes an event off the lists; doing it again changes nothing.
pub fn cancel(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<()> {
    leave_lists(c, event)?;
    c.execute(
        "UPDATE events SET cancelled_at = $2, changed_at = $2, is_listed = FALSE WHERE id = $1 AND cancelled_at IS NULL",
        &[&event.id, &now],
    )?;
    Ok(())
}

pub fn delete(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    leave_lists(c, event)?;
    c.execute("DELETE FROM events WHERE id = $1", &[&event.id])?;
    Ok(())
}
