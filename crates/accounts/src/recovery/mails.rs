//! The mails of this feature, word for word.

use crate::model::Account;
use platform::mail::{Mail, MailText, Outbox};

pub fn reset(outbox: &Outbox, account: &Account, email: &str, token: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph(format!("Vous avez demandé à choisir un nouveau mot de passe pour le compte « {} ». Le lien ci-dessous est valable une heure et ne sert qu'une fois.", account.username))
        .button("Choisir un nouveau mot de passe", outbox.link(&format!("/reset-password?token={token}")))
        .paragraph("Si vous n'avez rien demandé, ou si ce compte n'est pas le vôtre, ignorez ce message : le mot de passe reste le même.");
    Mail::new(Some(account.id), email, "Choisissez un nouveau mot de passe", text)
}

pub fn verify(outbox: &Outbox, account: &Account, email: &str, token: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph("Merci d'avoir ajouté votre adresse e-mail. Confirmez qu'elle est bien à vous ; le lien est valable deux jours.")
        .button("Confirmer mon adresse", outbox.link(&format!("/verify-email?token={token}")))
        .paragraph("Si vous ne connaissez pas Tukio, ignorez ce message : quelqu'un s'est sans doute trompé d'adresse.");
    Mail::new(Some(account.id), email, "Confirmez votre adresse e-mail", text)
}

/// Goes to the old address, because its reader must hear of it if somebody else has entered the account.
pub fn address_changed(outbox: &Outbox, account: &Account, old_email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph("L'adresse e-mail de votre compte vient d'être changée ou retirée : vos messages n'arriveront plus ici.")
        .paragraph("Ce n'était pas vous ? Connectez-vous, changez tout de suite votre mot de passe et remettez votre adresse. Si vous ne pouvez plus entrer, écrivez-nous.")
        .button("Contacter le support", outbox.link("/contact"));
    Mail::new(Some(account.id), old_email, "Votre adresse e-mail a été changée", text)
}

/// Goes to the address that the account had when its number was replaced.
pub fn phone_changed(outbox: &Outbox, account: &Account, email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph("Le numéro de téléphone de votre compte vient d'être changé.")
        .paragraph("Ce n'était pas vous ? Connectez-vous, changez tout de suite votre mot de passe et remettez votre numéro. Si vous ne pouvez plus entrer, écrivez-nous.")
        .button("Contacter le support", outbox.link("/contact"));
    Mail::new(Some(account.id), email, "Votre numéro de téléphone a été changé", text)
}

pub fn password_changed(outbox: &Outbox, account: &Account, email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph("Le mot de passe de votre compte vient d'être changé. Vos autres appareils ont été déconnectés.")
        .paragraph("Ce n'était pas vous ? Choisissez tout de suite un autre mot de passe.")
        .button("Reprendre mon compte", outbox.link("/forgotten-password"));
    Mail::new(Some(account.id), email, "Votre mot de passe a été changé", text)
}
