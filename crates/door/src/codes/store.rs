//! SQL that finds the door to show codes of.

use database::{Connection, DbError};
use domain::EventId;

/// The events that somebody was let in to, the latest first, at most two.
pub fn latest_doors(c: &mut Connection<'_>) -> Result<Vec<EventId>, DbError> {
    let latest = "SELECT event_id FROM door_scans GROUP BY event_id ORDER BY max(at) DESC, event_id LIMIT 2";
    c.query(latest, &[], |row| row.get(0))
}
