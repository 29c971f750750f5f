//! SQL of `news_readers` and `news_items`.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};

type Result<T> = std::result::Result<T, DbError>;

/// Adds an event to somebody's news; adding it again changes nothing. `token` is theirs if they had none.
pub fn add_item(c: &mut Connection<'_>, user: UserId, event: EventId, token: &str, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO news_readers (user_id, token, next_at, due_at) VALUES ($1, $2, $3, $3)
         ON CONFLICT (user_id) DO UPDATE SET due_at = COALESCE(news_readers.due_at,
            CASE WHEN news_readers.next_at > excluded.next_at THEN news_readers.next_at ELSE excluded.next_at END)",
        &[&user, &token, &now],
    )?;
    c.execute(
        "INSERT INTO news_items (user_id, event_id) VALUES ($1, $2) ON CONFLICT (user_id, event_id) DO NOTHING",
        &[&user, &event],
    )?;
    Ok(())
}

/// Readers who are written to now, the first ones first.
pub fn list_due_readers(c: &mut Connection<'_>, now: Instant, most: i64) -> Result<Vec<UserId>> {
    c.query(
        "SELECT user_id FROM news_readers WHERE due_at <= $1 ORDER BY due_at, user_id LIMIT $2",
        &[&now, &most],
        |row| row.get(0),
    )
}

/// Takes somebody's news if they are still to be written to, and answers their events and the token to unsubscribe by.
pub fn take_items(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Option<(String, Vec<EventId>)>> {
    let token = c.query_opt(
        "UPDATE news_readers SET due_at = NULL WHERE user_id = $1 AND due_at <= $2 RETURNING token",
        &[&user, &now],
        |row| row.get(0),
    )?;
    let Some(token) = token else { return Ok(None) };
    let items = c.query("DELETE FROM news_items WHERE user_id = $1 RETURNING event_id", &[&user], |row| row.get(0))?;
    Ok(Some((token, items)))
}

/// Notes that somebody was written to: not again before `next`.
pub fn set_next(c: &mut Connection<'_>, user: UserId, next: Instant) -> Result<()> {
    c.execute("UPDATE news_readers SET next_at = $2 WHERE user_id = $1", &[&user, &next])?;
    Ok(())
}

/// Who unsubscribes by this link.
pub fn find_reader(c: &mut Connection<'_>, token: &str) -> Result<Option<UserId>> {
    c.query_opt("SELECT user_id FROM news_readers WHERE token = $1", &[&token], |row| row.get(0))
}

/// Deletes what somebody has not been told yet.
pub fn delete_items(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM news_items WHERE user_id = $1", &[&user])?;
    c.execute("UPDATE news_readers SET due_at = NULL WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// Deletes what is kept for somebody's news.
pub fn forget_reader(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    delete_items(c, user)?;
    c.execute("DELETE FROM news_readers WHERE user_id = $1", &[&user])?;
    Ok(())
}
