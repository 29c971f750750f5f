//! What accounts do for somebody who leaves: the part of their data that is kept here, and the end of the account.

use database::{Connection, DbError};
use domain::{Instant, UserId};
use platform::Error;
use platform::mail::{self, SentMail};
use serde_json::{Map, Value, json};

use crate::actions::require_password;
use crate::model::{Account, SESSION_OVER};
use crate::sessions::OpenSession;
use crate::{Accounts, profile, recovery, sessions, store};

const WRONG_PASSWORD: &str = "Le mot de passe est incorrect";

impl Accounts {
    /// Closes an account for good. `let_go` runs inside the same transaction, before anything of the account is removed:
    /// it removes what other features keep for the person, and its refusal leaves everything as it was.
    /// Answers what `let_go` did, and the keys of stored pictures that nothing shows any more.
    pub async fn close<T, F>(&self, user: UserId, password: &str, let_go: F) -> Result<(T, Vec<String>), Error>
    where
        T: Send + 'static,
        F: Fn(&mut Connection<'_>, &Account, Instant) -> Result<T, Error> + Send + 'static,
    {
        let wrong = || Error::field("password", WRONG_PASSWORD);
        let hash = self.hash_if_password(user, password).await?.ok_or_else(wrong)?;
        let now = self.services.now();
        self.services
            .db
            .write(move |c| {
                let account = store::account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                require_password(c, user, &hash, wrong)?;
                let left = let_go(c, &account, now)?;
                sessions::delete_all(c, user)?;
                sessions::forget_devices(c, user)?;
                recovery::delete_links(c, user)?;
                mail::delete_mails_of(c, user)?;
                let pictures = profile::forget(c, &account)?;
                store::close(c, user, now)?;
                Ok((left, pictures))
            })
            .await
    }
}

/// Everything that accounts hold about a person, by the name it has in their export, and the person. Nobody is there
/// once the account is closed.
pub fn export(
    c: &mut Connection<'_>,
    user: UserId,
    now: Instant,
) -> Result<Option<(Account, Map<String, Value>)>, DbError> {
    let Some(account) = store::account(c, user)? else { return Ok(None) };
    let sessions = sessions::open_sessions(c, user, now)?;
    let mails = mail::mails_of(c, user)?;
    let mut export = Map::new();
    export.insert("account".to_owned(), account_json(&account, store::created(c, user)?));
    export.insert("sessions".to_owned(), sessions.iter().map(session_json).collect());
    export.insert("mails".to_owned(), mails.iter().map(mail_json).collect());
    export.insert("provider".to_owned(), json!(profile::said_by(c, user)?));
    Ok(Some((account, export)))
}

fn account_json(account: &Account, created: Instant) -> Value {
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

fn session_json(session: &OpenSession) -> Value {
    json!({
        "device": session.device,
        "created_at": session.created.to_string(),
        "last_seen_at": session.last_seen.to_string(),
        "expires_at": session.expires.to_string(),
    })
}

fn mail_json(mail: &SentMail) -> Value {
    json!({
        "recipient": mail.recipient,
        "subject": mail.subject,
        "created_at": mail.created.to_string(),
        "sent_at": mail.sent.map(|at| at.to_string()),
    })
}
