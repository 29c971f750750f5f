//! SQL of the door's counters.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Day, EventId, TicketTypeId};

use crate::overview::model::GateEntries;

type Result<T> = std::result::Result<T, DbError>;

/// How many tickets of each type were admitted on a day.
pub fn count_admitted(c: &mut Connection<'_>, event: EventId, day: Day) -> Result<HashMap<TicketTypeId, i64>> {
    let rows = c.query(
        "SELECT ticket_type_id, count(*) AS count FROM door_entries
         WHERE event_id = $1 AND day = $2 AND entry = 0 GROUP BY ticket_type_id",
        &[&event, &day],
        |row| Ok((row.get("ticket_type_id")?, row.get("count")?)),
    )?;
    Ok(rows.into_iter().collect())
}

/// How many have come in on a day and not gone out again.
pub fn count_inside(c: &mut Connection<'_>, event: EventId, day: Day) -> Result<i64> {
    c.query_one(
        "SELECT (SELECT count(*) FROM door_entries WHERE event_id = $1 AND day = $2)
              - (SELECT count(*) FROM door_scans WHERE event_id = $1 AND day = $2 AND fate = 'left')",
        &[&event, &day],
        |row| row.get(0),
    )
}

pub fn count_conflicts(c: &mut Connection<'_>, event: EventId) -> Result<i64> {
    let conflicts = "SELECT count(*) FROM door_scans WHERE event_id = $1 AND fate = 'conflict'";
    c.query_one(conflicts, &[&event], |row| row.get(0))
}

pub fn list_gates(c: &mut Connection<'_>, event: EventId) -> Result<Vec<String>> {
    c.query(
        "SELECT DISTINCT gate FROM door_scans WHERE event_id = $1 AND gate <> '' ORDER BY gate LIMIT 50",
        &[&event],
        |row| row.get(0),
    )
}

/// First admissions of each day by step of time and gate. A step's number is the quotient of a moment, in milliseconds,
/// plus the first number by the second.
pub fn count_entries(c: &mut Connection<'_>, event: EventId, (plus, length): (i64, i64)) -> Result<Vec<GateEntries>> {
    c.query(
        "SELECT (scan.at + $2) / $3 AS step, scan.gate AS gate, count(*) AS entered
         FROM door_entries entry JOIN door_scans scan ON scan.event_id = entry.event_id AND scan.id = entry.scan_id
         WHERE entry.event_id = $1 AND entry.entry = 0
         GROUP BY (scan.at + $2) / $3, scan.gate ORDER BY 1, 2",
        &[&event, &plus, &length],
        |row| Ok(GateEntries { step: row.get("step")?, gate: row.get("gate")?, entered: row.get("entered")? }),
    )
}
