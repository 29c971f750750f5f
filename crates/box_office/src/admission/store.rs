//! SQL of `tickets` and `ticket_types` for the door. A batch of scans is a handful of statements, however many wait.

use std::collections::{BTreeMap, HashMap};

use database::{Connection, DbError, Row, Sql};
use domain::{EventId, Instant, PaymentId, TicketId, TicketTypeId, UserId};
use serde_json::json;

use crate::admission::DoorTicket;
use crate::guests::containing;
use crate::stored_words::TicketStatus;
use crate::tickets;

type Result<T> = std::result::Result<T, DbError>;

macro_rules! ticket_where {
    ($condition:literal) => {
        concat!(
            "SELECT id, number, issue, code, event_id, ticket_type_id, holder_id, guest_name, status, scanned_at,
             changed_at, void_at FROM tickets WHERE ",
            $condition
        )
    };
}

const BY_NUMBERS: Sql = Sql::pair(
    ticket_where!("number IN (SELECT value FROM json_each($1))"),
    ticket_where!("number = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)::bigint))"),
);

const BY_CODES: Sql = Sql::pair(
    ticket_where!("code IN (SELECT value FROM json_each($1))"),
    ticket_where!("code = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)))"),
);

const BY_IDS: Sql = Sql::pair(
    ticket_where!("id IN (SELECT value FROM json_each($1))"),
    ticket_where!("id = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)))"),
);

const OF_HOLDERS: Sql = Sql::pair(
    ticket_where!("event_id = $2 AND holder_id IN (SELECT value FROM json_each($1)) ORDER BY id LIMIT $3"),
    ticket_where!(
        "event_id = $2 AND holder_id = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)::bigint))
         ORDER BY id LIMIT $3"
    ),
);

/// A ticket that was void in the meantime stays so, and was admitted all the same.
const ADMIT: Sql = Sql::pair(
    "UPDATE tickets SET scanned_at = new.at, status = CASE WHEN status = 'valid' THEN 'scanned' ELSE status END
     FROM (SELECT value ->> 'id' AS id, value ->> 'at' AS at FROM json_each($1)) AS new
     WHERE tickets.id = new.id AND scanned_at IS NULL RETURNING ticket_type_id, reserved OR released AS is_uncounted",
    "UPDATE tickets SET scanned_at = new.at, status = CASE WHEN status = 'valid' THEN 'scanned' ELSE status END
     FROM json_to_recordset($1::text::json) AS new (id TEXT, at BIGINT)
     WHERE tickets.id = new.id AND scanned_at IS NULL RETURNING ticket_type_id, reserved OR released AS is_uncounted",
);

const TAKE_BACK: Sql = Sql::pair(
    "UPDATE tickets SET scanned_at = NULL, status = CASE WHEN status = 'scanned' THEN 'valid' ELSE status END
     WHERE id IN (SELECT value FROM json_each($1)) AND scanned_at IS NOT NULL RETURNING ticket_type_id, reserved OR released AS is_uncounted",
    "UPDATE tickets SET scanned_at = NULL, status = CASE WHEN status = 'scanned' THEN 'valid' ELSE status END
     WHERE id = ANY (ARRAY(SELECT json_array_elements_text($1::text::json))) AND scanned_at IS NOT NULL
     RETURNING ticket_type_id, reserved OR released AS is_uncounted",
);

fn ticket_row(row: &Row<'_>) -> Result<DoorTicket> {
    Ok(DoorTicket {
        id: row.get("id")?,
        number: row.get("number")?,
        issue: row.get("issue")?,
        code: row.get("code")?,
        event: row.get("event_id")?,
        ticket_type: row.get("ticket_type_id")?,
        holder: row.get("holder_id")?,
        guest: row.get("guest_name")?,
        status: row.get("status")?,
        scanned: row.get("scanned_at")?,
        changed: row.get("changed_at")?,
        void: row.get("void_at")?,
    })
}

fn find(c: &mut Connection<'_>, sql: &Sql, keys: &serde_json::Value) -> Result<Vec<DoorTicket>> {
    if keys.as_array().is_some_and(Vec::is_empty) {
        return Ok(Vec::new());
    }
    c.query(sql, &[&keys.to_string()], ticket_row)
}

