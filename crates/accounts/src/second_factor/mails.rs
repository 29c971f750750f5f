//! The mails of this feature, word for word.

use crate::model::Account;
use platform::mail::{Mail, MailText, Outbox};

pub fn turned_on(outbox: &Outbox, account: &Account, email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph("La double authentification vient d'être activée sur votre compte : un code de votre application sera demandé après le mot de passe.")
        .paragraph("Gardez vos codes de secours à l'abri : sans eux ni votre téléphone, vous ne pourrez plus vous connecter.")
        .paragraph("Ce n'était pas vous ? Changez tout de suite votre mot de passe et écrivez-nous.")
        .button("Contacter le support", outbox.link("/contact"));
    Mail::new(Some(account.id), email, "Double authentification activée", text)
}

pub fn turned_off(outbox: &Outbox, account: &Account, email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph("La double authentification vient d'être désactivée sur votre compte : le mot de passe suffit de nouveau pour se connecter.")
        .paragraph("Ce n'était pas vous ? Changez tout de suite votre mot de passe, puis activez-la de nouveau.")
        .button("Ouvrir mes paramètres", outbox.link("/dash/settings"));
    Mail::new(Some(account.id), email, "Double authentification désactivée", text)
}

pub fn codes_renewed(outbox: &Outbox, account: &Account, email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph(
            "De nouveaux codes de secours viennent d'être créés pour votre compte : les anciens n'ouvrent plus rien.",
        )
        .paragraph("Ce n'était pas vous ? Changez tout de suite votre mot de passe, puis créez de nouveaux codes.")
        .button("Ouvrir mes paramètres", outbox.link("/dash/settings"));
    Mail::new(Some(account.id), email, "Nouveaux codes de secours", text)
}
