//! The texts of mails to collaborators.

use crate::model::EventRow;
use accounts::Account;
use platform::mail::{Mail, MailText, Outbox};

/// Invites an address that no account has verified. The token in its link is stored as a hash only.
pub fn invitation_mail(outbox: &Outbox, inviter: &Account, event: &EventRow, email: &str, token: &str) -> Mail {
    let text = MailText::to_anybody()
        .paragraph(format!(
            "{} vous invite à organiser « {} » à {} sur Tukio.",
            inviter.username,
            event.name,
            event.town.name()
        ))
        .button("Accepter l'invitation", outbox.link(&format!("/invitations/{token}")))
        .paragraph("Le lien ne sert qu'une fois. Si vous ne connaissez pas cette personne, ignorez ce message.");
    Mail::new(None, email, format!("Organisez « {} » avec {}", event.name, inviter.username), text)
}

/// Tells somebody who has an account that they organise the event now.
pub fn added_mail(outbox: &Outbox, inviter: &Account, event: &EventRow, member: &Account, email: &str) -> Mail {
    let text = MailText::to(&member.username)
        .paragraph(format!(
            "{} organise « {} » avec vous : vous pouvez désormais modifier l'évènement et contrôler les billets.",
            inviter.username, event.name
        ))
        .button("Voir l'évènement", outbox.link(&format!("/dash/events/{}", event.id)));
    Mail::new(Some(member.id), email, format!("Vous organisez « {} »", event.name), text)
}
