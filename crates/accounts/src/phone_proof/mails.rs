//! The mails of this feature, word for word.

use crate::model::Account;
use platform::mail::{Mail, MailText, Outbox};

/// `account` is as it was before, with its number.
pub fn number_taken_back(outbox: &Outbox, account: &Account, email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph(format!("Quelqu'un a prouvé, par un code reçu au {}, que ce numéro de téléphone est le sien. Il n'était pas vérifié sur votre compte et n'y figure plus.", account.phone))
        .paragraph("Tout le reste est inchangé : vos billets, vos évènements et votre mot de passe. Connectez-vous par votre nom d'utilisateur, puis ajoutez et vérifiez votre numéro.")
        .button("Ouvrir mes paramètres", outbox.link("/dash/settings"));
    Mail::new(Some(account.id), email, "Votre numéro de téléphone n'est plus sur votre compte", text)
}
