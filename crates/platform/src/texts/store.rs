//! SQL of `texts`.

use database::{Connection, DbError};
use domain::{Instant, UserId};

use crate::texts::{SentText, Text, TextChannel};

type Result<T> = std::result::Result<T, DbError>;

/// A message that one sender has leased.
pub struct ClaimedText {
    pub id: i64,
    pub recipient: String,
    pub channel: TextChannel,
    pub content: String,
    pub code: String,
    pub created: Instant,
    pub expires: Instant,
    pub attempts: i64,
}

pub fn insert(c: &mut Connection<'_>, text: &Text, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO texts (user_id, recipient, channel, content, code, created_at, expires_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $6)",
        &[&text.user, &text.to, &text.channel, &text.content, &text.code, &now, &text.expires],
    )?;
    Ok(())
}

/// When the next message is to be tried.
pub fn next_attempt(c: &mut Connection<'_>) -> Result<Option<Instant>> {
    c.query_one("SELECT min(next_attempt_at) FROM texts WHERE next_attempt_at IS NOT NULL", &[], |row| row.get(0))
}

/// Leases due messages until `lease`: a sender that dies leaves them to the others then.
pub fn claim(c: &mut Connection<'_>, now: Instant, lease: Instant, most: i64) -> Result<Vec<ClaimedText>> {
    c.query(
        "UPDATE texts SET attempts = attempts + 1, next_attempt_at = $2
         WHERE id IN (SELECT id FROM texts WHERE next_attempt_at <= $1 ORDER BY next_attempt_at, id LIMIT $3)
         RETURNING id, recipient, channel, content, code, created_at, expires_at, attempts",
        &[&now, &lease, &most],
        |row| {
            Ok(ClaimedText {
                id: row.get("id")?,
                recipient: row.get("recipient")?,
                channel: row.get("channel")?,
                content: row.get("content")?,
                code: row.get("code")?,
                created: row.get("created_at")?,
                expires: row.get("expires_at")?,
                attempts: row.get("attempts")?,
            })
        },
    )
}

pub fn mark_sent(c: &mut Connection<'_>, id: i64, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE texts SET sent_at = $2, next_attempt_at = NULL, content = '', code = '' WHERE id = $1",
        &[&id, &now],
    )?;
    Ok(())
}

pub fn mark_failed(c: &mut Connection<'_>, id: i64, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE texts SET failed_at = $2, next_attempt_at = NULL, content = '', code = '' WHERE id = $1",
        &[&id, &now],
    )?;
    Ok(())
}

pub fn postpone(c: &mut Connection<'_>, id: i64, next: Instant) -> Result<()> {
    c.execute("UPDATE texts SET next_attempt_at = $2 WHERE id = $1", &[&id, &next])?;
    Ok(())
}

/// Deletes what was sent or given up and is older than `before`.
pub fn delete_done_before(c: &mut Connection<'_>, before: Instant) -> Result<u64> {
    c.execute("DELETE FROM texts WHERE created_at < $1 AND next_attempt_at IS NULL", &[&before])
}

pub fn list_of_user(c: &mut Connection<'_>, user: UserId) -> Result<Vec<SentText>> {
    c.query(
        "SELECT recipient, channel, created_at, sent_at FROM texts WHERE user_id = $1 ORDER BY id DESC",
        &[&user],
        |row| {
            Ok(SentText {
                recipient: row.get("recipient")?,
                channel: row.get("channel")?,
                created: row.get("created_at")?,
                sent: row.get("sent_at")?,
            })
        },
    )
}

pub fn delete_of_user(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM texts WHERE user_id = $1", &[&user])?;
    Ok(())
}
