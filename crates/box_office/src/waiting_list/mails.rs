//! The mail to who waited, word for word.

use accounts::Account;
use domain::Instant;

use crate::ticket_types::model::TypeSummary;
use events::EventRow;
use platform::mail::{Mail, MailText, Outbox};

/// Tells somebody that places are set aside for them.
pub fn offer(
    outbox: &Outbox,
    event: &EventRow,
    kind: &TypeSummary,
    (person, email): (&Account, &str),
    (places, until): (i64, Instant),
) -> Mail {
    let name = &event.name;
    let reserved = match places {
        1 => "Une place « {} » est réservée pour vous".replace("{}", &kind.label),
        _ => format!("{places} places « {} » sont réservées pour vous", kind.label),
    };
    let until = event.town.clock_words(until);
    let text = MailText::to(&person.username)
        .paragraph(format!("Vous attendiez des billets pour « {name} »."))
        .paragraph(format!("{reserved} jusqu'au {until}. Ensuite elles vont à la personne suivante."))
        .button("Acheter", outbox.link(&format!("/events/{}", event.id)));
    Mail::new(Some(person.id), email, format!("Des places pour « {name} »"), text)
}
