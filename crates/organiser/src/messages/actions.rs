//! Actions of messages: previewed, sent, listed.

use std::collections::HashMap;
use std::time::Duration;

use box_office::LastHolder;
use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use events::{AuditAction, EventRow};
use serde_json::json;

use crate::Organiser;
use crate::access::require_organiser;
use crate::messages::mails::MessageMail;
use crate::messages::model::{EventMessage, EventMessagesPage, Message, MessagePreview, NewMessage};
use crate::messages::store;
use crate::recipients::find_recipients;
use platform::Error;
use platform::mail::{Outbox, count_outcomes};
use platform::paging::Page;

const NO_MESSAGE: Error = Error::NotFound("Ce message n'existe pas.");

const NOBODY: &str = "Personne ne recevrait ce message : aucun détenteur n'a d'adresse e-mail.";

/// Messages that an event may send in a day: more would be a nuisance.
const MOST_A_DAY: usize = 5;
const A_DAY: Duration = Duration::from_hours(24);

/// The unique index that keeps two requests with one key from sending two messages.
const KEY: &str = "event_messages_key";

/// A message that this request sends, or that an earlier one with the same key has sent.
pub enum Sending {
    Begun(EventMessage),
    BegunBefore(EventMessage),
}

impl Organiser {
    pub const MESSAGES_PER_PAGE: u32 = 20;

    /// What a message would look like, and how many it would reach.
    pub async fn preview_event_message(
        &self,
        user: UserId,
        event: EventId,
        message: NewMessage,
    ) -> Result<MessagePreview, Error> {
        let outbox = self.services.outbox.clone();
        let read = move |c: &mut Connection<'_>| {
            let (row, _) = require_organiser(c, user, event)?;
            let (recipients, unreachable) = count_reached(c, event, &message)?;
            let html = render(c, &outbox, &row, user, &message)?;
            Ok(MessagePreview { recipients, unreachable, html })
        };
        self.services.db.read(read).await
    }

    /// Stores a message; the secretary writes its mails. A request that is sent again with its key sends no second one.
    pub async fn send_event_message(
        &self,
        user: UserId,
        event: EventId,
        message: NewMessage,
        key: Option<String>,
    ) -> Result<Sending, Error> {
        let now = self.services.now();
        let (new, sent_with) = (message.clone(), key.clone());
        // Counted beside the transaction: a large event has many holders.
        let count = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            match find_earlier(c, event, user, &new, sent_with.as_deref())? {
                Some(earlier) => Ok(Err(earlier)),
                None => count_reached(c, event, &new).map(Ok),
            }
        };
        let reached = match self.services.db.read(count).await? {
            Ok((0, _)) => return Err(Error::field("to", NOBODY)),
            Ok(reached) => reached,
            Err(earlier) => return Ok(Sending::BegunBefore(earlier)),
        };
        let (new, sent_with) = (message.clone(), key.clone());
        let write = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            check_limit(c, event, now)?;
            let id = store::insert_message(c, event, user, &new, reached, sent_with.as_deref(), now)?;
            let detail = json!({ "message": id, "to": new.to.as_str(), "recipients": reached.0 });
            events::record_audit(c, event, Some(user), AuditAction::MessageSend, &detail, now)?;
            let stored = store::find_message(c, id)?.ok_or(NO_MESSAGE)?;
            Ok(Sending::Begun(describe(c, vec![stored])?.pop().ok_or(NO_MESSAGE)?))
        };
        let sending = match self.services.db.write(write).await {
            // Of two tries at once, the other one was first.
            Err(Error::Database(DbError::Constraint { name })) if name == KEY => {
                let read = move |c: &mut Connection<'_>| find_earlier(c, event, user, &message, key.as_deref());
                Sending::BegunBefore(self.services.db.read(read).await?.ok_or(Error::Busy)?)
            }
            sending => sending?,
        };
        self.notify_secretary();
        Ok(sending)
    }

    pub async fn list_event_messages(
        &self,
        user: UserId,
        event: EventId,
        page: Page,
    ) -> Result<EventMessagesPage, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let (count, messages) = store::list_messages(c, event, page)?;
            Ok::<_, Error>((count, describe(c, messages)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(Organiser::MESSAGES_PER_PAGE);
        let address = format!("{}/api/events/{event}/messages/?{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(EventMessagesPage { count, next, previous, results })
    }

    pub async fn get_event_message(&self, user: UserId, event: EventId, id: i64) -> Result<EventMessage, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let message = store::find_message(c, id)?.filter(|message| message.event == event).ok_or(NO_MESSAGE)?;
            describe(c, vec![message])?.pop().ok_or(NO_MESSAGE)
        };
        self.services.db.read(read).await
    }
}

