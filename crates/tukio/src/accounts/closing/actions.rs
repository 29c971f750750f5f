//! One function per verb of leaving.

use domain::UserId;
use serde_json::{Map, Value, json};

use crate::accounts::actions::require_password;
use crate::accounts::closing::{Consequences, letters, model, store};
use crate::accounts::model::{Account, SESSION_OVER};
use crate::accounts::{Accounts, profile, recovery, sessions, store as accounts_store};
use crate::platform::mail::Outbox;
use crate::platform::{Error, mail};

const GONE: Error = Error::Unauthorised(SESSION_OVER);

impl Accounts {
    /// Everything we hold about a person, and the name of the file to put it into.
    pub async fn export_account(&self, user: UserId) -> Result<(String, Value), Error> {
        let now = self.clock.now();
        let belongings = self.belongings.clone();
        self.db
            .read(move |c| {
                let account = accounts_store::account(c, user)?.ok_or(GONE)?;
                let sessions = sessions::open_sessions(c, user, now)?;
                let mails = mail::mails_of(c, user)?;
                let mut export = Map::new();
                export.insert("account".to_owned(), model::account_json(&account, store::created(c, user)?));
                export.insert("sessions".to_owned(), sessions.iter().map(model::session_json).collect());
                export.insert("mails".to_owned(), mails.iter().map(model::mail_json).collect());
                export.insert("provider".to_owned(), json!(profile::said_by(c, user)?));
                export.extend(belongings.export(c, user)?);
                Ok((model::file_name(&account.username), Value::Object(export)))
            })
            .await
    }

    pub async fn consequences_of_closing(&self, user: UserId) -> Result<Consequences, Error> {
        let now = self.clock.now();
        let belongings = self.belongings.clone();
        self.db.read(move |c| Ok(belongings.consequences(c, user, now)?)).await
    }

    pub async fn close_account(&self, user: UserId, password: &str) -> Result<(), Error> {
        let wrong = || Error::field("password", model::WRONG_PASSWORD);
        let hash = self.hash_if_password(user, password).await?.ok_or_else(wrong)?;
        let now = self.clock.now();
        let belongings = self.belongings.clone();
        let outbox = self.outbox.clone();
        let left = self
            .db
            .write(move |c| {
                let account = accounts_store::account(c, user)?.ok_or(GONE)?;
                require_password(c, user, &hash, wrong)?;
                if let Some(obstacle) = belongings.consequences(c, user, now)?.obstacle {
                    return Err(Error::Conflict(obstacle));
                }
                let mut left = belongings.leave(c, user, now)?;
                sessions::delete_all(c, user)?;
                sessions::forget_devices(c, user)?;
                recovery::delete_links(c, user)?;
                mail::forget_mails(c, user)?;
                left.pictures.extend(profile::forget(c, &account)?);
                store::close(c, user, now)?;
                say_goodbye(c, &outbox, &account, now)?;
                Ok(left)
            })
            .await?;
        for event in left.events {
            self.freshness.event_changed(event);
        }
        self.freshness.person_changed();
        self.outbox.wake();
        self.storage.discard(&left.pictures).await;
        Ok(())
    }
}

fn say_goodbye(
    c: &mut database::Connection<'_>,
    outbox: &Outbox,
    account: &Account,
    now: domain::Instant,
) -> Result<(), Error> {
    match &account.email {
        Some(email) => outbox.put(c, &letters::closed(account, email), now),
        None => Ok(()),
    }
}
