//! What the organiser's space keeps about a person: exported, and removed with their account.

use database::{Connection, DbError};
use domain::{Instant, UserId};
use serde_json::{Value, json};

use crate::messages::{self, Message};
use crate::news;

/// The messages that somebody has written, for their export.
pub fn export_messages(c: &mut Connection<'_>, user: UserId) -> Result<Value, DbError> {
    let show = |message: &Message| {
        json!({
            "event": message.event,
            "subject": message.new.subject,
            "body": message.new.body,
            "created_at": message.created.to_string(),
        })
    };
    Ok(messages::list_of_author(c, user)?.iter().map(show).collect())
}

/// Removes what is kept for somebody's news, and the words of their messages, inside the transaction that closes their
/// account.
pub fn forget_person(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    news::forget_reader(c, user)?;
    messages::delete_texts_of(c, user, now)
}
