//! SQL of `waiting_list`, and of the figures of `ticket_types` that count it.

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, TicketTypeId, UserId, WaitingEntryId};

use crate::stored_words::WaitingState;
use crate::waiting_list::model::EntryRow;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const ENTRY: &str = "SELECT id, event_id, ticket_type_id, user_id, quantity, status, offered, joined_at, offered_at,
    offered_until,
    (SELECT count(*) FROM waiting_list ahead WHERE ahead.ticket_type_id = entry.ticket_type_id
        AND ahead.status = 'waiting' AND ahead.id <= entry.id) AS position,
    EXISTS (SELECT 1 FROM payments WHERE payments.user_id = entry.user_id AND created_at >= entry.offered_at
        AND payments.ticket_type_id = entry.ticket_type_id AND holds = TRUE) AS is_paying,
    EXISTS (SELECT 1 FROM payments WHERE payments.user_id = entry.user_id AND created_at >= entry.offered_at
        AND payments.ticket_type_id = entry.ticket_type_id AND state = 'succeeded'
        AND EXISTS (SELECT 1 FROM tickets WHERE payment_id = payments.id)) AS has_bought
    FROM waiting_list entry WHERE ";

fn entry_row(row: &Row<'_>) -> Result<EntryRow> {
    Ok(EntryRow {
        id: row.get("id")?,
        event: row.get("event_id")?,
        ticket_type: row.get("ticket_type_id")?,
        user: row.get("user_id")?,
        quantity: row.get("quantity")?,
        state: row.get("status")?,
        offered: row.get("offered")?,
        joined: row.get("joined_at")?,
        offered_at: row.get("offered_at")?,
        offered_until: row.get("offered_until")?,
        position: row.get("position")?,
        is_paying: row.get("is_paying")?,
        has_bought: row.get("has_bought")?,
    })
}

/// Adds somebody at the end. The type is locked by the caller, so that ids grow in the order in which people came.
pub fn insert_entry(
    c: &mut Connection<'_>,
    (event, ticket_type): (EventId, TicketTypeId),
    user: UserId,
    quantity: i64,
    now: Instant,
) -> Result<WaitingEntryId> {
    change_counts(c, ticket_type, 1, 0)?;
    c.query_one(
        "INSERT INTO waiting_list (event_id, ticket_type_id, user_id, quantity, status, joined_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        &[&event, &ticket_type, &user, &quantity, &WaitingState::Waiting, &now],
        |row| row.get(0),
    )
}

/// Changes how many people wait for a type, and how many of its places are set aside for them.
pub fn change_counts(c: &mut Connection<'_>, id: TicketTypeId, waiting: i64, offered: i64) -> Result<()> {
    c.execute(
        "UPDATE ticket_types SET waiting = waiting + $2, offered = offered + $3 WHERE id = $1",
        &[&id, &waiting, &offered],
    )?;
    Ok(())
}

pub fn find_entry(c: &mut Connection<'_>, id: WaitingEntryId) -> Result<Option<EntryRow>> {
    let mut sql = SqlBuilder::new(ENTRY);
    sql.push("id = ").bind(id);
    Ok(sql.query(c, entry_row)?.pop())
}

/// The entry of somebody who waits for a type or was offered places.
pub fn find_open_entry(c: &mut Connection<'_>, ticket_type: TicketTypeId, user: UserId) -> Result<Option<EntryRow>> {
    let mut sql = SqlBuilder::new(ENTRY);
    sql.push("ticket_type_id = ").bind(ticket_type).push(" AND user_id = ").bind(user);
    sql.push(" AND status IN ('waiting', 'offered')");
    Ok(sql.query(c, entry_row)?.pop())
}

/// All entries of somebody for an event, the newest first.
pub fn entries_of_user(c: &mut Connection<'_>, event: EventId, user: UserId) -> Result<Vec<EntryRow>> {
    let mut sql = SqlBuilder::new(ENTRY);
    sql.push("user_id = ").bind(user).push(" AND event_id = ").bind(event).push(" ORDER BY id DESC");
    sql.query(c, entry_row)
}

