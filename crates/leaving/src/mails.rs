//! The mail of this feature, word for word.

use accounts::Account;
use platform::mail::{Mail, MailText};

/// Belongs to no account, because the account's own mails are deleted with it.
pub fn closed(account: &Account, email: &str) -> Mail {
    let text = MailText::to(&account.username)
        .paragraph("Votre compte Tukio est supprimé, et vos données personnelles avec lui.")
        .paragraph("Merci d'avoir été des nôtres. Si ce n'était pas vous, contactez le support au plus vite.");
    Mail::new(None, email, "Votre compte est supprimé", text)
}
