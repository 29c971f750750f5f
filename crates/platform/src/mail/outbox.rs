//! Where features put mails, and what they may ask about them.

use std::sync::Arc;

use database::{Connection, DbError};
use domain::{Instant, UserId};
use lettre::message::Mailbox;
use tokio::sync::Notify;

use crate::mail::{Mail, MailOutcomes, SentMail, store};
use crate::{Error, Settings};

/// A cheap handle.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    from: Mailbox,
    public_url: String,
    filled: Notify,
}

impl Outbox {
    pub fn new(settings: &Settings) -> Outbox {
        Outbox(Arc::new(Inner {
            from: settings.mail_from.clone(),
            public_url: settings.public_url.clone(),
            filled: Notify::new(),
        }))
    }

    /// Stores a mail in the transaction of its reason. Call [`Self::wake`] once that is committed.
    /// A mail that can't be composed never undoes its reason: tickets that were paid for are issued, mailed or not.
    pub fn put(&self, c: &mut Connection<'_>, mail: &Mail, now: Instant) -> Result<(), Error> {
        match mail.compose(&self.0.from, now) {
            Ok(content) => Ok(store::insert(c, mail, &content, now)?),
            Err(error) => {
                metrics::counter!("mails_unwritable_total").increment(1);
                tracing::error!(%error, subject = mail.subject, "mail could not be composed");
                Ok(())
            }
        }
    }

    /// A full address of the product, for a mail to link to. `path` begins with a slash.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.0.public_url)
    }

    /// Wakes the [`MailSender`](crate::MailSender); without it a mail waits for the sender's next round.
    pub fn wake(&self) {
        self.0.filled.notify_one();
    }

    pub(crate) async fn filled(&self) {
        self.0.filled.notified().await;
    }

    pub(crate) fn from(&self) -> &Mailbox {
        &self.0.from
    }
}

/// The mails that were sent to somebody or wait for it, the latest first.
pub fn mails_of(c: &mut Connection<'_>, user: UserId) -> Result<Vec<SentMail>, DbError> {
    store::list_of_user(c, user)
}

/// What became of the mails of one reason.
pub fn count_outcomes(c: &mut Connection<'_>, reason: &str) -> Result<MailOutcomes, DbError> {
    store::count_outcomes(c, reason)
}

/// Deletes somebody's mails, also those not sent yet.
pub fn delete_mails_of(c: &mut Connection<'_>, user: UserId) -> Result<(), DbError> {
    store::delete_of_user(c, user)
}
