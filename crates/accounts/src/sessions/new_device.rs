//! The mail about a sign-in from a browser that an account does not know.

use database::Connection;
use domain::UserId;

use crate::sessions::NewSession;
use crate::{Accounts, store as accounts_store};
use platform::Error;
use platform::mail::{Mail, MailText};

impl Accounts {
    /// Mails the owner, if they have proved an address: one that was only typed may be a stranger's, whom it does not
    /// concern. For callers inside their own transaction, who wake the outbox once it is committed.
    pub(crate) fn tell_new_device(
        &self,
        c: &mut Connection<'_>,
        user: UserId,
        session: &NewSession,
    ) -> Result<(), Error> {
        let Some(account) = accounts_store::find_account(c, user)?.filter(|account| account.email_verified) else {
            return Ok(());
        };
        let Some(email) = &account.email else { return Ok(()) };
        if !self.device_mails.take(user, session.created) {
            return Ok(());
        }
        let outbox = &self.services.outbox;
        let text = MailText::to(&account.username)
            .paragraph(format!("Quelqu'un vient de se connecter à votre compte depuis un appareil que nous ne connaissions pas : {}.", session.device))
            .paragraph("C'était vous ? Vous n'avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe : tous les appareils seront déconnectés.")
            .button("Choisir un nouveau mot de passe", outbox.link("/forgotten-password"));
        let mail = Mail::new(Some(account.id), email, "Connexion depuis un nouvel appareil", text);
        outbox.put(c, &mail, session.created)
    }
}
