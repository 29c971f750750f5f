//! SQL of `event_messages`.

use box_office::LastHolder;
use database::{Connection, DbError, Row};
use domain::{EventId, Instant, UserId};

use crate::messages::model::{Message, NewMessage};
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// A statement that reads [`Message`]s, put together by the compiler.
macro_rules! select_messages {
    ($rest:literal) => {
        concat!(
            "SELECT id, event_id, author_id, subject, body, audience, ticket_type_id, recipients, unreachable,
             after_holder, after_guest, queued, failed, created_at, written_at, sent_at FROM event_messages ",
            $rest
        )
    };
}

fn read_message(row: &Row<'_>) -> Result<Message> {
    Ok(Message {
        id: row.get("id")?,
        event: row.get("event_id")?,
        author: row.get("author_id")?,
        new: NewMessage {
            subject: row.get("subject")?,
            body: row.get("body")?,
            to: row.get("audience")?,
            ticket_type: row.get("ticket_type_id")?,
        },
        recipients: row.get("recipients")?,
        unreachable: row.get("unreachable")?,
        after: LastHolder { person: row.get("after_holder")?, guest: row.get("after_guest")? },
        queued: row.get("queued")?,
        failed: row.get("failed")?,
        created: row.get("created_at")?,
        written: row.get("written_at")?,
        sent: row.get("sent_at")?,
    })
}

/// Stores a message that is to be sent, and answers its id.
pub fn insert_message(
    c: &mut Connection<'_>,
    event: EventId,
    author: UserId,
    new: &NewMessage,
    (recipients, unreachable): (i64, i64),
    key: Option<&str>,
    now: Instant,
) -> Result<i64> {
    c.query_one(
        "INSERT INTO event_messages (event_id, author_id, subject, body, audience, ticket_type_id, recipients,
            unreachable, idempotency_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
        &[&event, &author, &new.subject, &new.body, &new.to, &new.ticket_type, &recipients, &unreachable, &key, &now],
        |row| row.get(0),
    )
}

pub fn find_message(c: &mut Connection<'_>, id: i64) -> Result<Option<Message>> {
    c.query_opt(select_messages!("WHERE id = $1"), &[&id], read_message)
}

/// The message that somebody sent with this key.
pub fn find_by_key(c: &mut Connection<'_>, event: EventId, author: UserId, key: &str) -> Result<Option<Message>> {
    let sql = select_messages!("WHERE event_id = $1 AND author_id = $2 AND idempotency_key = $3");
    c.query_opt(sql, &[&event, &author, &key], read_message)
}

/// Answers how many messages an event has, and a page of them, the newest first.
pub fn list_messages(c: &mut Connection<'_>, event: EventId, page: Page) -> Result<(i64, Vec<Message>)> {
    let count = c.query_one("SELECT count(*) FROM event_messages WHERE event_id = $1", &[&event], |row| row.get(0))?;
    let sql = select_messages!("WHERE event_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3");
    Ok((count, c.query(sql, &[&event, &i64::from(page.limit), &page.offset()], read_message)?))
}

/// When the messages of an event since then were sent, the oldest first.
pub fn list_times_since(c: &mut Connection<'_>, event: EventId, since: Instant) -> Result<Vec<Instant>> {
    c.query(
        "SELECT created_at FROM event_messages WHERE event_id = $1 AND created_at > $2 ORDER BY created_at",
        &[&event, &since],
        |row| row.get(0),
    )
}

/// Messages with mails still to write, or to be sent.
pub fn list_unsent(c: &mut Connection<'_>) -> Result<Vec<Message>> {
    c.query(select_messages!("WHERE sent_at IS NULL ORDER BY id"), &[], read_message)
}

/// Notes that mails to the holders up to `last` are written. Answers whether they still had to be: another process may have
/// been quicker.
pub fn advance(
    c: &mut Connection<'_>,
    message: &Message,
    last: LastHolder,
    (queued, missed): (i64, i64),
) -> Result<bool> {
    let Message { id, after, .. } = message;
    let advanced = c.execute(
        "UPDATE event_messages SET after_holder = $4, after_guest = $5, queued = queued + $6, missed = missed + $7
         WHERE id = $1 AND after_holder = $2 AND after_guest = $3 AND written_at IS NULL",
        &[id, &after.person, &after.guest, &last.person, &last.guest, &queued, &missed],
    )?;
    Ok(advanced > 0)
}

/// Notes that every mail is written: whom it reaches is known now.
pub fn mark_written(c: &mut Connection<'_>, message: &Message, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE event_messages SET written_at = $4, recipients = queued, unreachable = missed
         WHERE id = $1 AND after_holder = $2 AND after_guest = $3 AND written_at IS NULL",
        &[&message.id, &message.after.person, &message.after.guest, &now],
    )?;
    Ok(())
}

/// Notes that nothing is left to send, and how many mails were given up.
pub fn mark_sent(c: &mut Connection<'_>, id: i64, failed: i64, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE event_messages SET sent_at = $2, failed = $3 WHERE id = $1 AND written_at IS NOT NULL",
        &[&id, &now, &failed],
    )?;
    Ok(())
}

/// What somebody has written, the newest first.
pub fn list_of_author(c: &mut Connection<'_>, author: UserId) -> Result<Vec<Message>> {
    c.query(select_messages!("WHERE author_id = $1 ORDER BY id DESC"), &[&author], read_message)
}

/// Empties what somebody has written, and sends no more of it: that a message was sent stays.
pub fn delete_texts_of(c: &mut Connection<'_>, author: UserId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE event_messages SET subject = '', body = '', written_at = COALESCE(written_at, $2),
            sent_at = COALESCE(sent_at, $2)
         WHERE author_id = $1",
        &[&author, &now],
    )?;
    Ok(())
}
