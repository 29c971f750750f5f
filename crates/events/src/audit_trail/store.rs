//! SQL of `event_audit`.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::Value;

use crate::audit_trail::model::{AuditAction, AuditEntry};
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// Adds a line, inside the transaction of what it tells. `detail` is an object of short texts and numbers, without what
/// only the person concerned should read, such as codes and addresses.
pub fn record_audit(
    c: &mut Connection<'_>,
    event: EventId,
    user: Option<UserId>,
    action: AuditAction,
    detail: &Value,
    now: Instant,
) -> Result<()> {
    c.execute(
        "INSERT INTO event_audit (event_id, user_id, action, detail, at) VALUES ($1, $2, $3, $4, $5)",
        &[&event, &user, &action, &detail.to_string(), &now],
    )?;
    Ok(())
}

/// Answers how many lines there are, and a page of them, the newest first.
pub fn list_audit(c: &mut Connection<'_>, event: EventId, page: Page) -> Result<(i64, Vec<AuditEntry>)> {
    let count = c.query_one("SELECT count(*) FROM event_audit WHERE event_id = $1", &[&event], |row| row.get(0))?;
    let lines = c.query(
        "SELECT id, user_id, action, detail, at FROM event_audit WHERE event_id = $1
         ORDER BY id DESC LIMIT $2 OFFSET $3",
        &[&event, &i64::from(page.limit), &page.offset()],
        |row| {
            let detail: String = row.get("detail")?;
            Ok(AuditEntry {
                id: row.get("id")?,
                user: row.get("user_id")?,
                action: row.get("action")?,
                detail: serde_json::from_str(&detail).unwrap_or(Value::Null),
                at: row.get("at")?,
            })
        },
    )?;
    Ok((count, lines))
}
