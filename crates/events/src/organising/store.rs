//! SQL of `event_collaborators` and `event_invitations`, and of what one organises.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId, fold};

use crate::organising::roles::Role;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// What somebody is to an event, if they are anything to it.
pub fn find_role(c: &mut Connection<'_>, event: EventId, user: UserId) -> Result<Option<Role>> {
    c.query_opt(
        "SELECT 'owner' AS role FROM events WHERE id = $1 AND owner_id = $2
         UNION ALL
         SELECT role FROM event_collaborators WHERE event_id = $1 AND user_id = $2
             AND NOT EXISTS (SELECT 1 FROM events WHERE id = $1 AND owner_id = $2)",
        &[&event, &user],
        |row| row.get("role"),
    )
}

/// The event that somebody created with this key.
pub fn find_by_creation_key(c: &mut Connection<'_>, owner: UserId, key: &str) -> Result<Option<EventId>> {
    c.query_opt("SELECT id FROM events WHERE owner_id = $1 AND creation_key = $2", &[&owner, &key], |row| row.get(0))
}

pub fn store_creation_key(c: &mut Connection<'_>, event: EventId, key: &str) -> Result<()> {
    c.execute("UPDATE events SET creation_key = $2 WHERE id = $1", &[&event, &key])?;
    Ok(())
}

pub fn count_organised(c: &mut Connection<'_>, user: UserId) -> Result<i64> {
    c.query_one(
        "SELECT (SELECT count(*) FROM events WHERE owner_id = $1)
              + (SELECT count(*) FROM event_collaborators WHERE user_id = $1)",
        &[&user],
        |row| row.get(0),
    )
}

/// The events somebody organises: what is to come, the nearest first, then what is past, the latest first. One's own
/// are read off one index, which knows when each is over, and sorted whole: nobody has very many.
pub fn list_organised(c: &mut Connection<'_>, user: UserId, page: Page, now: Instant) -> Result<Vec<EventId>> {
    c.query(
        "SELECT id FROM (
             SELECT id, starts_at, over_at FROM events WHERE is_listed IN (TRUE, FALSE) AND owner_id = $1
             UNION ALL
             SELECT events.id, starts_at, over_at FROM event_collaborators CROSS JOIN events
             WHERE user_id = $1 AND events.id = event_id
         ) AS mine
         ORDER BY CASE WHEN over_at > $4 THEN 0 ELSE 1 END,
                  CASE WHEN over_at > $4 THEN starts_at ELSE -starts_at END,
                  CASE WHEN over_at > $4 THEN id ELSE -id END
         LIMIT $2 OFFSET $3",
        &[&user, &i64::from(page.limit), &page.offset(), &now],
        |row| row.get(0),
    )
}

/// The team without its owner, in the order in which they joined it.
pub fn list_collaborators(c: &mut Connection<'_>, event: EventId) -> Result<Vec<(UserId, Role)>> {
    c.query(
        "SELECT user_id, role FROM event_collaborators WHERE event_id = $1 ORDER BY added_at, user_id",
        &[&event],
        |row| Ok((row.get("user_id")?, row.get("role")?)),
    )
}

/// Takes somebody into the team, or changes their role in it.
pub fn save_collaborator(c: &mut Connection<'_>, event: EventId, user: UserId, role: Role, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO event_collaborators (event_id, user_id, role, added_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (event_id, user_id) DO UPDATE SET role = excluded.role",
        &[&event, &user, &role, &now],
    )?;
    Ok(())
}

pub fn remove_collaborator(c: &mut Connection<'_>, event: EventId, user: UserId) -> Result<()> {
    c.execute("DELETE FROM event_collaborators WHERE event_id = $1 AND user_id = $2", &[&event, &user])?;
    Ok(())
}

/// Ids and names of the events somebody organises with their owners.
pub fn list_collaborations(c: &mut Connection<'_>, user: UserId) -> Result<Vec<(EventId, String)>> {
    c.query(
        "SELECT events.id, events.name FROM event_collaborators CROSS JOIN events
         WHERE user_id = $1 AND events.id = event_id ORDER BY added_at DESC, events.id",
        &[&user],
        |row| Ok((row.get("id")?, row.get("name")?)),
    )
}

pub fn remove_from_teams(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM event_collaborators WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// The addresses that were invited and have not answered, and as what.
pub fn list_invited(c: &mut Connection<'_>, event: EventId) -> Result<Vec<(String, Role)>> {
    c.query(
        "SELECT email, role FROM event_invitations WHERE event_id = $1 ORDER BY created_at, email",
        &[&event],
        |row| Ok((row.get("email")?, row.get("role")?)),
    )
}

/// Changes what somebody is invited as; the link that they have stays good.
pub fn set_invited_role(c: &mut Connection<'_>, event: EventId, email: &str, role: Role) -> Result<()> {
    c.execute(
        "UPDATE event_invitations SET role = $3 WHERE event_id = $1 AND email_folded = $2",
        &[&event, &fold(email), &role],
    )?;
    Ok(())
}

pub fn insert_invitation(
    c: &mut Connection<'_>,
    event: EventId,
    (email, role): (&str, Role),
    token_hash: &[u8],
    now: Instant,
) -> Result<()> {
    c.execute(
        "INSERT INTO event_invitations (event_id, email, email_folded, token_hash, role, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        &[&event, &email, &fold(email), &token_hash, &role, &now],
    )?;
    Ok(())
}

pub fn delete_invitation(c: &mut Connection<'_>, event: EventId, email: &str) -> Result<()> {
    c.execute("DELETE FROM event_invitations WHERE event_id = $1 AND email_folded = $2", &[&event, &fold(email)])?;
    Ok(())
}

/// Answers the event of an invitation and as what it invites.
pub fn find_invitation(c: &mut Connection<'_>, token_hash: &[u8]) -> Result<Option<(EventId, Role)>> {
    c.query_opt("SELECT event_id, role FROM event_invitations WHERE token_hash = $1", &[&token_hash], |row| {
        Ok((row.get("event_id")?, row.get("role")?))
    })
}

/// Deletes the invitation, because it serves once, and answers its event and as what it invites.
pub fn take_invitation(c: &mut Connection<'_>, token_hash: &[u8]) -> Result<Option<(EventId, Role)>> {
    c.query_opt("DELETE FROM event_invitations WHERE token_hash = $1 RETURNING event_id, role", &[&token_hash], |row| {
        Ok((row.get("event_id")?, row.get("role")?))
    })
}
