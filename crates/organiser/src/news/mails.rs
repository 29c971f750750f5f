//! The news mail, word for word.

use std::collections::HashMap;

use accounts::Account;
use domain::UserId;
use events::EventRow;

use platform::mail::{Mail, MailText, Outbox};

/// Events that are shown one by one; of more, the lists tell.
const MOST_SHOWN: usize = 10;

pub fn news(
    outbox: &Outbox,
    reader: &Account,
    email: &str,
    events: &[EventRow],
    owners: &HashMap<UserId, Account>,
    token: &str,
) -> Mail {
    let mut text = MailText::to(&reader.username).paragraph("Voici du nouveau chez les organisateurs que vous suivez.");
    for event in events.iter().take(MOST_SHOWN) {
        let EventRow { id, name, first_day, hour, .. } = event;
        let owner = owners.get(&event.owner).map(|owner| owner.username.as_str()).unwrap_or_default();
        let place = event.address_in_town();
        text = text
            .paragraph(format!("{owner} : « {name} », le {} à {hour}, {place}.", first_day.in_words()))
            .button(format!("Voir « {name} »"), outbox.link(&format!("/events/{id}")));
    }
    if events.len() > MOST_SHOWN {
        text = text.button("Voir tous les évènements", outbox.link("/events"));
    }
    let way_out = outbox.link(&format!("/api/unsubscribe/{token}/"));
    let text = text
        .paragraph("Un message par semaine au plus. Vous pouvez l'arrêter ici ou dans vos paramètres.")
        .button("Ne plus recevoir ces nouvelles", &way_out);
    let subject = match events {
        [only] => format!("Nouveau : « {} »", only.name),
        several => format!("{} nouveaux évènements", several.len()),
    };
    Mail::new(Some(reader.id), email, subject, text).with_unsubscribe_url(way_out)
}
