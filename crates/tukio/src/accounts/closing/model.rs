//! Texts and shapes of leaving, pure.

use domain::{Instant, slug};
use serde_json::{Value, json};

use crate::accounts::closing::Consequences;
use crate::accounts::model::Account;
use crate::accounts::sessions::OpenSession;
use crate::platform::mail::SentMail;

/// What stands in the place of a name once its owner has left.
pub const CLOSED_NAME: &str = "Compte supprimé";

pub const WRONG_PASSWORD: &str = "Le mot de passe est incorrect";

/// What is told before: what happens in any case, then what else does.
pub fn told(consequences: Consequences) -> Vec<String> {
    let always = "Votre profil, vos abonnements et vos abonnés disparaissent, et vous êtes déconnecté partout.";
    let last = "Votre nom d'utilisateur et votre numéro redeviennent libres. La suppression est définitive.";
    let mut told = vec![always.to_owned()];
    told.extend(consequences.said);
    told.push(last.to_owned());
    told.extend(consequences.obstacle);
    told
}

pub fn file_name(username: &str) -> String {
    let name = slug(username);
    format!("tukio-{}.json", if name.is_empty() { "compte" } else { &name })
}

pub fn account_json(account: &Account, created: Instant) -> Value {
    json!({
        "id": account.id,
        "username": account.username,
        "phone": account.phone,
        "email": account.email,
        "email_verified": account.email_verified,
        "activity": account.activity,
        "picture": account.picture,
        "created_at": created.to_string(),
    })
}

pub fn session_json(session: &OpenSession) -> Value {
    json!({
        "device": session.device,
        "created_at": session.created.to_string(),
        "last_seen_at": session.last_seen.to_string(),
        "expires_at": session.expires.to_string(),
    })
}

pub fn mail_json(mail: &SentMail) -> Value {
    json!({
        "recipient": mail.recipient,
        "subject": mail.subject,
        "created_at": mail.created.to_string(),
        "sent_at": mail.sent.map(|at| at.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_owner() {
        assert_eq!(file_name("Élie Tshibangu"), "tukio-elie-tshibangu.json");
        assert_eq!(file_name("../\"…\""), "tukio-compte.json");
    }
}