/// The message that was sent with this key, if one was; another message under the same key is refused.
fn find_earlier(
    c: &mut Connection<'_>,
    event: EventId,
    user: UserId,
    message: &NewMessage,
    key: Option<&str>,
) -> Result<Option<EventMessage>, Error> {
    let Some(key) = key else { return Ok(None) };
    let Some(earlier) = store::find_by_key(c, event, user, key)? else { return Ok(None) };
    if earlier.new != *message {
        return Err(Error::Conflict("Cette clé a déjà servi à un autre message.".to_owned()));
    }
    Ok(describe(c, vec![earlier])?.pop())
}

/// How many holders a message would reach, and how many it would not.
fn count_reached(c: &mut Connection<'_>, event: EventId, message: &NewMessage) -> Result<(i64, i64), Error> {
    let holders = box_office::list_holders(c, event, message.audience(), LastHolder::NOBODY)?;
    let reached = find_recipients(c, &holders)?.len();
    Ok((reached as i64, (holders.len() - reached) as i64))
}

fn check_limit(c: &mut Connection<'_>, event: EventId, now: Instant) -> Result<(), Error> {
    let sent = store::list_times_since(c, event, now - A_DAY)?;
    match sent.get(sent.len().wrapping_sub(MOST_A_DAY)) {
        Some(oldest) => Err(Error::TooMany((*oldest + A_DAY).since(now))),
        None => Ok(()),
    }
}

fn render(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    event: &EventRow,
    author: UserId,
    message: &NewMessage,
) -> Result<String, Error> {
    let author = accounts::find_authors(c, &[author])?.remove(&author).ok_or(Error::Forbidden)?;
    Ok(MessageMail { outbox, event, author: &author.username, message }.preview())
}

/// The word that the mails of a message are counted under.
pub fn reason_of(message: i64) -> String {
    format!("message:{message}")
}

fn describe(c: &mut Connection<'_>, messages: Vec<Message>) -> Result<Vec<EventMessage>, DbError> {
    let ids: Vec<UserId> = messages.iter().map(|message| message.author).collect();
    let authors = accounts::find_authors(c, &ids)?;
    let names: HashMap<UserId, String> = authors.into_iter().map(|(id, person)| (id, person.username)).collect();
    messages.into_iter().map(|message| describe_one(c, message, &names)).collect()
}

fn describe_one(
    c: &mut Connection<'_>,
    message: Message,
    names: &HashMap<UserId, String>,
) -> Result<EventMessage, DbError> {
    let (waiting, failed) = match message.sent {
        Some(_) => (0, message.failed),
        None => {
            let outcomes = count_outcomes(c, &reason_of(message.id))?;
            (outcomes.waiting, outcomes.failed)
        }
    };
    Ok(EventMessage {
        id: message.id,
        to: message.new.to.as_str(),
        ticket_type_id: message.new.ticket_type,
        subject: message.new.subject,
        body: message.new.body,
        recipients: message.recipients,
        unreachable: message.unreachable,
        sent: message.queued - waiting - failed,
        failed,
        state: if message.sent.is_some() { "sent" } else { "sending" },
        created_at: message.created.millis(),
        author: names.get(&message.author).cloned().unwrap_or_default(),
    })
}
