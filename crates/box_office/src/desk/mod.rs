//! The desk: people wait in one line, and those who wait together are served in one transaction.

mod memory;
pub mod model;
mod rows;
mod store;

use std::sync::Arc;

use database::{Connection, Database, DbError};
use domain::{Clock, Instant, PaymentId, ProviderReference, Rate, TicketTypeId, UserId};
use tokio::sync::{mpsc, oneshot};

use memory::Memory;
use model::{Refusal, Stock, Terms, Wish};
use platform::batch::collect_batch;
use platform::{Error, Services};
use rows::PageRow;

/// Who comes when so many wait is told to come back, before waiting for longer than anybody would.
const LINE: usize = 4096;

/// What somebody asks the desk for.
#[derive(Debug, Clone)]
pub struct Reservation {
    /// The payment's id, if the places are given.
    pub id: PaymentId,
    pub user: UserId,
    pub wish: Wish,
    pub provider: &'static str,
    pub reference: ProviderReference,
    pub email: Option<String>,
    /// An unfinished payment of theirs whose hold passes to this one.
    pub retry_of: Option<PaymentId>,
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
    Kept(PaymentId),
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
    let (answers, _) = store::reserve(c, std::slice::from_ref(reservation), None, at)?;
    Ok(answers.into_iter().next().unwrap_or(Answer::Again))
}

struct Waiting {
    reservation: Reservation,
    answer: oneshot::Sender<Result<Answer, Error>>,
}

/// What waits at the desk.
enum Turn {
    Reservation(Waiting),
    /// Where a payment is made, and who wants to know that it is noted.
    Page(PageRow, oneshot::Sender<()>),
}

/// A cheap handle; the desk closes when the last is dropped.
#[derive(Clone)]
pub struct Desk {
    line: mpsc::Sender<Turn>,
    db: Database,
    memory: Arc<Memory>,
}

impl Desk {
    /// Serves in a task of its own, beside whoever waits.
    pub fn open(services: &Services, rate: Option<Rate>) -> Desk {
        let (line, waiting) = mpsc::channel(LINE);
        let (db, clock) = (services.db.clone(), services.clock.clone());
        let memory = Arc::new(Memory::new(clock.clone(), services.freshness.clone()));
        let clerk = Clerk { db: db.clone(), clock, rate, memory: memory.clone() };
        tokio::spawn(clerk.serve(waiting));
        Desk { line, db, memory }
    }

    /// The answer leaves once it is durable.
    pub async fn reserve(&self, reservation: Reservation) -> Result<Answer, Error> {
        if self.memory.is_sold_out(&reservation) {
            return self.sold_out(reservation).await;
        }
        let (answer, decided) = oneshot::channel();
        self.line.try_send(Turn::Reservation(Waiting { reservation, answer })).map_err(|_| Error::Busy)?;
        decided.await.map_err(|_| Error::Busy)?
    }

    /// Without standing in line; but who got a place before and asks again is told so.
    async fn sold_out(&self, reservation: Reservation) -> Result<Answer, Error> {
        let kept = match reservation.key {
            None => None,
            Some(_) => self.db.read(move |c| store::kept_answer(c, &reservation)).await?,
        };
        Ok(kept.unwrap_or(Answer::Refused(Refusal::Left(0))))
    }

    /// Notes where a payment is made. A page that could not be noted is asked for again by whoever needs it.
    pub async fn note_page(&self, payment: PaymentId, url: String) {
        let (noted, is_noted) = oneshot::channel();
        if self.line.send(Turn::Page(PageRow { payment, url }, noted)).await.is_ok() {
            let _ = is_noted.await;
        }
    }
}

struct Clerk {
    db: Database,
    clock: Arc<dyn Clock>,
    rate: Option<Rate>,
    memory: Arc<Memory>,
}

impl Clerk {
    async fn serve(self, mut line: mpsc::Receiver<Turn>) {
        let most = self.db.batch();
        loop {
            let turns = collect_batch(&mut line, most).await;
            if turns.is_empty() {
                return;
            }
            let mut waiting = Vec::new();
            let (mut pages, mut noted) = (Vec::new(), Vec::new());
            for turn in turns {
                match turn {
                    // Whoever has hung up needs no place.
                    Turn::Reservation(one) if one.answer.is_closed() => {}
                    Turn::Reservation(one) => waiting.push(one),
                    Turn::Page(page, tell) => {
                        pages.push(page);
                        noted.push(tell);
                    }
                }
            }
            waiting = self.batch(waiting, pages).await;
            // Who asked for pages to be noted goes on, whatever became of it.
            drop(noted);
            while !waiting.is_empty() {
                waiting = self.batch(waiting, Vec::new()).await;
            }
        }
    }

    /// Answers all it can; the others' turn comes next.
    async fn batch(&self, waiting: Vec<Waiting>, pages: Vec<PageRow>) -> Vec<Waiting> {
        let reservations: Vec<Reservation> = waiting.iter().map(|waiting| waiting.reservation.clone()).collect();
        let is_alone = waiting.len() + pages.len() == 1;
        match self.decide(reservations, pages).await {
            Ok(answers) => answer_all(waiting, answers),
            Err(error) if is_sent_twice(&error) || !is_alone && !is_trouble(&error) => self.one_by_one(waiting).await,
            Err(error) => {
                for waiting in waiting {
                    let _ = waiting.answer.send(Err(Error::Database(error.clone())));
                }
                Vec::new()
            }
        }
    }

    /// One turn may have spoiled the batch for all others.
    async fn one_by_one(&self, waiting: Vec<Waiting>) -> Vec<Waiting> {
        let mut again = Vec::new();
        for one in waiting {
            match self.decide(vec![one.reservation.clone()], Vec::new()).await {
                Ok(answers) => again.extend(answer_all(vec![one], answers)),
                Err(error) => {
                    let _ = one.answer.send(Err(Error::Database(error)));
                }
            }
        }
        again
    }

    async fn decide(&self, batch: Vec<Reservation>, pages: Vec<PageRow>) -> Result<Vec<Answer>, DbError> {
        let (rate, now) = (self.rate, self.clock.now());
        let before = self.memory.before(&batch);
        let decide = move |c: &mut Connection<'_>| {
            store::note_pages(c, &pages)?;
            store::reserve(c, &batch, rate, now)
        };
        let (answers, stock) = self.db.write_row_locked(decide).await?;
        self.memory.learn(&stock, rate, &before);
        Ok(answers)
    }
}

/// Nobody's fault, and no better if tried again at once. A commit that broke may even have been made.
fn is_trouble(error: &DbError) -> bool {
    matches!(error, DbError::Busy | DbError::Closed | DbError::Unavailable(_))
}

/// Another process has just answered the same request: asked again, we find its answer.
fn is_sent_twice(error: &DbError) -> bool {
    matches!(error, DbError::Constraint { name } if name == "payments_idempotency")
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
