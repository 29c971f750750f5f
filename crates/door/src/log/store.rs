//! SQL of the log, for reading it.

use database::{Connection, DbError};
use domain::{EventId, Instant, ScanId, TicketId, UserId};

use crate::log::model::TicketScan;
use crate::scan::LogRow;
use crate::store::{scan_columns, scan_row};
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// Which lines of the log are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogFilter {
    pub only_conflicts: bool,
    pub only_of: Option<UserId>,
}

/// A page of an event's log and one line more, the newest first.
pub fn list_scans(c: &mut Connection<'_>, event: EventId, filter: LogFilter, page: Page) -> Result<Vec<LogRow>> {
    let mut sql = SqlBuilder::new(concat!(scan_columns!(), "door_scans WHERE event_id = "));
    sql.bind(event);
    if filter.only_conflicts {
        sql.push(" AND fate = 'conflict'");
    }
    if let Some(user) = filter.only_of {
        sql.push(" AND user_id = ").bind(user);
    }
    sql.push(" ORDER BY seq DESC LIMIT ").bind(page.fetch()).push(" OFFSET ").bind(page.offset());
    sql.query(c, scan_row)
}

/// Everything that somebody has scanned: the scan, when, and at which event.
pub fn scans_of_person(c: &mut Connection<'_>, user: UserId) -> Result<Vec<(ScanId, Instant, EventId)>> {
    c.query("SELECT id, at, event_id FROM door_scans WHERE user_id = $1 ORDER BY event_id, seq", &[&user], |row| {
        Ok((row.get("id")?, row.get("at")?, row.get("event_id")?))
    })
}

/// Every scan of these tickets at their event, in the order in which they were learnt of.
pub fn scans_of_tickets(c: &mut Connection<'_>, event: EventId, tickets: &[TicketId]) -> Result<Vec<TicketScan>> {
    let mut sql =
        SqlBuilder::new("SELECT ticket_id, at, gate, user_id, fate, direction FROM door_scans WHERE event_id = ");
    sql.bind(event).push(" AND ticket_id IN ").list(tickets).push(" ORDER BY seq");
    sql.query(c, |row| {
        Ok(TicketScan {
            ticket: row.get("ticket_id")?,
            at: row.get("at")?,
            gate: row.get("gate")?,
            person: row.get("user_id")?,
            fate: row.get("fate")?,
            direction: row.get("direction")?,
        })
    })
}
