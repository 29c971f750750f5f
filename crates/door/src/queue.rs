//! Group commit: scans wait in one bounded queue, and those that wait at the same time are decided in one transaction.

use std::sync::Arc;

use database::{Database, DbError};
use domain::Clock;
use tokio::sync::{mpsc, oneshot};

use crate::batch;
use crate::scan::{NewScan, Outcome};
use platform::batch::collect_batch;
use platform::{Error, Services};

/// How many requests may wait. Beyond, the answer is "busy", and a gate decides by itself.
const QUEUE_LENGTH: usize = 4096;

/// How often a batch is tried again whole after another process has admitted one of its tickets, before its scans are
/// tried one at a time.
const WHOLE_TRIES: usize = 3;

/// The scans of one request and where their answers go.
struct Waiting {
    scans: Vec<NewScan>,
    answer: oneshot::Sender<Result<Vec<Outcome>, Error>>,
}

/// A cheap handle; the worker ends when the last is dropped.
#[derive(Clone)]
pub struct ScanQueue(mpsc::Sender<Waiting>);

impl ScanQueue {
    /// Starts the worker in a task of its own, so it has to be called inside the async runtime.
    pub fn open(services: &Services) -> ScanQueue {
        let (queue, waiting) = mpsc::channel(QUEUE_LENGTH);
        let worker = BatchWorker { db: services.db.clone(), clock: services.clock.clone() };
        tokio::spawn(worker.run(waiting));
        ScanQueue(queue)
    }

    /// Answers once the decisions are committed to disk.
    pub async fn decide(&self, scans: Vec<NewScan>) -> Result<Vec<Outcome>, Error> {
        let (answer, decided) = oneshot::channel();
        self.0.try_send(Waiting { scans, answer }).map_err(|_| Error::Busy)?;
        decided.await.map_err(|_| Error::Busy)?
    }
}

struct BatchWorker {
    db: Database,
    clock: Arc<dyn Clock>,
}

impl BatchWorker {
    async fn run(self, mut queue: mpsc::Receiver<Waiting>) {
        let most = self.db.batch();
        loop {
            let mut waiting = collect_batch(&mut queue, most).await;
            if waiting.is_empty() {
                return;
            }
            // A client that has disconnected decides by itself, and its scan arrives later.
            waiting.retain(|one| !one.answer.is_closed());
            if !waiting.is_empty() {
                self.decide_batch(waiting).await;
            }
        }
    }

    async fn decide_batch(&self, waiting: Vec<Waiting>) {
        let scans: Vec<NewScan> = waiting.iter().flat_map(|one| one.scans.iter().cloned()).collect();
        match self.write_again_if_refused(scans, WHOLE_TRIES).await {
            Ok(outcomes) => send_answers(waiting, outcomes),
            Err(error) if waiting.len() > 1 && !is_outage(&error) => self.decide_one_by_one(waiting).await,
            Err(error) => {
                for one in waiting {
                    let _ = one.answer.send(Err(Error::Database(error.clone())));
                }
            }
        }
    }

    /// Runs a failed batch again one request at a time, because one of them may have failed it for all.
    async fn decide_one_by_one(&self, waiting: Vec<Waiting>) {
        for one in waiting {
            let decided = self.write_again_if_refused(one.scans.clone(), WHOLE_TRIES).await;
            let _ = one.answer.send(decided.map_err(Error::Database));
        }
    }

    /// A constraint refuses what another process has just decided otherwise: read again, the truth is found.
    async fn write_again_if_refused(&self, scans: Vec<NewScan>, tries: usize) -> Result<Vec<Outcome>, DbError> {
        let mut last = Err(DbError::Busy);
        for _ in 0..tries {
            let (scans, now) = (scans.clone(), self.clock.now());
            last = self.db.write_row_locked(move |c| batch::decide(c, &scans, now)).await;
            if !matches!(last, Err(DbError::Constraint { .. })) {
                return last;
            }
        }
        last
    }
}

/// Says whether the database itself is in trouble. Trying again at once would not help, and a commit that was interrupted
/// may even have been made.
fn is_outage(error: &DbError) -> bool {
    matches!(error, DbError::Busy | DbError::Closed | DbError::Unavailable(_))
}

fn send_answers(waiting: Vec<Waiting>, outcomes: Vec<Outcome>) {
    let mut outcomes = outcomes.into_iter();
    for one in waiting {
        let own = outcomes.by_ref().take(one.scans.len()).collect();
        // A gate that has given up waiting finds its scan in the log.
        let _ = one.answer.send(Ok(own));
    }
}
