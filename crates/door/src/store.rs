//! SQL of `door_events`, `door_scans`, `door_entries` and `door_numbers` for a batch of scans: a handful of statements,
//! however many wait.

use database::{Connection, DbError, Row, Sql};
use domain::{Day, EventId, Instant, ScanId, TicketId, TicketTypeId};
use serde_json::{Value, json};

use crate::scan::LogRow;

type Result<T> = std::result::Result<T, DbError>;

macro_rules! scan_columns {
    () => {
        "SELECT door_scans.event_id, seq, door_scans.id, ticket_id, ticket_type_id, day, direction, undoes, user_id,
            device, gate, online, at, received_at, verdict, fate, conflict_with, reason, undone_at FROM "
    };
}
pub(crate) use scan_columns;

// PostgreSQL keeps the plan that it made while these tables were all but empty, which reads them whole, until somebody
// gathers statistics: on the evening itself, with forty thousand rows. `OFFSET 0` keeps each key a search of its own, by
// the index.

const PASSAGES: Sql = Sql::pair(
    concat!(
        scan_columns!(),
        "door_scans WHERE ticket_id IN (SELECT value FROM json_each($1))
         AND direction <> 'undo' AND fate <> 'refused' AND reason IS NULL AND undone_at IS NULL"
    ),
    concat!(
        scan_columns!(),
        "json_array_elements_text($1::text::json) AS asked (id) CROSS JOIN LATERAL (SELECT * FROM door_scans
            WHERE ticket_id = asked.id AND direction <> 'undo' AND fate <> 'refused' AND reason IS NULL
            AND undone_at IS NULL OFFSET 0) AS door_scans"
    ),
);

const BY_IDS: Sql = Sql::pair(
    concat!(
        scan_columns!(),
        "json_each($1) JOIN door_scans ON event_id = json_each.value ->> 'event' AND door_scans.id = json_each.value ->> 'id'"
    ),
    concat!(
        scan_columns!(),
        "json_to_recordset($1::text::json) AS asked (event BIGINT, id TEXT)
         CROSS JOIN LATERAL (SELECT * FROM door_scans WHERE event_id = asked.event AND id = asked.id OFFSET 0)
            AS door_scans"
    ),
);

const UNDOING: Sql = Sql::pair(
    concat!(
        scan_columns!(),
        "json_each($1) JOIN door_scans ON event_id = json_each.value ->> 'event' AND undoes = json_each.value ->> 'id'
         WHERE fate = 'unmatched'"
    ),
    concat!(
        scan_columns!(),
        "json_to_recordset($1::text::json) AS asked (event BIGINT, id TEXT)
         CROSS JOIN LATERAL (SELECT * FROM door_scans WHERE event_id = asked.event AND undoes = asked.id
            AND fate = 'unmatched' OFFSET 0) AS door_scans"
    ),
);

const NUMBERED: Sql = Sql::pair(
    "SELECT event_id, number, ticket_id FROM json_each($1)
     JOIN door_numbers ON event_id = json_each.value ->> 'event' AND number = json_each.value ->> 'number'",
    "SELECT event_id, numbered.number AS number, ticket_id
     FROM json_to_recordset($1::text::json) AS asked (event BIGINT, number BIGINT)
     CROSS JOIN LATERAL (SELECT * FROM door_numbers WHERE event_id = asked.event AND number = asked.number OFFSET 0)
        AS numbered",
);

const INSERT_SCANS: Sql = Sql::pair(
    "INSERT INTO door_scans (event_id, seq, id, ticket_id, ticket_type_id, day, direction, undoes, user_id, device, gate,
        online, at, received_at, verdict, fate, conflict_with, reason, undone_at)
     SELECT value ->> 'event', value ->> 'seq', value ->> 'id', value ->> 'ticket', value ->> 'type', value ->> 'day',
        value ->> 'direction', value ->> 'undoes', value ->> 'user', value ->> 'device', value ->> 'gate',
        value ->> 'online', value ->> 'at', value ->> 'received', value ->> 'verdict', value ->> 'fate',
        value ->> 'conflict_with', value ->> 'reason', value ->> 'undone' FROM json_each($1)",
    "INSERT INTO door_scans (event_id, seq, id, ticket_id, ticket_type_id, day, direction, undoes, user_id, device, gate,
        online, at, received_at, verdict, fate, conflict_with, reason, undone_at)
     SELECT event, seq, id, ticket, type, day, direction, undoes, \"user\", device, gate, online, at, received, verdict,
        fate, conflict_with, reason, undone
     FROM json_to_recordset($1::text::json) AS new (event BIGINT, seq BIGINT, id TEXT, ticket TEXT, type BIGINT,
        day BIGINT, direction TEXT, undoes TEXT, \"user\" BIGINT, device TEXT, gate TEXT, online BOOLEAN, at BIGINT,
        received BIGINT, verdict TEXT, fate TEXT, conflict_with TEXT, reason TEXT, undone BIGINT)",
);

