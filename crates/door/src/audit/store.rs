//! SQL that reads the door's log and admissions whole. Only reads.

use database::{Connection, DbError};
use domain::{Day, ScanId, TicketId, TicketTypeId};

use crate::scan::LogRow;
use crate::store::{scan_columns, scan_row};

type Result<T> = std::result::Result<T, DbError>;

const PASSAGES: &str = concat!(
    scan_columns!(),
    "door_scans WHERE ticket_id IS NOT NULL AND direction <> 'undo' AND fate <> 'refused' AND reason IS NULL
     AND undone_at IS NULL ORDER BY event_id, seq"
);

/// All scans by which tickets passed a gate.
pub fn all_passages(c: &mut Connection<'_>) -> Result<Vec<LogRow>> {
    c.query(PASSAGES, &[], scan_row)
}

/// All admissions that stand.
pub fn all_entries(c: &mut Connection<'_>) -> Result<Vec<(TicketId, Day, i64, ScanId)>> {
    c.query("SELECT ticket_id, day, entry, scan_id FROM door_entries", &[], |row| {
        Ok((row.get("ticket_id")?, row.get("day")?, row.get("entry")?, row.get("scan_id")?))
    })
}

/// How many tickets of each type have an admission that stands.
pub fn admitted_by_type(c: &mut Connection<'_>) -> Result<Vec<(TicketTypeId, i64)>> {
    c.query(
        "SELECT ticket_type_id, count(DISTINCT ticket_id) AS count FROM door_entries GROUP BY ticket_type_id",
        &[],
        |row| Ok((row.get("ticket_type_id")?, row.get("count")?)),
    )
}
