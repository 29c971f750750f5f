//! The mail of this feature, word for word.

use accounts::Account;
use platform::mail::{Letter, Mail};

/// Belongs to nobody any more: it must outlive the account's mails.
pub fn closed(account: &Account, email: &str) -> Mail {
    let letter = Letter::to(&account.username)
        .says("Votre compte Tukio est supprimé, et vos données personnelles avec lui.")
        .says("Merci d'avoir été des nôtres. Si ce n'était pas vous, contactez le support au plus vite.");
    Mail::new(None, email, "Votre compte est supprimé", letter)
}
