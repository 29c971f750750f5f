//! Empties the outbox. Several postmen may share one database: a mail is leased while it is carried.

use std::sync::Arc;
use std::time::Duration;

use database::Database;
use domain::{Clock, Instant};
use tokio::task::JoinSet;

use crate::mail::store::Claimed;
use crate::mail::transport::SendError;
use crate::mail::{Enclosures, Outbox, Transport, enclosures, store};
use crate::{Error, Services};

/// Mails carried at once.
const HANDS: i64 = 8;

/// Seconds after which another postman may take over a mail: longer than any sending lasts.
const LEASE: i64 = 5 * 60;

/// Seconds after which a mail that nobody takes is given up.
const GIVEN_UP_AFTER: i64 = 24 * 3600;

/// Seconds for which the fact that a mail was sent is remembered.
const REMEMBERED: i64 = 90 * 24 * 3600;

/// Looks round at least this often: another process may have died with mails in its hands.
const ROUND: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub struct Postman(Arc<Inner>);

struct Inner {
    db: Database,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
    enclosures: Arc<dyn Enclosures>,
    transport: Transport,
}

impl Postman {
    pub fn new(services: &Services, enclosures: Arc<dyn Enclosures>) -> Postman {
        let (db, clock) = (services.db.clone(), services.clock.clone());
        let (outbox, transport) = (services.outbox.clone(), Transport::new(&services.settings));
        Postman(Arc::new(Inner { db, clock, outbox, enclosures, transport }))
    }

    /// Works until `stop` resolves. A mail in hand is delivered first.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let pause = self.round().await;
            tokio::select! {
                () = self.0.outbox.filled() => {}
                () = tokio::time::sleep(pause) => {}
                () = &mut stop => break,
            }
        }
    }

    /// Delivers what is due and answers how long there is nothing to do.
    async fn round(&self) -> Duration {
        let next = match self.deliver_due().await {
            Ok(()) => self.next_attempt().await,
            Err(error) => Err(error),
        };
        match next {
            Ok(Some(next)) => {
                let millis = (next.millis() - self.0.clock.now().millis()).max(0);
                ROUND.min(Duration::from_millis(millis.unsigned_abs()))
            }
            Ok(None) => ROUND,
            Err(error) => {
                tracing::warn!(%error, "the outbox can't be read");
                ROUND
            }
        }
    }

    /// Tries every mail whose time has come, once.
    pub async fn deliver_due(&self) -> Result<(), Error> {
        loop {
            let now = self.0.clock.now();
            let claim = move |c: &mut database::Connection<'_>| store::claim(c, now, now.plus_seconds(LEASE), HANDS);
            let claimed = match self.next_attempt().await? {
                Some(due) if due <= now => self.0.db.write(claim).await?,
                _ => break,
            };
            let mut carried = JoinSet::new();
            for mail in claimed {
                let postman = self.clone();
                carried.spawn(async move { postman.carry(mail).await });
            }
            for outcome in carried.join_all().await {
                outcome?;
            }
        }
        let forgotten = self.0.clock.now().plus_seconds(-REMEMBERED);
        self.0.db.write(move |c| store::delete_done_before(c, forgotten)).await?;
        Ok(())
    }

    async fn next_attempt(&self) -> Result<Option<Instant>, Error> {
        Ok(self.0.db.read(store::next_attempt).await?)
    }

    async fn carry(&self, mail: Claimed) -> Result<(), Error> {
        let (id, created, attempts) = (mail.id, mail.created, mail.attempts);
        let outcome = match self.with_files(mail).await {
            Ok(mail) => self.0.transport.send(&mail, self.0.outbox.from()).await,
            Err(busy) => Err(SendError::Later(format!("its files can't be made now: {busy}"))),
        };
        let now = self.0.clock.now();
        match outcome {
            Ok(()) => {
                metrics::counter!("mails_sent_total").increment(1);
                self.0.db.write(move |c| store::sent(c, id, now)).await?;
            }
            Err(SendError::Later(reason)) if now < created.plus_seconds(GIVEN_UP_AFTER) => {
                metrics::counter!("mail_attempts_failed_total").increment(1);
                tracing::warn!(mail = id, attempts, reason, "a mail could not be sent yet");
                let next = now.plus_seconds(pause_after(attempts));
                self.0.db.write(move |c| store::postpone(c, id, next)).await?;
            }
            Err(SendError::Later(reason) | SendError::Refused(reason)) => {
                metrics::counter!("mails_given_up_total").increment(1);
                tracing::error!(mail = id, attempts, reason, "a mail was given up");
                self.0.db.write(move |c| store::given_up(c, id, now)).await?;
            }
        }
        Ok(())
    }

    /// A letter without its files is better than none; but for files that can only not be made now it waits, as long as
    /// it may.
    async fn with_files(&self, mail: Claimed) -> Result<Claimed, Error> {
        let Some(what) = &mail.enclosed else { return Ok(mail) };
        let may_wait = self.0.clock.now() < mail.created.plus_seconds(GIVEN_UP_AFTER);
        let made = self.0.enclosures.make(mail.user, what).await;
        match made.and_then(|files| enclosures::enclose(&mail.content, &files)) {
            Ok(content) => Ok(Claimed { content, ..mail }),
            Err(error) if error.is_passing() && may_wait => Err(error),
            Err(error) => {
                tracing::error!(mail = mail.id, what, %error, "a mail leaves without its files");
                Ok(mail)
            }
        }
    }
}

/// Seconds to wait after so many attempts: half a minute, then twice as long each time, an hour at most.
fn pause_after(attempts: i64) -> i64 {
    let doublings = (attempts - 1).clamp(0, 7);
    (30 << doublings).min(3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour() {
        assert_eq!([1, 2, 3, 7, 8, 9, 500].map(pause_after), [30, 60, 120, 1920, 3600, 3600, 3600]);
    }
}
