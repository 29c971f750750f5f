//! SQL of `events`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use database::{Connection, DbError, Sql};
use domain::{Category, Day, EventId, Instant, Town, UserId};
use serde_json::json;

use crate::columns::{WrittenColumn, event_columns, read_event, written_columns};
use crate::model::{EventRow, NewEvent};
use crate::quadtree::cell_number;
use crate::search;
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

const BY_ID: &str = concat!("SELECT ", event_columns!(), " FROM events WHERE id = $1");

const BY_IDS: &str = concat!("SELECT ", event_columns!(), " FROM events WHERE id IN ");

const EARLIER_OF_OWNER: &str = concat!(
    "SELECT ",
    event_columns!(),
    " FROM events WHERE owner_id = $1 AND starts_at < $2 AND over_at <= $3 AND cancelled_at IS NULL AND is_free = FALSE
      ORDER BY starts_at DESC, id DESC LIMIT $4"
);

const OF_OWNER: &str =
    concat!("SELECT ", event_columns!(), " FROM events WHERE owner_id = $1 ORDER BY starts_at DESC, id DESC");

const BEGINNING_SOON: &str = concat!(
    "SELECT ",
    event_columns!(),
    " FROM events WHERE is_listed IN (TRUE, FALSE) AND starts_at > $1 AND starts_at <= $2
      AND cancelled_at IS NULL AND draft = FALSE AND is_free = FALSE ORDER BY starts_at, id"
);

const PICTURES_AMONG: Sql = Sql::pair(
    "SELECT picture FROM events WHERE picture IN (SELECT value FROM json_each($1))",
    "SELECT picture FROM events WHERE picture = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)))",
);

/// Those of the names of pictures that an event has.
pub fn find_pictures(c: &mut Connection<'_>, names: &[String]) -> Result<HashSet<String>> {
    Ok(c.query(&PICTURES_AMONG, &[&json!(names).to_string()], |row| row.get(0))?.into_iter().collect())
}

/// More than the time from one evening to the end of the next day.
const SOON: Duration = Duration::from_hours(36);

pub fn find_event(c: &mut Connection<'_>, id: EventId) -> Result<Option<EventRow>> {
    c.query_opt(BY_ID, &[&id], read_event)
}

/// The same for whoever has its address: drafts are not there yet.
pub fn find_published(c: &mut Connection<'_>, id: EventId) -> Result<Option<EventRow>> {
    Ok(find_event(c, id)?.filter(|event| !event.draft))
}

pub fn read_events(c: &mut Connection<'_>, ids: &[EventId]) -> Result<Vec<EventRow>> {
    let mut rows = Vec::with_capacity(ids.len());
    for some in ids.chunks(500) {
        let mut sql = SqlBuilder::new(BY_IDS);
        sql.list(some);
        rows.extend(sql.query(c, read_event)?);
    }
    Ok(rows)
}

/// The events with these ids, as far as they exist.
pub fn find_events(c: &mut Connection<'_>, ids: &[EventId]) -> Result<HashMap<EventId, EventRow>> {
    Ok(read_events(c, ids)?.into_iter().map(|row| (row.id, row)).collect())
}

/// Events with tickets that begin within a day and a half and take place.
pub fn list_beginning_soon(c: &mut Connection<'_>, now: Instant) -> Result<Vec<EventRow>> {
    c.query(BEGINNING_SOON, &[&now, &(now + SOON)], read_event)
}

/// How many listed events each of those people organises.
pub fn count_by_owner(c: &mut Connection<'_>, owners: &[UserId]) -> Result<HashMap<UserId, i64>> {
    let mut sql =
        SqlBuilder::new("SELECT owner_id, count(*) AS count FROM events WHERE is_listed = TRUE AND owner_id IN ");
    sql.list(owners).push(" GROUP BY owner_id");
    Ok(sql.query(c, |row| Ok((row.get("owner_id")?, row.get("count")?)))?.into_iter().collect())
}