/// Everything that somebody waits for, of whatever event.
pub fn open_entries_of_user(c: &mut Connection<'_>, user: UserId) -> Result<Vec<EntryRow>> {
    let mut sql = SqlBuilder::new(ENTRY);
    sql.push("user_id = ").bind(user).push(" AND status IN ('waiting', 'offered') ORDER BY ticket_type_id");
    sql.query(c, entry_row)
}

/// Everything that somebody waits for or has waited for, of whatever event, the newest first.
pub fn all_entries_of_user(c: &mut Connection<'_>, user: UserId) -> Result<Vec<EntryRow>> {
    let mut sql = SqlBuilder::new(ENTRY);
    sql.push("user_id = ").bind(user).push(" ORDER BY id DESC");
    sql.query(c, entry_row)
}

pub fn page_of_event(c: &mut Connection<'_>, event: EventId, page: Page) -> Result<(i64, Vec<EntryRow>)> {
    let count = c.query_one("SELECT count(*) FROM waiting_list WHERE event_id = $1", &[&event], |row| row.get(0))?;
    let mut sql = SqlBuilder::new(ENTRY);
    sql.push("event_id = ").bind(event).push(" ORDER BY id LIMIT ").bind(i64::from(page.limit));
    sql.push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, entry_row)?))
}

/// Those who have waited longest, at most so many.
pub fn first_waiting(c: &mut Connection<'_>, ticket_type: TicketTypeId, most: i64) -> Result<Vec<EntryRow>> {
    let mut sql = SqlBuilder::new(ENTRY);
    sql.push("ticket_type_id = ").bind(ticket_type).push(" AND status = 'waiting' ORDER BY id LIMIT ").bind(most);
    sql.query(c, entry_row)
}

/// Types whose places came back while people wait, and those with offers that are over.
pub fn types_to_serve(c: &mut Connection<'_>, now: Instant, most: i64) -> Result<Vec<TicketTypeId>> {
    c.query(
        "SELECT id FROM ticket_types WHERE waiting > 0 AND nbr_max > held + sold + offered
         UNION SELECT ticket_type_id FROM waiting_list WHERE status = 'offered' AND offered_until <= $1 LIMIT $2",
        &[&now, &most],
        |row| row.get(0),
    )
}

/// When the next offer ends.
pub fn next_end(c: &mut Connection<'_>) -> Result<Option<Instant>> {
    c.query_one("SELECT min(offered_until) FROM waiting_list WHERE status = 'offered'", &[], |row| row.get(0))
}

pub fn mark_offered(
    c: &mut Connection<'_>,
    id: WaitingEntryId,
    places: i64,
    now: Instant,
    until: Instant,
) -> Result<()> {
    c.execute(
        "UPDATE waiting_list SET status = $2, offered = $3, offered_at = $4, offered_until = $5 WHERE id = $1",
        &[&id, &WaitingState::Offered, &places, &now, &until],
    )?;
    Ok(())
}

pub fn mark_left(c: &mut Connection<'_>, id: WaitingEntryId, now: Instant) -> Result<()> {
    c.execute("UPDATE waiting_list SET status = $2, ended_at = $3 WHERE id = $1", &[&id, &WaitingState::Left, &now])?;
    Ok(())
}

/// Ends the offers of a type that are over, and returns how many places they were of.
pub fn end_offers(c: &mut Connection<'_>, ticket_type: TicketTypeId, now: Instant) -> Result<i64> {
    let ended: Vec<i64> = c.query(
        "UPDATE waiting_list SET status = $3, ended_at = $2
         WHERE ticket_type_id = $1 AND status = 'offered' AND offered_until <= $2 RETURNING offered",
        &[&ticket_type, &now, &WaitingState::Expired],
        |row| row.get("offered"),
    )?;
    Ok(ended.iter().sum())
}

/// Ends the waiting for a type that is sold no more, and returns how many people waited.
pub fn end_waiting(c: &mut Connection<'_>, ticket_type: TicketTypeId, now: Instant) -> Result<i64> {
    let ended = c.execute(
        "UPDATE waiting_list SET status = $3, ended_at = $2 WHERE ticket_type_id = $1 AND status = 'waiting'",
        &[&ticket_type, &now, &WaitingState::Expired],
    )?;
    Ok(ended as i64)
}
