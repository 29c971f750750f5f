//! SQL of `sessions` and `known_devices`.

use std::collections::HashSet;

use database::{Connection, DbError, Row, Sql};
use domain::{Instant, SessionId, UserId};
use serde_json::json;

use crate::sessions::{AccountChanges, NewSession, OpenSession, Session};
use platform::secret::SecretHash;

type Result<T> = std::result::Result<T, DbError>;

/// Browsers remembered for one account: programs that keep no cookie come as a new one each time.
const MOST_DEVICES: i64 = 20;

const LIVE_AMONG: Sql = Sql::pair(
    "SELECT id FROM sessions WHERE id IN (SELECT value FROM json_each($1)) AND revoked_at IS NULL AND expires_at > $2",
    "SELECT id FROM sessions WHERE id = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)::bigint))
        AND revoked_at IS NULL AND expires_at > $2",
);

fn session_row(row: &Row<'_>) -> Result<Session> {
    Ok(Session { id: row.get("id")?, user: row.get("user_id")? })
}

fn open_session_row(row: &Row<'_>) -> Result<OpenSession> {
    Ok(OpenSession {
        id: row.get("id")?,
        device: row.get("device")?,
        created: row.get("created_at")?,
        last_seen: row.get("last_seen")?,
        expires: row.get("expires_at")?,
    })
}

/// Stores a new session, and its browser among the known ones.
pub fn insert_session(c: &mut Connection<'_>, user: UserId, new: &NewSession) -> Result<Session> {
    remember_device(c, user, &new.device_hash, new.created)?;
    c.query_one(
        "INSERT INTO sessions (user_id, refresh_hash, device, created_at, last_seen_at, expires_at)
         VALUES ($1, $2, $3, $4, $4, $5) RETURNING id, user_id",
        &[&user, &new.refresh_hash, &new.device, &new.created, &new.expires],
        session_row,
    )
}

/// The session, if it is neither over nor revoked.
pub fn find_live(c: &mut Connection<'_>, id: SessionId, now: Instant) -> Result<Option<Session>> {
    c.query_opt(
        "SELECT id, user_id FROM sessions WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2",
        &[&id, &now],
        session_row,
    )
}

/// When somebody signed in or registered.
pub fn find_created(c: &mut Connection<'_>, id: SessionId) -> Result<Option<Instant>> {
    c.query_opt("SELECT created_at FROM sessions WHERE id = $1", &[&id], |row| row.get(0))
}

/// Has every other session of a person tell them what was changed; what they have not been told yet stays noted.
pub fn note_changes(c: &mut Connection<'_>, user: UserId, here: SessionId, changes: &AccountChanges) -> Result<()> {
    c.execute(
        "UPDATE sessions SET email_changed_at = COALESCE($3, email_changed_at),
             phone_changed_at = COALESCE($4, phone_changed_at)
         WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL",
        &[&user, &here, &changes.email, &changes.phone],
    )?;
    Ok(())
}

pub fn find_changes(c: &mut Connection<'_>, id: SessionId) -> Result<AccountChanges> {
    let found =
        c.query_opt("SELECT email_changed_at, phone_changed_at FROM sessions WHERE id = $1", &[&id], |row| {
            Ok(AccountChanges { email: row.get("email_changed_at")?, phone: row.get("phone_changed_at")? })
        })?;
    Ok(found.unwrap_or_default())
}

/// Forgets the changes that were told, and none that came later.
pub fn forget_changes(c: &mut Connection<'_>, id: SessionId, until: Instant) -> Result<()> {
    c.execute(
        "UPDATE sessions SET email_changed_at = CASE WHEN email_changed_at > $2 THEN email_changed_at END,
             phone_changed_at = CASE WHEN phone_changed_at > $2 THEN phone_changed_at END
         WHERE id = $1",
        &[&id, &until],
    )?;
    Ok(())
}

/// Those of the sessions that are neither over nor revoked.
pub fn find_live_sessions(c: &mut Connection<'_>, ids: &[SessionId], now: Instant) -> Result<HashSet<SessionId>> {
    let live = c.query(&LIVE_AMONG, &[&json!(ids).to_string(), &now], |row| row.get(0))?;
    Ok(live.into_iter().collect())
}

/// The session of a refresh token, and when it was seen last.
pub fn find_live_by_refresh(
    c: &mut Connection<'_>,
    refresh_hash: &SecretHash,
    now: Instant,
) -> Result<Option<(Session, Instant)>> {
    c.query_opt(
        "SELECT id, user_id, COALESCE(last_seen_at, created_at) AS last_seen FROM sessions
         WHERE refresh_hash = $1 AND revoked_at IS NULL AND expires_at > $2",
        &[refresh_hash, &now],
        |row| Ok((session_row(row)?, row.get("last_seen")?)),
    )
}

