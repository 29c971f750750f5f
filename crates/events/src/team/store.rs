//! SQL of `event_collaborators` and `event_invitations`.

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, UserId, fold};

use crate::team::invitations::Invitation;
use crate::team::roles::{Access, Role, Task};

type Result<T> = std::result::Result<T, DbError>;

/// A row of `event_collaborators`.
#[derive(Debug, Clone)]
pub struct Member {
    pub user: UserId,
    pub role: Role,
    pub trusted: bool,
    /// The folded address that they were invited by, if they were.
    pub invited_email: Option<String>,
    pub added: Instant,
}

/// A statement that reads [`Invitation`]s, put together by the compiler.
macro_rules! select_invitations {
    ($where:literal) => {
        concat!(
            "SELECT id, event_id, email, role, trusted, created_at, expires_at FROM event_invitations WHERE ",
            $where
        )
    };
}

/// What somebody is to an event, if they are anything to it.
pub fn find_role(c: &mut Connection<'_>, event: EventId, user: UserId) -> Result<Option<Role>> {
    Ok(find_access(c, event, user)?.map(|access| access.role))
}

/// The same, with what the owner allows them besides.
pub fn find_access(c: &mut Connection<'_>, event: EventId, user: UserId) -> Result<Option<Access>> {
    c.query_opt(
        "SELECT 'owner' AS role, TRUE AS trusted FROM events WHERE id = $1 AND owner_id = $2
         UNION ALL
         SELECT role, trusted FROM event_collaborators WHERE event_id = $1 AND user_id = $2
             AND NOT EXISTS (SELECT 1 FROM events WHERE id = $1 AND owner_id = $2)",
        &[&event, &user],
        |row| Ok(Access { role: row.get("role")?, trusted: row.get("trusted")? }),
    )
}

/// The team without its owner, in the order in which they joined it.
pub fn list_members(c: &mut Connection<'_>, event: EventId) -> Result<Vec<Member>> {
    c.query(
        "SELECT user_id, role, trusted, invited_email, added_at FROM event_collaborators WHERE event_id = $1
         ORDER BY added_at, user_id",
        &[&event],
        |row| {
            Ok(Member {
                user: row.get("user_id")?,
                role: row.get("role")?,
                trusted: row.get("trusted")?,
                invited_email: row.get("invited_email")?,
                added: row.get("added_at")?,
            })
        },
    )
}

/// Takes somebody into the team, without the owner's special trust. For callers inside their own transaction.
pub fn add_to_team(c: &mut Connection<'_>, event: EventId, user: UserId, role: Role, now: Instant) -> Result<()> {
    save_member(c, event, user, Task::new(role, false), now)
}

/// Takes somebody into the team, or changes what they do in it.
pub fn save_member(c: &mut Connection<'_>, event: EventId, user: UserId, task: Task, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO event_collaborators (event_id, user_id, role, trusted, added_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (event_id, user_id) DO UPDATE SET role = excluded.role, trusted = excluded.trusted",
        &[&event, &user, &task.role, &task.trusted, &now],
    )?;
    Ok(())
}

/// Remembers by which address somebody was invited.
pub fn set_invited_email(c: &mut Connection<'_>, event: EventId, user: UserId, email: &str) -> Result<()> {
    c.execute(
        "UPDATE event_collaborators SET invited_email = $3 WHERE event_id = $1 AND user_id = $2",
        &[&event, &user, &fold(email)],
    )?;
    Ok(())
}

/// Answers whether there was such a member.
pub fn remove_member(c: &mut Connection<'_>, event: EventId, user: UserId) -> Result<bool> {
    let removed =
        c.execute("DELETE FROM event_collaborators WHERE event_id = $1 AND user_id = $2", &[&event, &user])?;
    Ok(removed > 0)
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

/// Takes somebody out of every team, and every invitation that their proved address has.
pub fn remove_from_teams(c: &mut Connection<'_>, user: UserId, proved_email: Option<&str>) -> Result<()> {
    c.execute("DELETE FROM event_collaborators WHERE user_id = $1", &[&user])?;
    if let Some(email) = proved_email {
        c.execute("DELETE FROM event_invitations WHERE email_folded = $1", &[&fold(email)])?;
    }
    Ok(())
}

fn read_invitation(row: &Row<'_>) -> Result<Invitation> {
    Ok(Invitation {
        id: row.get("id")?,
        event: row.get("event_id")?,
        email: row.get("email")?,
        role: row.get("role")?,
        trusted: row.get("trusted")?,
        created: row.get("created_at")?,
        expires: row.get("expires_at")?,
    })
}

/// Who was invited to an event and has not answered.
pub fn list_invitations(c: &mut Connection<'_>, event: EventId) -> Result<Vec<Invitation>> {
    c.query(select_invitations!("event_id = $1 ORDER BY created_at, id"), &[&event], read_invitation)
}

/// The invitations of an address that can still be taken, the newest first.
pub fn list_invitations_of(c: &mut Connection<'_>, email: &str, now: Instant) -> Result<Vec<Invitation>> {
    let sql = select_invitations!("email_folded = $1 AND expires_at > $2 ORDER BY id DESC");
    c.query(sql, &[&fold(email), &now], read_invitation)
}

/// Ids and names of the events that an address is invited to.
pub fn list_invited_to(c: &mut Connection<'_>, email: &str) -> Result<Vec<(EventId, String)>> {
    c.query(
        "SELECT events.id, events.name FROM event_invitations CROSS JOIN events
         WHERE email_folded = $1 AND events.id = event_id ORDER BY event_invitations.id",
        &[&fold(email)],
        |row| Ok((row.get("id")?, row.get("name")?)),
    )
}

pub fn find_invitation(c: &mut Connection<'_>, id: i64) -> Result<Option<Invitation>> {
    c.query_opt(select_invitations!("id = $1"), &[&id], read_invitation)
}

pub fn find_invitation_by_token(c: &mut Connection<'_>, token_hash: &[u8]) -> Result<Option<Invitation>> {
    c.query_opt(select_invitations!("token_hash = $1"), &[&token_hash], read_invitation)
}

/// Invites an address, and answers the invitation's id.
pub fn insert_invitation(
    c: &mut Connection<'_>,
    event: EventId,
    (email, task): (&str, Task),
    token_hash: &[u8],
    now: Instant,
) -> Result<i64> {
    c.query_one(
        "INSERT INTO event_invitations (event_id, email, email_folded, token_hash, role, trusted, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        &[
            &event,
            &email,
            &fold(email),
            &token_hash,
            &task.role,
            &task.trusted,
            &now,
            &Invitation::expires_after(now),
        ],
        |row| row.get(0),
    )
}

/// Changes what somebody is invited as; the link that they have stays good.
pub fn set_invited_task(c: &mut Connection<'_>, id: i64, task: Task) -> Result<()> {
    c.execute("UPDATE event_invitations SET role = $2, trusted = $3 WHERE id = $1", &[&id, &task.role, &task.trusted])?;
    Ok(())
}

/// Gives an invitation a new link, which lasts as long as that of a new one. The old link is dead.
pub fn renew_invitation(c: &mut Connection<'_>, id: i64, token_hash: &[u8], now: Instant) -> Result<()> {
    c.execute(
        "UPDATE event_invitations SET token_hash = $2, expires_at = $3 WHERE id = $1",
        &[&id, &token_hash, &Invitation::expires_after(now)],
    )?;
    Ok(())
}

pub fn delete_invitation(c: &mut Connection<'_>, id: i64) -> Result<()> {
    c.execute("DELETE FROM event_invitations WHERE id = $1", &[&id])?;
    Ok(())
}
