//! One function per verb of leaving.

use accounts::Account;
use database::Connection;
use domain::{Instant, UserId};
use platform::Error;
use platform::mail::Outbox;
use serde_json::Value;

use crate::model::Consequences;
use crate::{Leaving, belongings, mails, model};

const GONE: Error = Error::Unauthorised(accounts::SESSION_OVER);

impl Leaving {
    /// Everything we hold about a person, and the name of the file to put it into.
    pub async fn export_account(&self, user: UserId) -> Result<(String, Value), Error> {
        let now = self.services.now();
        self.services
            .db
            .read(move |c| {
                let (account, mut export) = accounts::export(c, user, now)?.ok_or(GONE)?;
                export.extend(belongings::export(c, user)?);
                Ok((model::file_name(&account.username), Value::Object(export)))
            })
            .await
    }

    pub async fn preview_account_deletion(&self, user: UserId) -> Result<Consequences, Error> {
        let now = self.services.now();
        self.services.db.read(move |c| Ok(belongings::consequences(c, user, now)?)).await
    }

    pub async fn delete_account(&self, user: UserId, password: &str) -> Result<(), Error> {
        let outbox = self.services.outbox.clone();
        let let_go = move |c: &mut Connection<'_>, account: &Account, now: Instant| {
            if let Some(obstacle) = belongings::consequences(c, user, now)?.obstacle {
                return Err(Error::Conflict(obstacle));
            }
            let left = belongings::leave(c, user, now)?;
            say_goodbye(c, &outbox, account, now)?;
            Ok(left)
        };
        let (left, portraits) = self.accounts.close(user, password, let_go).await?;
        for event in left.events {
            self.services.freshness.event_changed(event);
        }
        self.services.freshness.person_changed();
        self.services.outbox.wake();
        self.services.storage.discard(&left.pictures).await;
        self.services.storage.discard(&portraits).await;
        Ok(())
    }
}

fn say_goodbye(c: &mut Connection<'_>, outbox: &Outbox, account: &Account, now: Instant) -> Result<(), Error> {
    match &account.email {
        Some(email) => outbox.put(c, &mails::closed(account, email), now),
        None => Ok(()),
    }
}