const UPDATE_SCANS: Sql = Sql::pair(
    "UPDATE door_scans SET day = new.day, online = new.online, at = new.at, verdict = new.verdict, fate = new.fate,
        conflict_with = new.conflict_with, reason = new.reason, undone_at = new.undone
     FROM (SELECT value ->> 'event' AS event, value ->> 'seq' AS number, value ->> 'day' AS day,
        value ->> 'online' AS online, value ->> 'at' AS at, value ->> 'verdict' AS verdict, value ->> 'fate' AS fate,
        value ->> 'conflict_with' AS conflict_with, value ->> 'reason' AS reason, value ->> 'undone' AS undone
        FROM json_each($1)) AS new
     WHERE event_id = new.event AND seq = new.number",
    "UPDATE door_scans SET day = new.day, online = new.online, at = new.at, verdict = new.verdict, fate = new.fate,
        conflict_with = new.conflict_with, reason = new.reason, undone_at = new.undone
     FROM json_to_recordset($1::text::json) AS new (event BIGINT, seq BIGINT, day BIGINT, online BOOLEAN, at BIGINT,
        verdict TEXT, fate TEXT, conflict_with TEXT, reason TEXT, undone BIGINT)
     WHERE event_id = new.event AND door_scans.seq = new.seq",
);

const INSERT_ENTRIES: Sql = Sql::pair(
    "INSERT INTO door_entries (ticket_id, day, entry, event_id, ticket_type_id, scan_id)
     SELECT value ->> 'ticket', value ->> 'day', value ->> 'entry', value ->> 'event', value ->> 'type', value ->> 'scan'
     FROM json_each($1)",
    "INSERT INTO door_entries (ticket_id, day, entry, event_id, ticket_type_id, scan_id)
     SELECT ticket, day, entry, event, type, scan FROM json_to_recordset($1::text::json)
        AS new (ticket TEXT, day BIGINT, entry BIGINT, event BIGINT, type BIGINT, scan TEXT)",
);

const DELETE_ENTRIES: Sql = Sql::pair(
    "DELETE FROM door_entries WHERE (ticket_id, day, entry) IN
        (SELECT value ->> 'ticket', value ->> 'day', value ->> 'entry' FROM json_each($1))",
    "DELETE FROM door_entries USING json_to_recordset($1::text::json) AS gone (ticket TEXT, day BIGINT, entry BIGINT)
     WHERE ticket_id = gone.ticket AND door_entries.day = gone.day AND door_entries.entry = gone.entry",
);

pub fn scan_row(row: &Row<'_>) -> Result<LogRow> {
    Ok(LogRow {
        event: row.get("event_id")?,
        seq: row.get("seq")?,
        id: row.get("id")?,
        ticket: row.get("ticket_id")?,
        ticket_type: row.get("ticket_type_id")?,
        day: row.get("day")?,
        direction: row.get("direction")?,
        undoes: row.get("undoes")?,
        user: row.get("user_id")?,
        device: row.get("device")?,
        gate: row.get("gate")?,
        online: row.get("online")?,
        at: row.get("at")?,
        received: row.get("received_at")?,
        verdict: row.get("verdict")?,
        fate: row.get("fate")?,
        conflict_with: row.get("conflict_with")?,
        reason: row.get("reason")?,
        undone: row.get("undone_at")?,
    })
}

/// An admission that stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryRow {
    pub ticket: TicketId,
    pub day: Day,
    pub entry: i64,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub scan: ScanId,
}

/// The scans by which these tickets passed a gate, but for those that were taken back.
pub fn find_passages(c: &mut Connection<'_>, tickets: &[&TicketId]) -> Result<Vec<LogRow>> {
    find(c, &PASSAGES, json!(tickets))
}

pub fn find_scans(c: &mut Connection<'_>, ids: &[(EventId, &ScanId)]) -> Result<Vec<LogRow>> {
    find(c, &BY_IDS, pairs(ids))
}

/// What takes these scans back and arrived before them.
pub fn find_waiting_undos(c: &mut Connection<'_>, ids: &[(EventId, &ScanId)]) -> Result<Vec<LogRow>> {
    find(c, &UNDOING, pairs(ids))
}

