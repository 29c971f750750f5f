//! The mails about events that are cancelled, postponed or moved, word for word.

use domain::Money;

use accounts::Account;
use events::EventRow;
use platform::mail::{Mail, MailText, Outbox};

/// Who is told about what.
pub struct Notice<'a> {
    pub outbox: &'a Outbox,
    pub event: &'a EventRow,
    pub person: &'a Account,
    /// What the organiser says besides.
    pub message: Option<&'a str>,
}

impl Notice<'_> {
    /// The event does not take place. It names the refunds in `paid`; who paid nothing is told that the buyer gets the
    /// money back.
    pub fn cancelled(&self, email: &str, paid: &[Money]) -> Mail {
        let (name, town) = (&self.event.name, self.event.town.name());
        let sums: Vec<String> = paid.iter().map(Money::to_string).collect();
        let refund = match paid {
            [] => "Qui les a payés est remboursé.".to_owned(),
            _ => format!("Vous êtes remboursé de {}, par le moyen qui a servi à payer.", sums.join(" et ")),
        };
        let text = MailText::to(&self.person.username)
            .paragraph(format!("« {name} » à {town} est annulé : vos billets ne sont plus valables."));
        let text =
            self.with_message(text).paragraph(refund).button("Voir mes billets", self.outbox.link("/dash/tickets"));
        Mail::new(Some(self.person.id), email, format!("« {name} » est annulé"), text)
    }

    /// The event has another date.
    pub fn postponed(&self, email: &str) -> Mail {
        let EventRow { name, first_day, hour, refunds, .. } = self.event;
        let place = self.event.address_in_town();
        let text = MailText::to(&self.person.username).paragraph(format!(
            "« {name} » est reporté au {} à {hour}, {place}. Vos billets restent valables.",
            first_day.in_words()
        ));
        let text = self.with_message(text);
        let text = match refunds.postponed {
            Some(postponed) => text.paragraph(format!(
                "Si cette date ne vous convient pas, demandez votre remboursement jusqu'au {} dans « Mes billets ».",
                postponed.refund_until.in_words()
            )),
            None => text,
        };
        let text = text.button("Voir mes billets", self.outbox.link("/dash/tickets"));
        Mail::new(Some(self.person.id), email, format!("« {name} » est reporté"), text)
    }

    /// The event was edited, and takes place at another time or elsewhere: not as `was` says.
    pub fn moved(&self, email: &str, was: &str) -> Mail {
        let name = &self.event.name;
        let text = MailText::to(&self.person.username)
            .paragraph(format!("« {name} » change : il a lieu {}.", self.event.time_and_place()))
            .paragraph(format!("Avant, il était prévu {was}."))
            .paragraph("Si cela vous convient, gardez votre billet : il reste valable, vous n'avez rien à faire.");
        let text = match self.event.refunds.postponed {
            Some(granted) => text.paragraph(format!(
                "Sinon, demandez votre remboursement jusqu'au {} dans « Mes billets ».",
                granted.refund_until.in_words()
            )),
            None => text,
        };
        let text = text.button("Voir mes billets", self.outbox.link("/dash/tickets"));
        Mail::new(Some(self.person.id), email, format!("« {name} » change de date, d'heure ou de lieu"), text)
    }

    fn with_message(&self, text: MailText) -> MailText {
        match self.message {
            Some(message) => text.paragraph(format!("Message de l'organisateur : {message}")),
            None => text,
        }
    }
}
