//! The mail of a message, word for word.

use crate::recipients::{Recipient, RecipientKind};
use events::EventRow;
use platform::mail::{Mail, MailText, Outbox};

use crate::messages::model::NewMessage;

/// A message as holders of tickets get it.
pub struct MessageMail<'a> {
    pub outbox: &'a Outbox,
    pub event: &'a EventRow,
    /// Who wrote it.
    pub author: &'a str,
    pub message: &'a NewMessage,
}

impl MessageMail<'_> {
    pub fn to(&self, recipient: &Recipient, reason: String) -> Mail {
        let text = self.write(MailText::to(&recipient.name));
        let text = match &recipient.kind {
            RecipientKind::Person(_) => text,
            RecipientKind::Guest { receipt, .. } => {
                text.button("Voir mon billet", self.outbox.link(&format!("/receipts/{receipt}")))
            }
        };
        Mail::new(recipient.user(), &recipient.email, &self.message.subject, text).with_reason(reason)
    }

    /// The mail as its author sees it before it is sent.
    pub fn preview(&self) -> String {
        Mail::new(None, "", &self.message.subject, self.write(MailText::to("…"))).preview()
    }

    /// What its author wrote is quoted as they wrote it, between sentences that say who they are.
    fn write(&self, text: MailText) -> MailText {
        let EventRow { id, name, first_day, hour, .. } = self.event;
        let opening = format!("{}, qui organise « {name} », vous écrit :", self.author);
        let paragraphs = self.message.body.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
        let text = paragraphs.fold(text.paragraph(opening), MailText::paragraph);
        text.paragraph(format!(
            "Vous recevez ce message parce que vous avez un billet pour « {name} », le {} à {hour}, {}.",
            first_day.in_words(),
            self.event.address_in_town()
        ))
        .button("Voir l'évènement", self.outbox.link(&format!("/events/{id}")))
    }
}
