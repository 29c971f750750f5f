//! One function for each operation of leaving.

use accounts::{Account, AccountExport};
use database::Connection;
use domain::{Instant, UserId};
use platform::Error;
use platform::mail::Outbox;
use serde_json::Value;

use crate::model::Consequences;
use crate::{Leaving, belongings, mails, model};

const GONE: Error = Error::Unauthorised(accounts::SESSION_OVER);

impl Leaving {
    /// The name of a file, and everything the product holds about a person to put into it.
    pub async fn export_account(&self, user: UserId) -> Result<(String, Value), Error> {
        let now = self.services.now();
        self.services
            .db
            .read(move |c| {
                let AccountExport { account, mut data } = accounts::export(c, user)?.ok_or(GONE)?;
                data.extend(belongings::export_all(c, user, now)?);
                Ok((model::file_name(&account.username), Value::Object(data)))
            })
            .await
    }

    pub async fn preview_account_deletion(&self, user: UserId) -> Result<Consequences, Error> {
        let now = self.services.now();
        self.services.db.read(move |c| Ok(belongings::find_consequences(c, user, now)?)).await
    }

    pub async fn delete_account(&self, user: UserId, password: &str) -> Result<(), Error> {
        let outbox = self.services.outbox.clone();
        let remove_rest = move |c: &mut Connection<'_>, account: &Account, now: Instant| {
            if let Some(obstacle) = belongings::find_consequences(c, user, now)?.obstacle {
                return Err(Error::Conflict(obstacle));
            }
            let cleanup = belongings::remove_all(c, user, now)?;
            put_closed_mail(c, &outbox, account, now)?;
            Ok(cleanup)
        };
        let (cleanup, account_pictures) = self.accounts.close(user, password, remove_rest).await?;
        for event in cleanup.events {
            self.services.freshness.event_changed(event);
        }
        self.services.freshness.person_changed();
        self.services.outbox.wake();
        self.services.storage.discard(&cleanup.pictures).await;
        self.services.storage.discard(&account_pictures).await;
        Ok(())
    }
}

fn put_closed_mail(c: &mut Connection<'_>, outbox: &Outbox, account: &Account, now: Instant) -> Result<(), Error> {
    match &account.email {
        Some(email) => outbox.put(c, &mails::closed(account, email), now),
        None => Ok(()),
    }
}