pub fn list_of_owner(c: &mut Connection<'_>, owner: UserId) -> Result<Vec<EventRow>> {
    c.query(OF_OWNER, &[&owner], read_event)
}

/// The latest events of the same owner that began before this one, sold tickets, and are over.
pub fn list_earlier_of_owner(
    c: &mut Connection<'_>,
    event: &EventRow,
    now: Instant,
    most: i64,
) -> Result<Vec<EventRow>> {
    c.query(EARLIER_OF_OWNER, &[&event.owner, &event.starts_at(), &now, &most], read_event)
}

/// Ids of all events of a person, drafts among them.
pub fn list_ids_of_owner(c: &mut Connection<'_>, owner: UserId) -> Result<Vec<EventId>> {
    c.query("SELECT id FROM events WHERE owner_id = $1", &[&owner], |row| row.get(0))
}

/// Ids and names of a person's events that are neither over nor cancelled, the soonest first.
pub fn list_upcoming_of_owner(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<Vec<(EventId, String)>> {
    c.query(
        "SELECT id, name FROM events WHERE owner_id = $1 AND over_at > $2 AND cancelled_at IS NULL
         ORDER BY starts_at, id",
        &[&owner, &now],
        |row| Ok((row.get("id")?, row.get("name")?)),
    )
}

/// How many of a person's events are over or cancelled.
pub fn count_done_of_owner(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<i64> {
    c.query_one(
        "SELECT count(*) FROM events WHERE owner_id = $1 AND (over_at <= $2 OR cancelled_at IS NOT NULL)",
        &[&owner, &now],
        |row| row.get(0),
    )
}

/// Deletes what [`list_upcoming_of_owner`] finds, and answers the deleted rows.
pub fn delete_upcoming_of_owner(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<Vec<EventRow>> {
    let mut deleted = Vec::new();
    for (id, _) in list_upcoming_of_owner(c, owner, now)? {
        if let Some(event) = find_event(c, id)? {
            delete_event(c, &event)?;
            deleted.push(event);
        }
    }
    Ok(deleted)
}

/// Stores an event with everything that lists and searches read, unchecked. For callers inside their own transaction.
pub fn insert_event(c: &mut Connection<'_>, new: &NewEvent) -> Result<()> {
    let event = &new.event;
    let mut columns: Vec<WrittenColumn> =
        vec![("id", Box::new(event.id)), ("owner_id", Box::new(event.owner)), ("created_at", Box::new(new.created))];
    columns.extend(written_columns(event));
    let mut sql = SqlBuilder::new("INSERT INTO events (");
    for (index, (name, _)) in columns.iter().enumerate() {
        sql.push(if index == 0 { "" } else { ", " }).push(name);
    }
    sql.push(") VALUES (");
    for (index, (_, value)) in columns.into_iter().enumerate() {
        sql.push(if index == 0 { "" } else { ", " }).bind(value);
    }
    sql.push(")");
    sql.execute(c)?;
    insert_running_days(c, event)?;
    insert_words(c, event)
}

/// What is stored for each day after an event's first.
#[derive(PartialEq)]
struct RunningDays {
    second: Day,
    last: Day,
    began: Instant,
    town: Town,
    category: Category,
    cell: Option<i64>,
}

impl RunningDays {
    fn of(event: &EventRow) -> RunningDays {
        RunningDays {
            second: event.first_day.plus_days(1),
            last: event.last_day(),
            began: event.starts_at(),
            town: event.town,
            category: event.category,
            cell: event.place.map(cell_number),
        }
    }
}

/// What searches find a listed event by: its start and its words. `None` if it is not listed.
fn listed_words(event: &EventRow) -> Option<(Instant, BTreeMap<String, bool>)> {
    event.is_listed().then(|| (event.starts_at(), search::model::event_words(event)))
}

fn insert_running_days(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    let RunningDays { second, last, began, town, category, cell } = RunningDays::of(event);
    for day in second.number()..=last.number() {
        c.execute(
            "INSERT INTO event_running_days (day, event_id, began_at, town_name, category_name, in_cell)
             VALUES ($1, $2, $3, $4, $5, $6)",
            &[&day, &event.id, &began, &town, &category, &cell],
        )?;
    }
    Ok(())
}

fn insert_words(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    let Some((begins, words)) = listed_words(event) else { return Ok(()) };
    search::store::insert_words(c, event.id, begins, &words)
}

fn delete_running_days(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    c.execute("DELETE FROM event_running_days WHERE event_id = $1", &[&event.id])?;
    Ok(())
}

fn delete_from_lists(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    let words = search::model::event_words(event);
    delete_running_days(c, event)?;
    search::store::delete_words(c, event.id, &words)?;
    search::store::delete_unused_words(c, words.keys())
}

/// Writes again what lists and searches read, only where the change touches it: an event of a year has a row for each
/// day.
fn update_lists(c: &mut Connection<'_>, before: &EventRow, event: &EventRow) -> Result<()> {
    if RunningDays::of(before) != RunningDays::of(event) {
        delete_running_days(c, before)?;
        insert_running_days(c, event)?;
    }
    if listed_words(before) != listed_words(event) {
        let old = search::model::event_words(before);
        search::store::delete_words(c, event.id, &old)?;
        insert_words(c, event)?;
        search::store::delete_unused_words(c, old.keys())?;
    }
    Ok(())
}

pub fn update_event(c: &mut Connection<'_>, before: &EventRow, event: &EventRow, now: Instant) -> Result<()> {
    let mut sql = SqlBuilder::new("UPDATE events SET changed_at = ");
    sql.bind(now);
    for (name, value) in written_columns(event) {
        sql.push(", ").push(name).push(" = ").bind(value);
    }
    sql.push(" WHERE id = ").bind(event.id);
    sql.execute(c)?;
    update_lists(c, before, event)
}

/// Takes an event off every list and marks it cancelled; doing it again changes nothing. For callers inside their own
/// transaction, who end the sale of tickets themselves.
pub fn mark_cancelled(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<()> {
    delete_from_lists(c, event)?;
    c.execute(
        "UPDATE events SET cancelled_at = $2, changed_at = $2, is_listed = FALSE WHERE id = $1 AND cancelled_at IS NULL",
        &[&event.id, &now],
    )?;
    Ok(())
}

/// Notes that an event stands in the lists for the first time, so that its organiser's followers are told of it once.
pub fn announce(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE events SET announced_at = $2, news_after = 0 WHERE id = $1 AND announced_at IS NULL AND is_listed = TRUE",
        &[&event.id, &now],
    )?;
    Ok(())
}

/// An event whose organiser's followers are being told of it.
#[derive(Debug, Clone, Copy)]
pub struct Announcement {
    pub event: EventId,
    pub owner: UserId,
    /// The last follower who was told.
    pub after: UserId,
}

/// The event that was announced first, of those whose followers are not all told.
pub fn find_announcement(c: &mut Connection<'_>) -> Result<Option<Announcement>> {
    c.query_opt(
        "SELECT id, owner_id, news_after FROM events WHERE news_after IS NOT NULL ORDER BY announced_at, id LIMIT 1",
        &[],
        |row| Ok(Announcement { event: row.get("id")?, owner: row.get("owner_id")?, after: row.get("news_after")? }),
    )
}

/// Notes the last follower who was told; `None` once all are.
pub fn advance_announcement(c: &mut Connection<'_>, event: EventId, after: Option<UserId>) -> Result<()> {
    c.execute("UPDATE events SET news_after = $2 WHERE id = $1", &[&event, &after])?;
    Ok(())
}

pub fn delete_event(c: &mut Connection<'_>, event: &EventRow) -> Result<()> {
    delete_from_lists(c, event)?;
    c.execute("DELETE FROM events WHERE id = $1", &[&event.id])?;
    Ok(())
}
