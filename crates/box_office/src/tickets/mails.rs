//! The mails about transferred tickets, word for word.

use domain::TicketId;

use crate::ticket_types::model::TypeSummary;
use crate::tickets::model::AttachmentSource;
use accounts::Account;
use events::EventRow;
use platform::mail::{Mail, MailText, Outbox};

/// A ticket that went from one person to another.
pub struct TransferMails<'a> {
    pub ticket: &'a TicketId,
    /// The new code, in groups as people read it.
    pub code: &'a str,
    pub event: &'a EventRow,
    pub kind: &'a TypeSummary,
    pub giver: &'a Account,
    pub receiver: &'a Account,
}

impl TransferMails<'_> {
    pub fn to_receiver(&self, outbox: &Outbox, email: &str) -> Mail {
        let EventRow { name, first_day, hour, .. } = self.event;
        let place = self.event.address_in_town();
        let text = MailText::to(&self.receiver.username)
            .paragraph(format!("{} vous a transmis un billet pour « {name} ».", self.giver.username))
            .paragraph(format!("Rendez-vous le {} à {hour}, {place}.", first_day.in_words()))
            .paragraph(format!("« {} », à présenter à l'entrée : {}.", self.kind.label, self.code))
            .paragraph("Le billet est joint en PDF, avec un fichier pour votre calendrier.")
            .button("Voir mes billets", outbox.link("/dash/tickets"));
        let what = AttachmentSource::Ticket { id: self.ticket.clone() };
        Mail::new(Some(self.receiver.id), email, format!("Un billet pour « {name} » est à vous"), text)
            .with_attachments(what.to_string())
    }

    pub fn to_giver(&self, email: &str) -> Mail {
        let name = &self.event.name;
        let text = MailText::to(&self.giver.username)
            .paragraph(format!(
                "Votre billet « {} » pour « {name} » est maintenant à {}.",
                self.kind.label, self.receiver.username
            ))
            .paragraph("Vos anciens codes n'ouvrent plus l'entrée.");
        Mail::new(Some(self.giver.id), email, format!("Billet transmis : « {name} »"), text)
    }
}
