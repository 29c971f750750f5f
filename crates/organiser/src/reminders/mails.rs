//! The reminder, word for word.

use box_office::AttachmentSource;
use events::EventRow;
use url::form_urlencoded;

use crate::recipients::{Recipient, RecipientKind};
use platform::mail::{Mail, MailText, Outbox};

pub fn reminder(outbox: &Outbox, event: &EventRow, recipient: &Recipient) -> Mail {
    let EventRow { name, first_day, hour, .. } = event;
    let place = event.address_in_town();
    let text = MailText::to(&recipient.name)
        .paragraph(format!("C'est demain : « {name} », le {} à {hour}, {place}.", first_day.in_words()));
    let (text, tickets) = match &recipient.kind {
        RecipientKind::Person(_) => (
            text.paragraph("Vos billets sont joints en PDF, avec un fichier pour votre calendrier.")
                .button("Voir mes billets", outbox.link("/dash/tickets")),
            AttachmentSource::TicketsForEvent { event: event.id },
        ),
        RecipientKind::Guest { payment, receipt } => (
            text.paragraph("Votre billet est joint en PDF, avec un fichier pour votre calendrier.")
                .button("Voir mon billet", outbox.link(&format!("/receipts/{receipt}"))),
            AttachmentSource::TicketOfGuest { payment: payment.clone() },
        ),
    };
    let text = text.button("Voir l'itinéraire", directions(event));
    Mail::new(recipient.user(), &recipient.email, format!("Demain : « {name} »"), text)
        .with_attachments(tickets.to_string())
}

/// Where a map shows the way to an event: to its own place, or to its address.
fn directions(event: &EventRow) -> String {
    let to = event.place.map_or_else(|| event.address_in_town(), |place| place.to_string());
    let to: String = form_urlencoded::byte_serialize(to.as_bytes()).collect();
    format!("https://www.google.com/maps/dir/?api=1&destination={to}")
}
