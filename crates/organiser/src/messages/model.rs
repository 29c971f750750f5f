//! Messages as they are written and as they are shown, pure.

use box_office::{Audience, LastHolder};
use database::stored_words;
use domain::{EventId, FieldErrors, Instant, TicketTypeId, UserId, is_invisible, visible_characters};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;

use platform::schemas;

const LONGEST_SUBJECT: usize = 120;
const LONGEST_BODY: usize = 5000;

stored_words! {
    /// `event_messages.audience`.
    To {
        All = "all",
        /// Who holds a ticket of one type.
        Type = "type",
        /// Who holds a ticket that has not been scanned.
        NotScanned = "not_scanned",
    }
}

/// A message as it is typed. What is missing reads as empty, so that every rule can speak at once.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct MessageBody {
    #[serde(default)]
    #[schema(required, min_length = 2, max_length = 120)]
    subject: String,
    /// Plain text; an empty line begins a new paragraph.
    #[serde(default)]
    #[schema(required, min_length = 2, max_length = 5000)]
    body: String,
    /// Who it is for.
    #[serde(default)]
    #[schema(required, schema_with = to)]
    to: String,
    /// The type whose holders it is for, where it is for those of one type.
    ticket_type_id: Option<i64>,
}

fn to() -> Object {
    schemas::text().enum_values(Some(["all", "type", "not_scanned"])).build()
}

/// A message that holds to every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    pub subject: String,
    pub body: String,
    pub to: To,
    pub ticket_type: Option<TicketTypeId>,
}

impl MessageBody {
    pub fn check(self) -> Result<NewMessage, FieldErrors> {
        let mut errors = FieldErrors::new();
        let subject = one_line(&self.subject);
        let body = several_lines(&self.body);
        errors.require(visible_characters(&subject) >= 2, "subject", "L'objet doit contenir au moins 2 caractères");
        errors.require(visible_characters(&body) >= 2, "body", "Le message doit contenir au moins 2 caractères");
        let (subject_length, body_length) = (subject.chars().count(), body.chars().count());
        errors.require(subject_length <= LONGEST_SUBJECT, "subject", "L'objet doit contenir au plus 120 caractères");
        errors.require(body_length <= LONGEST_BODY, "body", "Le message doit contenir au plus 5000 caractères");
        let to: Option<To> = self.to.parse().ok();
        errors.require(to.is_some(), "to", "Choisissez all, type ou not_scanned.");
        let ticket_type = self.ticket_type_id.map(TicketTypeId::new).filter(|_| to == Some(To::Type));
        let needs_type = to == Some(To::Type) && ticket_type.is_none();
        errors.require(!needs_type, "ticket_type_id", "Choisissez le type de billet.");
        match to {
            Some(to) if errors.is_empty() => Ok(NewMessage { subject, body, to, ticket_type }),
            _ => Err(errors),
        }
    }
}

impl NewMessage {
    pub fn audience(&self) -> Audience {
        audience(self.to, self.ticket_type)
    }
}

/// Whose tickets a message is about.
pub fn audience(to: To, ticket_type: Option<TicketTypeId>) -> Audience {
    match (to, ticket_type) {
        (To::NotScanned, _) => Audience::NotScanned,
        (To::Type, Some(ticket_type)) => Audience::Type(ticket_type),
        // A type that is gone has no holders.
        (To::Type, None) => Audience::Type(TicketTypeId::new(0)),
        (To::All, _) => Audience::All,
    }
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control() && !is_invisible(*c)).collect()
}

/// The text without what can't be seen, and with one kind of line end.
fn several_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let seen: String = text.chars().filter(|c| *c == '\n' || !(c.is_control() || is_invisible(*c))).collect();
    seen.trim().to_owned()
}

/// A row of `event_messages`.
#[derive(Debug, Clone)]
pub struct Message {
    pub id: i64,
    pub event: EventId,
    pub author: UserId,
    pub new: NewMessage,
    pub recipients: i64,
    pub unreachable: i64,
    /// The last holder whose mail is written.
    pub after: LastHolder,
    pub queued: i64,
    pub failed: i64,
    pub created: Instant,
    pub written: Option<Instant>,
    pub sent: Option<Instant>,
}

/// A message as organisers see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventMessage {
    pub id: i64,
    pub subject: String,
    pub body: String,
    #[schema(schema_with = to)]
    pub to: &'static str,
    #[schema(value_type = Option<i64>)]
    pub ticket_type_id: Option<TicketTypeId>,
    /// Holders of tickets who have an address.
    pub recipients: i64,
    /// Holders of tickets who have none.
    pub unreachable: i64,
    /// Mails that a server has accepted, and those that were given up.
    pub sent: i64,
    pub failed: i64,
    /// `sending`, or `sent` once nothing is left to send.
    #[schema(schema_with = state)]
    pub state: &'static str,
    /// Milliseconds since 1970.
    pub created_at: i64,
    pub author: String,
}

fn state() -> Object {
    schemas::text().enum_values(Some(["sending", "sent"])).build()
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventMessagesPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<EventMessage>,
}

/// What a message would look like, and whom it would reach.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MessagePreview {
    pub recipients: i64,
    pub unreachable: i64,
    /// The mail as a page.
    pub html: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: serde_json::Value) -> Result<NewMessage, FieldErrors> {
        serde_json::from_value::<MessageBody>(body).unwrap().check()
    }

    #[test]
    fn what_can_not_be_seen_is_dropped() {
        let typed =
            serde_json::json!({ "subject": " Les\u{202e}  portes\n", "body": "Un\r\n\r\ndeux\u{0} ", "to": "all" });
        let message = read(typed).unwrap();
        assert_eq!((&*message.subject, &*message.body), ("Les portes", "Un\n\ndeux"));
    }

    #[test]
    fn a_message_to_one_type_names_it() {
        let typed = |to: &str, kind: Option<i64>| {
            read(serde_json::json!({ "subject": "Les portes", "body": "À 18 h", "to": to, "ticket_type_id": kind }))
        };
        assert!(typed("type", None).is_err() && typed("everybody", None).is_err());
        assert_eq!(typed("type", Some(7)).unwrap().audience(), Audience::Type(TicketTypeId::new(7)));
        assert_eq!(typed("all", Some(7)).unwrap().ticket_type, None, "it is for everybody");
    }
}
