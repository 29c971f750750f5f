//! The mails of organising, word for word.

use crate::model::EventRow;
use accounts::Account;
use platform::mail::{Mail, MailText, Outbox};

pub fn invitation(outbox: &Outbox, inviter: &Account, event: &EventRow, email: &str, token: &str) -> Mail {
    let letter = MailText::to_anybody()
        .paragraph(format!(
            "{} vous invite à organiser « {} » à {} sur Tukio.",
            inviter.username,
            event.name,
            event.town.name()
        ))
        .button("Accepter l'invitation", outbox.link(&format!("/invitations/{token}")))
        .paragraph("Le lien ne sert qu'une fois. Si vous ne connaissez pas cette personne, ignorez ce message.");
    Mail::new(None, email, format!("Organisez « {} » avec {}", event.name, inviter.username), letter)
}

pub fn added(outbox: &Outbox, inviter: &Account, event: &EventRow, member: &Account, email: &str) -> Mail {
    let letter = MailText::to(&member.username)
        .paragraph(format!(
            "{} organise « {} » avec vous : vous pouvez désormais modifier l'évènement et contrôler les billets.",
            inviter.username, event.name
        ))
        .button("Voir l'évènement", outbox.link(&format!("/dash/events/{}", event.id)));
    Mail::new(Some(member.id), email, format!("Vous organisez « {} »", event.name), letter)
}