pub fn mark_seen(c: &mut Connection<'_>, id: SessionId, now: Instant) -> Result<()> {
    c.execute("UPDATE sessions SET last_seen_at = $2 WHERE id = $1", &[&id, &now])?;
    Ok(())
}

/// Somebody's sessions that are neither over nor revoked, the newest first.
pub fn list_open(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Vec<OpenSession>> {
    c.query(
        "SELECT id, device, created_at, COALESCE(last_seen_at, created_at) AS last_seen, expires_at FROM sessions
         WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id DESC",
        &[&user, &now],
        open_session_row,
    )
}

/// All of somebody's sessions that are stored, the newest first, each with when it was ended early.
pub fn list_all(c: &mut Connection<'_>, user: UserId) -> Result<Vec<(OpenSession, Option<Instant>)>> {
    c.query(
        "SELECT id, device, created_at, COALESCE(last_seen_at, created_at) AS last_seen, expires_at, revoked_at
         FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC",
        &[&user],
        |row| Ok((open_session_row(row)?, row.get("revoked_at")?)),
    )
}

/// When each browser that somebody has signed in with was used last, the latest first.
pub fn list_devices(c: &mut Connection<'_>, user: UserId) -> Result<Vec<Instant>> {
    let latest = "SELECT last_used_at FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC";
    c.query(latest, &[&user], |row| row.get(0))
}

/// Revokes a session, and answers whether it was this person's and still open.
pub fn revoke(c: &mut Connection<'_>, user: UserId, id: SessionId, now: Instant) -> Result<bool> {
    let revoked = c.execute(
        "UPDATE sessions SET revoked_at = $3
         WHERE id = $2 AND user_id = $1 AND revoked_at IS NULL AND expires_at > $3",
        &[&user, &id, &now],
    )?;
    Ok(revoked > 0)
}

/// Revokes the session of a refresh token, and answers whose it was if it was still open.
pub fn revoke_by_refresh(c: &mut Connection<'_>, refresh_hash: &SecretHash, now: Instant) -> Result<Option<UserId>> {
    c.query_opt(
        "UPDATE sessions SET revoked_at = $2 WHERE refresh_hash = $1 AND revoked_at IS NULL RETURNING user_id",
        &[refresh_hash, &now],
        |row| row.get(0),
    )
}

pub fn revoke_all(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<()> {
    c.execute("UPDATE sessions SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL", &[&user, &now])?;
    Ok(())
}

pub fn revoke_others(c: &mut Connection<'_>, user: UserId, kept: SessionId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE sessions SET revoked_at = $3 WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL",
        &[&user, &kept, &now],
    )?;
    Ok(())
}

/// For an account that closes: where its owner was signed in is personal.
pub fn delete_sessions(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM sessions WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// Deletes at most so many sessions that ended before then, and answers how many there were.
pub fn delete_ended_before(c: &mut Connection<'_>, before: Instant, most: i64) -> Result<u64> {
    let expired = c.execute(
        "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 LIMIT $2)",
        &[&before, &most],
    )?;
    let revoked = c.execute(
        "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE revoked_at < $1 LIMIT $2)",
        &[&before, &most],
    )?;
    Ok(expired + revoked)
}

/// Deletes at most so many browsers that were not used since then, and answers how many there were.
pub fn delete_devices_before(c: &mut Connection<'_>, before: Instant, most: i64) -> Result<u64> {
    c.execute(
        "DELETE FROM known_devices WHERE (user_id, device_hash) IN
             (SELECT user_id, device_hash FROM known_devices WHERE last_used_at < $1 LIMIT $2)",
        &[&before, &most],
    )
}

pub fn knows_device(c: &mut Connection<'_>, user: UserId, device_hash: &SecretHash) -> Result<bool> {
    c.query_one(
        "SELECT EXISTS (SELECT 1 FROM known_devices WHERE user_id = $1 AND device_hash = $2)",
        &[&user, device_hash],
        |row| row.get(0),
    )
}

/// Stores a browser as known, and deletes those that were not used for longest.
pub fn remember_device(c: &mut Connection<'_>, user: UserId, device_hash: &SecretHash, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO known_devices (user_id, device_hash, last_used_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, device_hash) DO UPDATE SET last_used_at = $3",
        &[&user, device_hash, &now],
    )?;
    c.execute(
        "DELETE FROM known_devices WHERE user_id = $1 AND device_hash NOT IN
             (SELECT device_hash FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC LIMIT $2)",
        &[&user, &MOST_DEVICES],
    )?;
    Ok(())
}

pub fn forget_devices(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM known_devices WHERE user_id = $1", &[&user])?;
    Ok(())
}
