//! The mails to guests, word for word.

use database::Connection;
use domain::{GuestId, Instant};

use crate::guests::store::{self, GuestRow};
use crate::tickets::model::{AttachmentSource, grouped_code};
use events::EventRow;
use platform::Error;
use platform::mail::{Mail, MailText, Outbox};

/// The mail with a guest's ticket.
pub fn invitation(outbox: &Outbox, event: &EventRow, label: &str, guest: &GuestRow, email: &str) -> Mail {
    let EventRow { name, first_day, hour, .. } = event;
    let place = event.address_in_town();
    let text = MailText::to(&guest.name)
        .paragraph(format!("Vous êtes invité à « {name} », le {} à {hour}, {place}.", first_day.in_words()))
        .paragraph(format!("« {label} », à présenter à l'entrée : {}.", grouped_code(&guest.code)))
        .paragraph("Votre billet est joint en PDF, avec un fichier pour votre calendrier. Il ne coûte rien.")
        .button("Voir mon billet", outbox.link(&format!("/receipts/{}", guest.receipt)));
    let what = AttachmentSource::TicketOfGuest { payment: guest.payment.clone() };
    Mail::new(None, email, format!("Votre invitation pour « {name} »"), text).with_attachments(what.to_string())
}

/// Queues mails to these guests of an event that is cancelled, postponed or moved, where their addresses are known.
/// `message` is the organiser's, and `was` tells when and where a moved event was to take place.
pub fn queue_notices(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    event: &EventRow,
    (guests, message, was): (&[GuestId], Option<&str>, Option<&str>),
    now: Instant,
) -> Result<(), Error> {
    let (name, town) = (&event.name, event.town.name());
    let (state, sentence) = if event.cancelled {
        ("est annulé", format!("« {name} » à {town} est annulé : votre invitation n'est plus valable."))
    } else if let Some(was) = was {
        let sentence = format!(
            "« {name} » change : il a lieu {}, et non {was}. Votre invitation reste valable.",
            event.time_and_place()
        );
        ("change de date, d'heure ou de lieu", sentence)
    } else {
        let (day, hour) = (event.first_day.in_words(), event.hour);
        ("est reporté", format!("« {name} » à {town} est reporté au {day} à {hour}. Votre invitation reste valable."))
    };
    for (guest, email) in store::emails_of_guests(c, guests)? {
        let mut text = MailText::to(&guest).paragraph(sentence.clone());
        if let Some(message) = message {
            text = text.paragraph(format!("Message de l'organisateur : {message}"));
        }
        outbox.put(c, &Mail::new(None, email, format!("« {name} » {state}"), text), now)?;
    }
    Ok(())
}
