//! The mails of payments, word for word.

use domain::{Instant, Money, PaymentId};

use crate::ticket_types::model::TypeSummary;
use crate::tickets::model::AttachmentSource;
use accounts::Account;
use events::EventRow;
use platform::mail::{Mail, MailText, Outbox};

/// What a payment was for. Without codes there was nothing left to sell, and the money goes back.
pub struct Purchase<'a> {
    pub payment: &'a PaymentId,
    pub event: &'a EventRow,
    pub kind: &'a TypeSummary,
    pub amount: Money,
    pub codes: &'a [String],
    pub at: Instant,
}

impl Purchase<'_> {
    pub fn mail(&self, outbox: &Outbox, buyer: Option<&Account>, email: &str) -> Mail {
        let text = buyer.map_or_else(MailText::to_anybody, |buyer| MailText::to(&buyer.username));
        let (text, subject) = if self.codes.is_empty() { self.with_refund(text) } else { self.with_tickets(text) };
        let text = text.button("Voir mes billets", outbox.link("/dash/tickets"));
        let mail = Mail::new(buyer.map(|buyer| buyer.id), email, subject, text);
        if self.codes.is_empty() {
            return mail;
        }
        mail.with_attachments(AttachmentSource::TicketsOfPayment { payment: self.payment.clone() }.to_string())
    }

    fn with_tickets(&self, text: MailText) -> (MailText, String) {
        let EventRow { name, first_day, hour, .. } = self.event;
        let place = self.event.address_in_town();
        let text = text
            .paragraph(match self.amount.minor() {
                0 => "Votre code promo couvre tout : il n'y avait rien à payer.".to_owned(),
                _ => format!("Votre paiement de {} a réussi.", self.amount),
            })
            .paragraph(format!("« {name} », le {} à {hour}, {place}.", first_day.in_words()))
            .paragraph(format!("« {} », à présenter à l'entrée : {}.", self.kind.label, self.codes.join(", ")))
            .paragraph("Vos billets sont joints en PDF, avec un fichier pour votre calendrier.");
        (text, format!("Vos billets pour « {name} »"))
    }

    fn with_refund(&self, text: MailText) -> (MailText, String) {
        let name = &self.event.name;
        let why = if self.event.cancelled {
            "l'évènement est annulé"
        } else if self.event.over_at() <= self.at {
            "il est arrivé après l'évènement"
        } else {
            "il est arrivé alors qu'il n'y avait plus de billets"
        };
        let text = text
            .paragraph(format!("Votre paiement pour « {name} » n'a pas pu donner de billets : {why}."))
            .paragraph(format!("Vous êtes remboursé de {}, par le moyen qui a servi à payer.", self.amount));
        (text, format!("Vous êtes remboursé : « {name} »"))
    }
}