/// Finds tickets by the numbers that their QR codes carry.
pub fn find_tickets_by_numbers(c: &mut Connection<'_>, numbers: &[i64]) -> Result<Vec<DoorTicket>> {
    find(c, &BY_NUMBERS, &json!(numbers))
}

/// Finds tickets by their typed codes, as they are stored.
pub fn find_tickets_by_codes(c: &mut Connection<'_>, codes: &[&str]) -> Result<Vec<DoorTicket>> {
    find(c, &BY_CODES, &json!(codes))
}

pub fn find_tickets_by_ids(c: &mut Connection<'_>, ids: &[&TicketId]) -> Result<Vec<DoorTicket>> {
    find(c, &BY_IDS, &json!(ids))
}

/// What some people hold of an event, at most so many tickets.
pub fn find_tickets_of_holders(
    c: &mut Connection<'_>,
    event: EventId,
    holders: &[UserId],
    most: i64,
) -> Result<Vec<DoorTicket>> {
    c.query(&OF_HOLDERS, &[&json!(holders).to_string(), &event, &most], ticket_row)
}

/// The latest tickets of an event that were sold at the door, at most so many.
pub fn find_tickets_of_nobody(c: &mut Connection<'_>, event: EventId, most: i64) -> Result<Vec<DoorTicket>> {
    let sql = ticket_where!(
        "event_id = $1 AND holder_id IS NULL AND guest_name IS NULL AND reserved = FALSE ORDER BY id DESC LIMIT $2"
    );
    c.query(sql, &[&event, &most], ticket_row)
}

/// Tickets of guests of an event whose name or number has this text in it, at most so many. The text is folded.
pub fn find_tickets_of_guests(
    c: &mut Connection<'_>,
    event: EventId,
    text: &str,
    most: i64,
) -> Result<Vec<DoorTicket>> {
    let sql = ticket_where!(
        "payment_id IN (SELECT payment_id FROM guests WHERE event_id = $1 AND withdrawn_at IS NULL
            AND (name_folded LIKE $2 ESCAPE '\\' OR phone LIKE $2 ESCAPE '\\')) ORDER BY id LIMIT $3"
    );
    c.query(sql, &[&event, &containing(text), &most], ticket_row)
}

/// What these payments have bought, each with its payment, in the order of payments and places.
pub fn find_tickets_of_payments(
    c: &mut Connection<'_>,
    payments: &[PaymentId],
) -> Result<Vec<(PaymentId, DoorTicket)>> {
    let bought = tickets::ids_of_payments(c, payments)?;
    let found = find_tickets_by_ids(c, &bought.iter().map(|(_, id)| id).collect::<Vec<_>>())?;
    let mut found: HashMap<TicketId, DoorTicket> = found.into_iter().map(|one| (one.id.clone(), one)).collect();
    Ok(bought.into_iter().filter_map(|(payment, id)| Some((payment, found.remove(&id)?))).collect())
}

/// Everybody who holds a ticket of an event.
pub fn find_holders(c: &mut Connection<'_>, event: EventId) -> Result<Vec<UserId>> {
    c.query("SELECT DISTINCT holder_id FROM tickets WHERE event_id = $1 AND holder_id IS NOT NULL", &[&event], |row| {
        row.get(0)
    })
}

/// The ids of all tickets of an event, as they were sold.
pub fn find_ticket_ids(c: &mut Connection<'_>, event: EventId) -> Result<Vec<TicketId>> {
    c.query("SELECT id FROM tickets WHERE event_id = $1 ORDER BY id", &[&event], |row| row.get(0))
}

/// The ids of tickets that were issued, passed on or made void since then, at most so many.
pub fn find_changed(c: &mut Connection<'_>, event: EventId, since: Instant, most: i64) -> Result<Vec<TicketId>> {
    c.query(
        "SELECT id FROM tickets WHERE event_id = $1 AND changed_at > $2 ORDER BY changed_at LIMIT $3",
        &[&event, &since, &most],
        |row| row.get(0),
    )
}

