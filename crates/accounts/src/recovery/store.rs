//! SQL of `one_time_links`, and of what a followed link changes in `users`.

use database::{Connection, DbError};
use domain::{Instant, UserId, fold};

use crate::recovery::model::{FollowedLink, LinkKind, LiveLink, NewLink};
use platform::secret::SecretHash;

type Result<T> = std::result::Result<T, DbError>;

pub fn insert_link(c: &mut Connection<'_>, link: &NewLink) -> Result<()> {
    c.execute(
        "INSERT INTO one_time_links (kind, user_id, email, token_hash, asks_password, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            &link.kind.name(),
            &link.user,
            &link.email,
            &link.token_hash,
            &link.asks_password,
            &link.created,
            &link.expires(),
        ],
    )?;
    Ok(())
}

/// How many links of a kind somebody was sent since then.
pub fn count_links_since(c: &mut Connection<'_>, user: UserId, kind: LinkKind, since: Instant) -> Result<i64> {
    c.query_one(
        "SELECT count(*) FROM one_time_links WHERE user_id = $1 AND kind = $2 AND created_at > $3",
        &[&user, &kind.name(), &since],
        |row| row.get(0),
    )
}

/// A link that could still be followed.
pub fn find_live(
    c: &mut Connection<'_>,
    kind: LinkKind,
    token_hash: &SecretHash,
    now: Instant,
) -> Result<Option<LiveLink>> {
    c.query_opt(
        "SELECT user_id, asks_password FROM one_time_links
         WHERE token_hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3 AND user_id IS NOT NULL",
        &[token_hash, &kind.name(), &now],
        |row| Ok(LiveLink { user: row.get("user_id")?, asks_password: row.get("asks_password")? }),
    )
}

/// Uses a link up, and answers whose it was and for which address; `None` if it was used before or has expired.
pub fn follow_link(
    c: &mut Connection<'_>,
    kind: LinkKind,
    token_hash: &SecretHash,
    now: Instant,
) -> Result<Option<FollowedLink>> {
    c.query_opt(
        "UPDATE one_time_links SET used_at = $3
         WHERE token_hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3 AND user_id IS NOT NULL
         RETURNING user_id, email",
        &[token_hash, &kind.name(), &now],
        |row| Ok(FollowedLink { user: row.get("user_id")?, email: row.get("email")? }),
    )
}

pub fn use_up_links(c: &mut Connection<'_>, user: UserId, kind: LinkKind, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE one_time_links SET used_at = $3 WHERE user_id = $1 AND kind = $2 AND used_at IS NULL",
        &[&user, &kind.name(), &now],
    )?;
    Ok(())
}

pub fn delete_links(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM one_time_links WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// Deletes at most so many links that ended before then, and answers how many there were.
pub fn delete_links_expired_before(c: &mut Connection<'_>, before: Instant, most: i64) -> Result<u64> {
    c.execute(
        "DELETE FROM one_time_links WHERE id IN (SELECT id FROM one_time_links WHERE expires_at < $1 LIMIT $2)",
        &[&before, &most],
    )
}

/// Whether the address is a person's own, and proved.
pub fn has_proved(c: &mut Connection<'_>, user: UserId, email: &str) -> Result<bool> {
    c.query_one(
        "SELECT EXISTS (SELECT 1 FROM users
         WHERE id = $1 AND email_folded = $2 AND email_verified_at IS NOT NULL AND closed_at IS NULL)",
        &[&user, &fold(email)],
        |row| row.get(0),
    )
}

/// Whether somebody else has proved that the address is theirs.
pub fn is_proved_by_another(c: &mut Connection<'_>, user: UserId, email: &str) -> Result<bool> {
    c.query_one(
        "SELECT EXISTS (SELECT 1 FROM users
         WHERE email_folded = $2 AND email_verified_at IS NOT NULL AND id <> $1)",
        &[&user, &fold(email)],
        |row| row.get(0),
    )
}

/// Marks a person's mail address as verified; false if it is not theirs any more, or another has verified it.
pub fn verify_address(c: &mut Connection<'_>, user: UserId, email: &str, now: Instant) -> Result<bool> {
    if is_proved_by_another(c, user, email)? {
        return Ok(false);
    }
    let verified = c.execute(
        "UPDATE users SET email_verified_at = COALESCE(email_verified_at, $3)
         WHERE id = $1 AND email_folded = $2 AND closed_at IS NULL",
        &[&user, &fold(email), &now],
    )?;
    Ok(verified > 0)
}
