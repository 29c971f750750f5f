//! The texts of mails to collaborators.

use crate::model::EventRow;
use crate::team::roles::Role;
use accounts::Account;
use platform::mail::{Mail, MailText, Outbox};

/// Invites an address, whether or not somebody has an account with it. The token in its link is stored as a hash only.
pub fn invitation_mail(
    outbox: &Outbox,
    inviter: &Account,
    event: &EventRow,
    (email, role): (&str, Role),
    token: &str,
) -> Mail {
    let (task, subject) = match role {
        Role::Door => ("contrôler les billets de", "Contrôlez les billets de"),
        _ => ("organiser", "Organisez"),
    };
    let (name, inviter, town) = (&event.name, &inviter.username, event.town.name());
    let text = MailText::to_anybody()
        .paragraph(format!("{inviter} vous invite à {task} « {name} » à {town} sur Tukio."))
        .button("Accepter l'invitation", outbox.link(&format!("/invitations/{token}")))
        .paragraph(
            "Le lien ne sert qu'une fois, pendant quatorze jours, et seulement avec un compte qui a confirmé cette \
             adresse. Si vous ne connaissez pas cette personne, ignorez ce message.",
        );
    Mail::new(None, email, format!("{subject} « {name} » avec {inviter}"), text)
}

/// Tells somebody whom the owner has picked that they organise the event now.
pub fn added_mail(
    outbox: &Outbox,
    inviter: &Account,
    event: &EventRow,
    (member, role): (&Account, Role),
    email: &str,
) -> Mail {
    let (name, inviter, page) = (&event.name, &inviter.username, format!("/dash/events/{}", event.id));
    let text = MailText::to(&member.username);
    let (text, subject) = match role {
        Role::Door => (
            text.paragraph(format!(
                "{inviter} vous confie l'entrée de « {name} » : vous pouvez y contrôler les billets."
            ))
            .button("Ouvrir le contrôle", outbox.link(&format!("{page}/scan"))),
            format!("Vous contrôlez les billets de « {name} »"),
        ),
        _ => (
            text.paragraph(format!(
                "{inviter} organise « {name} » avec vous : vous pouvez désormais modifier l'évènement et contrôler les \
                 billets."
            ))
            .button("Voir l'évènement", outbox.link(&page)),
            format!("Vous organisez « {name} »"),
        ),
    };
    Mail::new(Some(member.id), email, subject, text)
}
