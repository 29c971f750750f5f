//! The secretary: a task beside the server that writes what people are to be told: messages of organisers, reminders, and
//! news. Several may share one database: each step is one transaction that notes how far it came, so that nobody is written
//! to twice.

use std::time::Duration;

use crate::Organiser;
use platform::Error;

/// Mails that one transaction writes: few, because buyers wait for the same database.
pub const MAILS_AT_ONCE: usize = 25;

/// The pause between two rounds, unless something is to be written at once.
const ROUND: Duration = Duration::from_secs(30);

/// The pause while a message is on its way, because its author watches how far it is.
const WATCHED_ROUND: Duration = Duration::from_secs(2);

impl Organiser {
    /// Makes rounds until `stop` resolves.
    pub async fn run_secretary(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            // What is dropped half-way goes on in the next round, also of another process.
            let worked = tokio::select! {
                () = &mut stop => break,
                worked = self.run_secretary_once() => worked,
            };
            let pause = worked.unwrap_or_else(|error| {
                tracing::warn!(%error, "secretary round failed");
                ROUND
            });
            tokio::select! {
                () = &mut stop => break,
                () = self.secretary_wanted.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Writes all that is to be written now, and returns how long to wait before the next round.
    pub async fn run_secretary_once(&self) -> Result<Duration, Error> {
        let is_sending = self.write_messages().await?;
        self.write_reminders().await?;
        self.gather_news().await?;
        self.write_news().await?;
        Ok(if is_sending { WATCHED_ROUND } else { ROUND })
    }

    /// To be called once something that is to be written was committed.
    pub(crate) fn notify_secretary(&self) {
        self.secretary_wanted.notify_one();
    }
}
