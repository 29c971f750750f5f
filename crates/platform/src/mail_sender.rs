//! Sends what is in the outbox: leases due mails, so that several processes can share one database, and retries what
//! fails with exponential back-off.

use std::sync::Arc;
use std::time::Duration;

use database::Database;
use domain::{Clock, Instant};
use tokio::task::JoinSet;

use crate::mail::store::ClaimedMail;
use crate::mail::transport::SendError;
use crate::mail::{AttachmentMaker, Outbox, Transport, attachments, store};
use crate::{Error, Services};

/// Mails sent at once.
const MOST_AT_ONCE: i64 = 8;

/// After this another sender may take over a mail: longer than any sending lasts.
const LEASE: Duration = Duration::from_secs(5 * 60);

/// After this a mail that no server accepts is given up.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(24 * 3600);

/// How long the fact that a mail was sent is stored.
const STORED_FOR: Duration = Duration::from_secs(90 * 24 * 3600);

/// The longest pause between two rounds: another process may have died with mails that it had leased.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A cheap handle.
#[derive(Clone)]
pub struct MailSender(Arc<Inner>);

struct Inner {
    db: Database,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
    attachment_maker: Arc<dyn AttachmentMaker>,
    transport: Transport,
}

impl MailSender {
    pub fn new(services: &Services, attachment_maker: Arc<dyn AttachmentMaker>) -> MailSender {
        let (db, clock) = (services.db.clone(), services.clock.clone());
        let (outbox, transport) = (services.outbox.clone(), Transport::new(&services.settings));
        MailSender(Arc::new(Inner { db, clock, outbox, attachment_maker, transport }))
    }

    /// Sends mails until `stop` resolves. Those being sent at that moment are finished first.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let pause = self.run_round().await;
            tokio::select! {
                () = self.0.outbox.filled() => {}
                () = tokio::time::sleep(pause) => {}
                () = &mut stop => break,
            }
        }
    }

    /// Sends what is due and answers how long to pause.
    async fn run_round(&self) -> Duration {
        let next = match self.send_due().await {
            Ok(()) => self.next_attempt().await,
            Err(error) => Err(error),
        };
        match next {
            Ok(Some(next)) => LONGEST_PAUSE.min(next.since(self.0.clock.now())),
            Ok(None) => LONGEST_PAUSE,
            Err(error) => {
                tracing::warn!(%error, "outbox could not be read");
                LONGEST_PAUSE
            }
        }
    }

    /// Tries every mail that is due, once.
    pub async fn send_due(&self) -> Result<(), Error> {
        loop {
            let now = self.0.clock.now();
            let claim = move |c: &mut database::Connection<'_>| store::claim(c, now, now + LEASE, MOST_AT_ONCE);
            let claimed = match self.next_attempt().await? {
                Some(due) if due <= now => self.0.db.write(claim).await?,
                _ => break,
            };
            let mut sending = JoinSet::new();
            for mail in claimed {
                let sender = self.clone();
                sending.spawn(async move { sender.send(mail).await });
            }
            for outcome in sending.join_all().await {
                outcome?;
            }
        }
        let oldest = self.0.clock.now() - STORED_FOR;
        self.0.db.write(move |c| store::delete_done_before(c, oldest)).await?;
        Ok(())
    }

    async fn next_attempt(&self) -> Result<Option<Instant>, Error> {
        Ok(self.0.db.read(store::next_attempt).await?)
    }

    async fn send(&self, mail: ClaimedMail) -> Result<(), Error> {
        let (id, created, attempts) = (mail.id, mail.created, mail.attempts);
        let outcome = match self.attach_files(mail).await {
            Ok(mail) => self.0.transport.send(&mail, self.0.outbox.from()).await,
            Err(busy) => Err(SendError::Later(format!("attachments can't be made now: {busy}"))),
        };
        let now = self.0.clock.now();
        match outcome {
            Ok(()) => {
                metrics::counter!("mails_sent_total").increment(1);
                self.0.db.write(move |c| store::mark_sent(c, id, now)).await?;
            }
            Err(SendError::Later(reason)) if now < created + GIVEN_UP_AFTER => {
                metrics::counter!("mail_attempts_failed_total").increment(1);
                tracing::warn!(mail = id, attempts, reason, "mail could not be sent, will retry");
                let next = now + pause_after(attempts);
                self.0.db.write(move |c| store::postpone(c, id, next)).await?;
            }
            Err(SendError::Later(reason) | SendError::Refused(reason)) => {
                metrics::counter!("mails_given_up_total").increment(1);
                tracing::error!(mail = id, attempts, reason, "mail given up");
                self.0.db.write(move |c| store::mark_failed(c, id, now)).await?;
            }
        }
        Ok(())
    }

    /// A mail without its files is better than none, so one whose files can't be made is sent without them. It waits,
    /// until it would be given up, for files that only can't be made now.
    async fn attach_files(&self, mail: ClaimedMail) -> Result<ClaimedMail, Error> {
        let Some(source) = &mail.attachments else { return Ok(mail) };
        let may_wait = self.0.clock.now() < mail.created + GIVEN_UP_AFTER;
        let made = self.0.attachment_maker.make_attachments(mail.user, source).await;
        match made.and_then(|files| attachments::attach_files(&mail.content, &files)) {
            Ok(content) => Ok(ClaimedMail { content, ..mail }),
            Err(error) if error.is_passing() && may_wait => Err(error),
            Err(error) => {
                tracing::error!(mail = mail.id, source, %error, "mail sent without its attachments");
                Ok(mail)
            }
        }
    }
}

/// The pause after so many attempts: half a minute, then twice as long each time, an hour at most.
fn pause_after(attempts: i64) -> Duration {
    let doublings = (attempts - 1).clamp(0, 7);
    Duration::from_secs((30 << doublings).min(3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour() {
        let seconds = [30, 60, 120, 1920, 3600, 3600, 3600];
        assert_eq!([1, 2, 3, 7, 8, 9, 500].map(pause_after), seconds.map(Duration::from_secs));
    }
}