fn pairs(ids: &[(EventId, &ScanId)]) -> Value {
    ids.iter().map(|(event, id)| json!({ "event": event, "id": id })).collect()
}

fn find(c: &mut Connection<'_>, sql: &Sql, keys: Value) -> Result<Vec<LogRow>> {
    if keys.as_array().is_some_and(Vec::is_empty) {
        return Ok(Vec::new());
    }
    c.query(sql, &[&keys.to_string()], scan_row)
}

/// The tickets with these numbers in the rosters of their events.
pub fn find_numbered(c: &mut Connection<'_>, numbers: &[(EventId, i64)]) -> Result<Vec<((EventId, i64), TicketId)>> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let asked: Value = numbers.iter().map(|(event, number)| json!({ "event": event, "number": number })).collect();
    c.query(&NUMBERED, &[&asked.to_string()], |row| {
        Ok(((row.get("event_id")?, row.get("number")?), row.get("ticket_id")?))
    })
}

/// Whether the organiser lets people go out and come back.
pub fn allows_reentry(c: &mut Connection<'_>, event: EventId) -> Result<bool> {
    let reentry = "SELECT reentry FROM door_events WHERE event_id = $1";
    Ok(c.query_opt(reentry, &[&event], |row| row.get(0))?.unwrap_or(false))
}

pub fn set_reentry(c: &mut Connection<'_>, event: EventId, reentry: bool) -> Result<()> {
    c.execute(
        "INSERT INTO door_events (event_id, seq, reentry) VALUES ($1, 0, $2)
         ON CONFLICT (event_id) DO UPDATE SET reentry = excluded.reentry",
        &[&event, &reentry],
    )?;
    Ok(())
}

/// Until the transaction ends, nobody else writes to the log of this event. Returns the number of its last scan, raised
/// by so many.
pub fn raise_seq(c: &mut Connection<'_>, event: EventId, count: i64) -> Result<i64> {
    c.query_one(
        "INSERT INTO door_events (event_id, seq, reentry) VALUES ($1, $2, FALSE)
         ON CONFLICT (event_id) DO UPDATE SET seq = door_events.seq + excluded.seq RETURNING seq",
        &[&event, &count],
        |row| row.get(0),
    )
}

pub fn insert_scans(c: &mut Connection<'_>, rows: &[LogRow]) -> Result<()> {
    let rows: Value = rows.iter().map(scan_json).collect();
    write(c, &INSERT_SCANS, rows)
}

fn scan_json(row: &LogRow) -> Value {
    json!({
        "event": row.event,
        "seq": row.seq,
        "id": row.id,
        "ticket": row.ticket,
        "type": row.ticket_type,
        "day": row.day.number(),
        "direction": row.direction.as_str(),
        "undoes": row.undoes,
        "user": row.user,
        "device": row.device,
        "gate": row.gate,
        "online": row.online,
        "at": row.at.millis(),
        "received": row.received.millis(),
        "verdict": row.verdict.as_str(),
        "fate": row.fate.as_str(),
        "conflict_with": row.conflict_with,
        "reason": row.reason.map(|reason| reason.as_str()),
        "undone": row.undone.map(Instant::millis),
    })
}

/// What is known of scans by now.
pub fn update_scans(c: &mut Connection<'_>, rows: &[LogRow]) -> Result<()> {
    let rows: Value = rows.iter().map(scan_json).collect();
    write(c, &UPDATE_SCANS, rows)
}

/// Stores admissions, in an order that all processes keep. One that is there already refuses them all.
pub fn insert_entries(c: &mut Connection<'_>, mut entries: Vec<EntryRow>) -> Result<()> {
    entries.sort_unstable();
    write(c, &INSERT_ENTRIES, entries.iter().map(entry_json).collect())
}

pub fn delete_entries(c: &mut Connection<'_>, mut entries: Vec<EntryRow>) -> Result<()> {
    entries.sort_unstable();
    write(c, &DELETE_ENTRIES, entries.iter().map(entry_json).collect())
}

fn entry_json(row: &EntryRow) -> Value {
    json!({
        "ticket": row.ticket,
        "day": row.day.number(),
        "entry": row.entry,
        "event": row.event,
        "type": row.ticket_type,
        "scan": row.scan,
    })
}

fn write(c: &mut Connection<'_>, sql: &Sql, rows: Value) -> Result<()> {
    if rows.as_array().is_some_and(|rows| !rows.is_empty()) {
        c.execute(sql, &[&rows.to_string()])?;
    }
    Ok(())
}