/// When a ticket of the event was last issued, passed on or made void.
pub fn latest_change(c: &mut Connection<'_>, event: EventId) -> Result<Option<Instant>> {
    let latest = "SELECT max(changed_at) FROM tickets WHERE event_id = $1";
    c.query_one(latest, &[&event], |row| row.get(0))
}

/// How many tickets of an event were ever sold, those that were given back included.
pub fn count_issued(c: &mut Connection<'_>, event: EventId) -> Result<i64> {
    let issued = "SELECT CAST(COALESCE(sum(sold + released), 0) AS BIGINT) FROM ticket_types WHERE event_id = $1";
    c.query_one(issued, &[&event], |row| row.get(0))
}

/// How many tickets of an event open its door.
pub fn count_expected(c: &mut Connection<'_>, event: EventId) -> Result<i64> {
    c.query_one(
        "SELECT count(*) FROM tickets WHERE event_id = $1 AND status IN ('valid', 'scanned') AND reserved = FALSE",
        &[&event],
        |row| row.get(0),
    )
}

/// Records the first admission of these tickets, each at its time.
pub fn mark_admitted(c: &mut Connection<'_>, tickets: &[(TicketId, Instant)]) -> Result<()> {
    if tickets.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = tickets.iter().map(|(id, at)| json!({ "id": id, "at": at.millis() })).collect();
    let types = c.query(&ADMIT, &[&json!(rows).to_string()], changed_type)?;
    count_scanned(c, &types, 1)
}

/// Records that these tickets were not admitted after all.
pub fn mark_not_admitted(c: &mut Connection<'_>, tickets: &[TicketId]) -> Result<()> {
    if tickets.is_empty() {
        return Ok(());
    }
    let types = c.query(&TAKE_BACK, &[&json!(tickets).to_string()], changed_type)?;
    count_scanned(c, &types, -1)
}

/// The type of a ticket, if it counts as scanned there: a place whose sale is not known yet counts once it is, one that
/// was given back does not.
fn changed_type(row: &Row<'_>) -> Result<Option<TicketTypeId>> {
    let (id, is_uncounted): (TicketTypeId, bool) = (row.get("ticket_type_id")?, row.get("is_uncounted")?);
    Ok((!is_uncounted).then_some(id))
}

/// Types are changed in the order of their ids, so that two who change the same ones never wait for each other.
fn count_scanned(c: &mut Connection<'_>, types: &[Option<TicketTypeId>], step: i64) -> Result<()> {
    let mut changes: BTreeMap<TicketTypeId, i64> = BTreeMap::new();
    for id in types.iter().flatten() {
        *changes.entry(*id).or_default() += step;
    }
    for (id, change) in changes {
        c.execute("UPDATE ticket_types SET scanned = scanned + $2 WHERE id = $1", &[&id, &change])?;
    }
    Ok(())
}

/// Admits a valid ticket and returns whether it was valid: of two scans at once, one admits it.
pub fn admit_ticket(c: &mut Connection<'_>, id: &TicketId, now: Instant) -> Result<bool> {
    let is_valid = "SELECT EXISTS (SELECT 1 FROM tickets WHERE id = $1 AND status = $2)";
    let is_valid = c.query_one(is_valid, &[&id, &TicketStatus::Valid], |row| row.get(0))?;
    if is_valid {
        mark_admitted(c, &[(id.clone(), now)])?;
    }
    Ok(is_valid)
}

/// How many tickets of each type were admitted: the figures of the types, places whose sale is not known yet, and those
/// that were given back.
pub fn scanned_by_type(c: &mut Connection<'_>) -> Result<HashMap<TicketTypeId, i64>> {
    let scanned = "SELECT id, scanned FROM (SELECT id, scanned + (SELECT count(*) FROM tickets
            WHERE tickets.event_id = kind.event_id AND ticket_type_id = kind.id AND (reserved OR tickets.released)
                AND scanned_at IS NOT NULL) AS scanned
        FROM ticket_types kind) AS figures WHERE scanned <> 0";
    Ok(c.query(scanned, &[], |row| Ok((row.get("id")?, row.get("scanned")?)))?.into_iter().collect())
}
