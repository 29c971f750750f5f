//! Closing an account, and the part of an export that accounts know.

use database::{Connection, DbError};
use domain::{Instant, UserId};
use platform::Error;
use platform::mail::{self, SentMail};
use platform::texts::{SentText, delete_texts_of, texts_of};
use serde_json::{Map, Value, json};

use crate::model::{Account, SESSION_OVER};
use crate::owner_proof::wrong_password;
use crate::passwords::require_password;
use crate::sessions::OpenSession;
use crate::{Accounts, phone_proof, profile, recovery, second_factor, sessions, store, wrong_tries};

impl Accounts {
    /// Closes an account for good. `remove_rest` runs inside the same transaction, before anything of the account is
    /// removed: it removes what other features keep for the person, and its error leaves everything as it was.
    /// Answers what `remove_rest` returned, and the keys of stored pictures, which the caller discards.
    pub async fn close<T, F>(&self, user: UserId, password: &str, remove_rest: F) -> Result<(T, Vec<String>), Error>
    where
        T: Send + 'static,
        F: Fn(&mut Connection<'_>, &Account, Instant) -> Result<T, Error> + Send + 'static,
    {
        let hash = self.verify_own_password(user, password).await?.ok_or_else(wrong_password)?;
        let now = self.services.now();
        self.services
            .db
            .write(move |c| {
                let account = store::find_account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))?;
                require_password(c, user, &hash, wrong_password)?;
                let removed = remove_rest(c, &account, now)?;
                sessions::delete_sessions(c, user)?;
                sessions::forget_devices(c, user)?;
                recovery::delete_links(c, user)?;
                mail::delete_mails_of(c, user)?;
                phone_proof::delete_codes(c, user)?;
                second_factor::delete_second_factor(c, user)?;
                wrong_tries::store::delete_of(c, user)?;
                delete_texts_of(c, user)?;
                let pictures = profile::delete_profile(c, &account)?;
                store::close_account(c, user, now)?;
                Ok((removed, pictures))
            })
            .await
    }
}

/// What accounts hold about a person.
pub struct AccountExport {
    pub account: Account,
    /// Everything, by the name it has in the person's export.
    pub data: Map<String, Value>,
}

/// Everything that accounts hold about a person; `None` once the account is closed.
pub fn export(c: &mut Connection<'_>, user: UserId) -> Result<Option<AccountExport>, DbError> {
    let Some(account) = store::find_account(c, user)? else { return Ok(None) };
    let sessions = sessions::list_all(c, user)?;
    let devices = sessions::list_devices(c, user)?;
    let mails = mail::mails_of(c, user)?;
    let texts = texts_of(c, user)?;
    let mut data = Map::new();
    data.insert("account".to_owned(), account_json(&account, store::find_created(c, user)?));
    data.insert("sessions".to_owned(), sessions.iter().map(session_json).collect());
    let devices = devices.iter().map(|used| json!({ "last_used_at": used.to_string() }));
    data.insert("known_devices".to_owned(), devices.collect());
    data.insert("mails".to_owned(), mails.iter().map(mail_json).collect());
    data.insert("texts".to_owned(), texts.iter().map(text_json).collect());
    data.insert("second_factor".to_owned(), json!(second_factor::has_second_factor(c, user)?));
    data.insert("news".to_owned(), json!(store::wants_news(c, user)?));
    data.insert("provider".to_owned(), json!(profile::load_provider(c, user)?));
    Ok(Some(AccountExport { account, data }))
}

fn account_json(account: &Account, created: Instant) -> Value {
    json!({
        "id": account.id,
        "username": account.username,
        "phone": account.phone,
        "phone_verified": account.phone_verified,
        "email": account.email,
        "email_verified": account.email_verified,
        "activity": account.activity,
        "picture": account.picture,
        "created_at": created.to_string(),
    })
}

fn session_json((session, revoked): &(OpenSession, Option<Instant>)) -> Value {
    json!({
        "device": session.device,
        "created_at": session.created.to_string(),
        "last_seen_at": session.last_seen.to_string(),
        "expires_at": session.expires.to_string(),
        "ended_at": revoked.map(|at| at.to_string()),
    })
}

fn text_json(text: &SentText) -> Value {
    json!({
        "recipient": text.recipient,
        "channel": text.channel.as_str(),
        "created_at": text.created.to_string(),
        "sent_at": text.sent.map(|at| at.to_string()),
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
