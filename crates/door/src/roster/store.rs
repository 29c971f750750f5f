//! SQL of `door_numbers`, and of the whereabouts of numbered tickets.

use database::{Connection, DbError, Row, Sql};
use domain::{Day, EventId, TicketId};
use serde_json::json;

use crate::scan::LogRow;
use crate::store::scan_row;

type Result<T> = std::result::Result<T, DbError>;

const INSERT_NUMBERS: Sql = Sql::pair(
    "INSERT INTO door_numbers (event_id, number, ticket_id) SELECT $1, $2 + key, value FROM json_each($3)",
    "INSERT INTO door_numbers (event_id, number, ticket_id)
     SELECT $1, $2::bigint + place - 1, ticket
     FROM json_array_elements_text($3::text::json) WITH ORDINALITY AS new (ticket, place)",
);

const NUMBERS_OF: Sql = Sql::pair(
    "SELECT number, ticket_id FROM door_numbers WHERE ticket_id IN (SELECT value FROM json_each($1)) ORDER BY number",
    "SELECT number, ticket_id FROM door_numbers
     WHERE ticket_id = ANY (ARRAY(SELECT json_array_elements_text($1::text::json))) ORDER BY number",
);

macro_rules! passages_where {
    ($condition:literal) => {
        concat!(
            "SELECT number, door_scans.event_id, seq, door_scans.id, door_scans.ticket_id, ticket_type_id, day, direction,
                undoes, user_id, device, gate, online, at, received_at, verdict, fate, conflict_with, reason, undone_at
             FROM door_numbers JOIN door_scans ON door_scans.ticket_id = door_numbers.ticket_id
             WHERE direction <> 'undo' AND fate <> 'refused' AND reason IS NULL AND undone_at IS NULL
               AND door_numbers.event_id = $1 AND door_scans.event_id = $1 AND ",
            $condition
        )
    };
}

/// How many tickets of an event have a number: they are dense.
pub fn count_numbered(c: &mut Connection<'_>, event: EventId) -> Result<i64> {
    let count = "SELECT COALESCE(max(number) + 1, 0) FROM door_numbers WHERE event_id = $1";
    c.query_one(count, &[&event], |row| row.get(0))
}

pub fn list_numbered(c: &mut Connection<'_>, event: EventId) -> Result<Vec<TicketId>> {
    c.query("SELECT ticket_id FROM door_numbers WHERE event_id = $1", &[&event], |row| row.get(0))
}

/// Gives tickets the numbers from this one on.
pub fn insert_numbers(c: &mut Connection<'_>, event: EventId, from: i64, tickets: &[TicketId]) -> Result<()> {
    c.execute(&INSERT_NUMBERS, &[&event, &from, &json!(tickets).to_string()])?;
    Ok(())
}

/// A page of numbers and their tickets.
pub fn page_of_numbers(c: &mut Connection<'_>, event: EventId, from: i64, most: i64) -> Result<Vec<(i64, TicketId)>> {
    c.query(
        "SELECT number, ticket_id FROM door_numbers WHERE event_id = $1 AND number >= $2 AND number < $3 ORDER BY number",
        &[&event, &from, &(from + most)],
        number_row,
    )
}

pub fn numbers_of_tickets(c: &mut Connection<'_>, tickets: &[TicketId]) -> Result<Vec<(i64, TicketId)>> {
    c.query(&NUMBERS_OF, &[&json!(tickets).to_string()], number_row)
}

fn number_row(row: &Row<'_>) -> Result<(i64, TicketId)> {
    Ok((row.get("number")?, row.get("ticket_id")?))
}

/// The number of an event's last scan.
pub fn last_seq(c: &mut Connection<'_>, event: EventId) -> Result<i64> {
    Ok(c.query_opt("SELECT seq FROM door_events WHERE event_id = $1", &[&event], |row| row.get(0))?.unwrap_or(0))
}

/// By which scans the tickets with these numbers passed a gate.
pub fn passages_of_page(c: &mut Connection<'_>, event: EventId, from: i64, most: i64) -> Result<Vec<(i64, LogRow)>> {
    c.query(passages_where!("number >= $2 AND number < $3"), &[&event, &from, &(from + most)], passage_row)
}

/// By which scans tickets passed a gate, as far as anything about them has changed since that scan.
pub fn passages_since(c: &mut Connection<'_>, event: EventId, seq: i64) -> Result<Vec<(i64, LogRow)>> {
    c.query(
        passages_where!(
            "door_numbers.ticket_id IN
                (SELECT ticket_id FROM door_scans WHERE event_id = $1 AND seq > $2 AND fate <> 'refused')"
        ),
        &[&event, &seq],
        passage_row,
    )
}

fn passage_row(row: &Row<'_>) -> Result<(i64, LogRow)> {
    Ok((row.get("number")?, scan_row(row)?))
}

/// The tickets and days that anything has changed about since that scan, in the order of the changes.
pub fn changed_since(c: &mut Connection<'_>, event: EventId, seq: i64) -> Result<Vec<(i64, Day)>> {
    c.query(
        "SELECT number, day FROM door_scans JOIN door_numbers ON door_numbers.ticket_id = door_scans.ticket_id
         WHERE door_scans.event_id = $1 AND door_numbers.event_id = $1 AND seq > $2 AND fate <> 'refused'
         GROUP BY number, day ORDER BY max(seq)",
        &[&event, &seq],
        |row| Ok((row.get("number")?, row.get("day")?)),
    )
}
