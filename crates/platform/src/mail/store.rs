//! SQL of `mails`.

use database::{Connection, DbError};
use domain::{Instant, UserId};

use crate::mail::{Mail, MailOutcomes, SentMail};

type Result<T> = std::result::Result<T, DbError>;

/// A mail that one sender has leased.
pub struct ClaimedMail {
    pub id: i64,
    pub user: Option<UserId>,
    pub recipient: String,
    pub content: Vec<u8>,
    pub attachments: Option<String>,
    pub created: Instant,
    pub attempts: i64,
}

pub fn insert(c: &mut Connection<'_>, mail: &Mail, content: &[u8], now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO mails (user_id, recipient, subject, content, attachments, reason, created_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)",
        &[&mail.user, &mail.to, &mail.subject, &content, &mail.attachments, &mail.reason, &now],
    )?;
    Ok(())
}

/// When the next mail is to be tried.
pub fn next_attempt(c: &mut Connection<'_>) -> Result<Option<Instant>> {
    c.query_one("SELECT min(next_attempt_at) FROM mails WHERE next_attempt_at IS NOT NULL", &[], |row| row.get(0))
}

/// Leases due mails until `lease`: a sender that dies leaves them to the others then.
pub fn claim(c: &mut Connection<'_>, now: Instant, lease: Instant, most: i64) -> Result<Vec<ClaimedMail>> {
    c.query(
        "UPDATE mails SET attempts = attempts + 1, next_attempt_at = $2
         WHERE id IN (SELECT id FROM mails WHERE next_attempt_at <= $1 ORDER BY next_attempt_at, id LIMIT $3)
         RETURNING id, user_id, recipient, content, attachments, created_at, attempts",
        &[&now, &lease, &most],
        |row| {
            Ok(ClaimedMail {
                id: row.get("id")?,
                user: row.get("user_id")?,
                recipient: row.get("recipient")?,
                content: row.get("content")?,
                attachments: row.get("attachments")?,
                created: row.get("created_at")?,
                attempts: row.get("attempts")?,
            })
        },
    )
}

pub fn mark_sent(c: &mut Connection<'_>, id: i64, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE mails SET sent_at = $2, next_attempt_at = NULL, content = $3, attachments = NULL WHERE id = $1",
        &[&id, &now, &[0u8; 0]],
    )?;
    Ok(())
}

pub fn mark_failed(c: &mut Connection<'_>, id: i64, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE mails SET failed_at = $2, next_attempt_at = NULL, content = $3, attachments = NULL WHERE id = $1",
        &[&id, &now, &[0u8; 0]],
    )?;
    Ok(())
}

pub fn postpone(c: &mut Connection<'_>, id: i64, next: Instant) -> Result<()> {
    c.execute("UPDATE mails SET next_attempt_at = $2 WHERE id = $1", &[&id, &next])?;
    Ok(())
}

pub fn count_outcomes(c: &mut Connection<'_>, reason: &str) -> Result<MailOutcomes> {
    c.query_one(
        "SELECT count(next_attempt_at) AS waiting, count(failed_at) AS failed FROM mails WHERE reason = $1",
        &[&reason],
        |row| Ok(MailOutcomes { waiting: row.get("waiting")?, failed: row.get("failed")? }),
    )
}

/// Deletes what was sent or given up and is older than `before`.
pub fn delete_done_before(c: &mut Connection<'_>, before: Instant) -> Result<u64> {
    c.execute("DELETE FROM mails WHERE created_at < $1 AND next_attempt_at IS NULL", &[&before])
}

pub fn list_of_user(c: &mut Connection<'_>, user: UserId) -> Result<Vec<SentMail>> {
    c.query(
        "SELECT recipient, subject, created_at, sent_at FROM mails WHERE user_id = $1 ORDER BY id DESC",
        &[&user],
        |row| {
            Ok(SentMail {
                recipient: row.get("recipient")?,
                subject: row.get("subject")?,
                created: row.get("created_at")?,
                sent: row.get("sent_at")?,
            })
        },
    )
}

pub fn delete_of_user(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM mails WHERE user_id = $1", &[&user])?;
    Ok(())
}
