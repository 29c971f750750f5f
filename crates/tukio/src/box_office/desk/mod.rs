//! The desk: people wait in one line, and those who wait together are served in one transaction.

pub mod model;
mod store;

use std::sync::Arc;

use database::{Connection, Database, DbError};
use domain::{Clock, Instant, TicketTypeId, UserId};
use tokio::sync::{mpsc, oneshot};

use crate::platform::Error;
use model::{Rate, Refusal, Stock, Terms, Wish};

/// Served at once.
const BATCH: usize = 256;

/// Who comes when so many wait is told to come back, before waiting for longer than anybody would.
const LINE: usize = 4096;

/// What somebody asks the desk for.
#[derive(Debug, Clone)]
pub struct Reservation {
    /// The payment's id, if the places are given.
    pub id: String,
    pub user: UserId,
    pub wish: Wish,
    pub provider: &'static str,
    pub reference: String,
    pub email: Option<String>,
    /// An unfinished payment of theirs whose hold passes to this one.
    pub retry_of: Option<String>,
    pub key: Option<Key>,
}

/// What tells a request that is sent again from another one.
#[derive(Debug, Clone)]
pub struct Key {
    pub text: String,
    pub digest: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Held {
        terms: Terms,
        until: Instant,
    },
    /// The same was asked before: that payment stands.
    Kept(String),
    /// The key stands for something else.
    KeyTaken,
    NotToBeRetried,
    Refused(Refusal),
    /// Its turn comes in the next batch.
    Again,
}

/// What is left of a type, as far as anybody can tell without standing in line.
pub fn stock_of(c: &mut Connection<'_>, id: TicketTypeId, now: Instant) -> Result<Option<Stock>, DbError> {
    Ok(store::stock(c, &[id], now)?.remove(&id))
}

/// Decides on one reservation by itself, at a time that is given. Inside the caller's transaction.
pub fn reserve_one(c: &mut Connection<'_>, reservation: &Reservation, at: Instant) -> Result<Answer, DbError> {
    let answers = store::reserve(c, std::slice::from_ref(reservation), None, at)?;
    Ok(answers.into_iter().next().unwrap_or(Answer::Again))
}

struct Waiting {
    reservation: Reservation,
    answer: oneshot::Sender<Result<Answer, Error>>,
}

/// A cheap handle; the desk closes when the last is dropped.
#[derive(Clone)]
pub struct Desk {
    line: mpsc::Sender<Waiting>,
}

impl Desk {
    /// Serves in a task of its own, beside whoever waits.
    pub fn open(db: Database, clock: Arc<dyn Clock>, rate: Option<Rate>) -> Desk {
        let (line, waiting) = mpsc::channel(LINE);
        tokio::spawn(Clerk { db, clock, rate }.serve(waiting));
        Desk { line }
    }

    /// The answer leaves once it is durable.
    pub async fn reserve(&self, reservation: Reservation) -> Result<Answer, Error> {
        let (answer, decided) = oneshot::channel();
        self.line.try_send(Waiting { reservation, answer }).map_err(|_| Error::Busy)?;
        decided.await.map_err(|_| Error::Busy)?
    }
}

struct Clerk {
    db: Database,
    clock: Arc<dyn Clock>,
    rate: Option<Rate>,
}

impl Clerk {
    async fn serve(self, mut line: mpsc::Receiver<Waiting>) {
        let mut batch = Vec::with_capacity(BATCH);
        while line.recv_many(&mut batch, BATCH).await > 0 {
            // Whoever has hung up needs no place.
            let mut served: Vec<Waiting> = batch.drain(..).filter(|waiting| !waiting.answer.is_closed()).collect();
            while !served.is_empty() {
                served = self.batch(served).await;
            }
        }
    }

    /// Answers all it can; the others' turn comes next.
    async fn batch(&self, waiting: Vec<Waiting>) -> Vec<Waiting> {
        let reservations: Vec<Reservation> = waiting.iter().map(|waiting| waiting.reservation.clone()).collect();
        match self.decide(reservations).await {
            Ok(answers) => answer_all(waiting, answers),
            Err(error) if waiting.len() > 1 && !is_trouble(&error) => self.one_by_one(waiting).await,
            Err(error) => {
                for waiting in waiting {
                    let _ = waiting.answer.send(Err(Error::Database(error.clone())));
                }
                Vec::new()
            }
        }
    }

    /// One reservation may have spoiled the batch for all others.
    async fn one_by_one(&self, waiting: Vec<Waiting>) -> Vec<Waiting> {
        let mut again = Vec::new();
        for one in waiting {
            match self.decide(vec![one.reservation.clone()]).await {
                Ok(answers) => again.extend(answer_all(vec![one], answers)),
                Err(error) => {
                    let _ = one.answer.send(Err(Error::Database(error)));
                }
            }
        }
        again
    }

    async fn decide(&self, batch: Vec<Reservation>) -> Result<Vec<Answer>, DbError> {
        let (rate, now) = (self.rate, self.clock.now());
        self.db.write_row_locked(move |c| store::reserve(c, &batch, rate, now)).await
    }
}

/// Nobody's fault, and no better if tried again at once. A commit that broke may even have been made.
fn is_trouble(error: &DbError) -> bool {
    matches!(error, DbError::Busy | DbError::Closed | DbError::Unavailable(_))
}

fn answer_all(waiting: Vec<Waiting>, answers: Vec<Answer>) -> Vec<Waiting> {
    let mut again = Vec::new();
    for (waiting, answer) in waiting.into_iter().zip(answers) {
        if answer == Answer::Again {
            again.push(waiting);
        } else {
            // A person who has hung up keeps the hold for its fifteen minutes, and finds the payment in their list.
            let _ = waiting.answer.send(Ok(answer));
        }
    }
    again
}
