//! Hands messages in the outbox to a gateway: leases due ones, so that several processes can share one database, and tries
//! again what fails for as long as its code is worth something.

use std::sync::Arc;
use std::time::Duration;

use database::Database;
use domain::{Clock, Instant};
use tokio::task::JoinSet;

use crate::texts::store::{self, ClaimedText};
use crate::texts::{GatewayError, TextOutbox};
use crate::{Error, Services};

/// Messages sent at once.
const MOST_AT_ONCE: i64 = 8;

/// After this another sender may take over a message: longer than any call lasts.
const LEASE: Duration = Duration::from_secs(60);

/// How long the fact that a message was sent is stored.
const STORED_FOR: Duration = Duration::from_secs(90 * 24 * 3600);

/// The longest pause between two rounds: another process may have died with messages that it had leased.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A cheap handle.
#[derive(Clone)]
pub struct TextSender(Arc<Inner>);

struct Inner {
    db: Database,
    clock: Arc<dyn Clock>,
    outbox: TextOutbox,
}

impl TextSender {
    pub fn new(services: &Services) -> TextSender {
        let (db, clock, outbox) = (services.db.clone(), services.clock.clone(), services.texts.clone());
        TextSender(Arc::new(Inner { db, clock, outbox }))
    }

    /// Sends messages until `stop` resolves. Those being sent at that moment are finished first.
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
                tracing::warn!(%error, "outbox of messages to telephones could not be read");
                LONGEST_PAUSE
            }
        }
    }

    /// Tries every message that is due, once.
    pub async fn send_due(&self) -> Result<(), Error> {
        loop {
            let now = self.0.clock.now();
            let claim = move |c: &mut database::Connection<'_>| store::claim(c, now, now + LEASE, MOST_AT_ONCE);
            let claimed = match self.next_attempt().await? {
                Some(due) if due <= now => self.0.db.write(claim).await?,
                _ => break,
            };
            let mut sending = JoinSet::new();
            for text in claimed {
                let sender = self.clone();
                sending.spawn(async move { sender.send(text).await });
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

    async fn send(&self, text: ClaimedText) -> Result<(), Error> {
        let (id, attempts, channel) = (text.id, text.attempts, text.channel.as_str());
        let outcome = if text.expires <= self.0.clock.now() {
            Err(GatewayError::Refused("its code has expired".to_owned()))
        } else {
            self.0.outbox.gateways().send(&text).await
        };
        let now = self.0.clock.now();
        match outcome {
            Ok(()) => {
                metrics::counter!("texts_sent_total").increment(1);
                self.0.db.write(move |c| store::mark_sent(c, id, now)).await?;
            }
            Err(GatewayError::Later(reason)) => {
                metrics::counter!("text_attempts_failed_total").increment(1);
                tracing::warn!(text = id, channel, attempts, reason, "text message could not be sent, will retry");
                let next = now + pause_after(attempts);
                self.0.db.write(move |c| store::postpone(c, id, next)).await?;
            }
            Err(GatewayError::Refused(reason)) => {
                metrics::counter!("texts_given_up_total").increment(1);
                tracing::error!(text = id, channel, attempts, reason, "text message given up");
                self.0.db.write(move |c| store::mark_failed(c, id, now)).await?;
            }
        }
        Ok(())
    }
}

/// The pause after so many attempts: five seconds, then twice as long each time. Somebody waits for the code.
fn pause_after(attempts: i64) -> Duration {
    let doublings = (attempts - 1).clamp(0, 6);
    Duration::from_secs(5 << doublings)
}
