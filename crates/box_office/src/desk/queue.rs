//! Group commit: people wait in one bounded queue, and those who wait at the same time are decided in one transaction.

use std::sync::Arc;

use database::{Connection, Database, DbError};
use domain::{Clock, PaymentId, Rate};
use tokio::sync::{mpsc, oneshot};

use crate::desk::model::Refusal;
use crate::desk::reservation::{Answer, Reservation};
use crate::desk::rows::PageRow;
use crate::desk::sold_out_cache::SoldOutCache;
use crate::desk::store;
use platform::batch::collect_batch;
use platform::{Error, Services};

/// How many may wait. Beyond, the answer is "busy", so that nobody waits for longer than a browser does.
const QUEUE_LENGTH: usize = 4096;

/// A reservation and where its answer goes.
struct WaitingReservation {
    reservation: Arc<Reservation>,
    answer: oneshot::Sender<Result<Answer, Error>>,
}

/// What waits at the desk.
enum QueueItem {
    Reservation(Box<WaitingReservation>),
    /// The address of a payment's page to store with the next batch; the sender is dropped once that is done.
    Page(PageRow, oneshot::Sender<()>),
}

/// A cheap handle; the worker ends when the last is dropped.
#[derive(Clone)]
pub struct Desk {
    queue: mpsc::Sender<QueueItem>,
    db: Database,
    sold_out: Arc<SoldOutCache>,
}

impl Desk {
    /// Starts the worker in a task of its own, so it has to be called inside the async runtime.
    pub fn open(services: &Services, rate: Option<Rate>) -> Desk {
        let (queue, waiting) = mpsc::channel(QUEUE_LENGTH);
        let (db, clock) = (services.db.clone(), services.clock.clone());
        let sold_out = Arc::new(SoldOutCache::new(clock.clone(), services.freshness.clone()));
        let worker = BatchWorker { db: db.clone(), clock, rate, sold_out: sold_out.clone() };
        tokio::spawn(worker.run(waiting));
        Desk { queue, db, sold_out }
    }

    /// Answers once the decision is committed to disk.
    pub async fn reserve(&self, reservation: Arc<Reservation>) -> Result<Answer, Error> {
        if self.sold_out.is_sold_out(&reservation) {
            return self.refuse_sold_out(reservation).await;
        }
        let (answer, decided) = oneshot::channel();
        self.queue
            .try_send(QueueItem::Reservation(Box::new(WaitingReservation { reservation, answer })))
            .map_err(|_| Error::Busy)?;
        decided.await.map_err(|_| Error::Busy)?
    }

    /// Refuses without waiting in the queue; a request that was answered before is answered the same again.
    async fn refuse_sold_out(&self, reservation: Arc<Reservation>) -> Result<Answer, Error> {
        let earlier = match reservation.key {
            None => None,
            Some(_) => self.db.read(move |c| store::earlier_answer(c, &reservation)).await?,
        };
        Ok(earlier.unwrap_or(Answer::Refused(Refusal::Left(0))))
    }

    /// Stores the address of a payment's page with the next batch. If that fails, whoever needs the page asks the provider
    /// for it again.
    pub async fn store_page(&self, payment: PaymentId, url: String) {
        let (stored, is_stored) = oneshot::channel();
        if self.queue.send(QueueItem::Page(PageRow { payment, url }, stored)).await.is_ok() {
            let _ = is_stored.await;
        }
    }
}

/// The task that decides batch after batch.
struct BatchWorker {
    db: Database,
    clock: Arc<dyn Clock>,
    rate: Option<Rate>,
    sold_out: Arc<SoldOutCache>,
}

impl BatchWorker {
    async fn run(self, mut queue: mpsc::Receiver<QueueItem>) {
        let most = self.db.batch();
        loop {
            let items = collect_batch(&mut queue, most).await;
            if items.is_empty() {
                return;
            }
            let mut waiting = Vec::new();
            let (mut pages, mut stored) = (Vec::new(), Vec::new());
            for item in items {
                match item {
                    // A client that has disconnected needs no place.
                    QueueItem::Reservation(one) if one.answer.is_closed() => {}
                    QueueItem::Reservation(one) => waiting.push(*one),
                    QueueItem::Page(page, sender) => {
                        pages.push(page);
                        stored.push(sender);
                    }
                }
            }
            waiting = self.decide_batch(waiting, pages).await;
            // Dropping the senders lets the callers of `store_page` go on, whatever became of the batch.
            drop(stored);
            while !waiting.is_empty() {
                waiting = self.decide_batch(waiting, Vec::new()).await;
            }
        }
    }

    /// Decides a batch, sends the answers, and returns the reservations that have to wait for the next batch.
    async fn decide_batch(&self, waiting: Vec<WaitingReservation>, pages: Vec<PageRow>) -> Vec<WaitingReservation> {
        let reservations: Vec<Arc<Reservation>> = waiting.iter().map(|waiting| waiting.reservation.clone()).collect();
        let is_alone = waiting.len() + pages.len() == 1;
        match self.write_batch(reservations, pages).await {
            Ok(answers) => send_answers(waiting, answers),
            Err(error) if is_duplicate_key(&error) || !is_alone && !is_outage(&error) => {
                self.decide_one_by_one(waiting).await
            }
            Err(error) => {
                for waiting in waiting {
                    let _ = waiting.answer.send(Err(Error::Database(error.clone())));
                }
                Vec::new()
            }
        }
    }

    /// Runs a failed batch again one reservation at a time, because one of them may have failed it for all.
    async fn decide_one_by_one(&self, waiting: Vec<WaitingReservation>) -> Vec<WaitingReservation> {
        let mut again = Vec::new();
        for one in waiting {
            match self.write_batch(vec![one.reservation.clone()], Vec::new()).await {
                Ok(answers) => again.extend(send_answers(vec![one], answers)),
                Err(error) => {
                    let _ = one.answer.send(Err(Error::Database(error)));
                }
            }
        }
        again
    }

    async fn write_batch(&self, batch: Vec<Arc<Reservation>>, pages: Vec<PageRow>) -> Result<Vec<Answer>, DbError> {
        let (rate, now) = (self.rate, self.clock.now());
        let before = self.sold_out.versions_of(&batch);
        let decide = move |c: &mut Connection<'_>| {
            store::store_pages(c, &pages)?;
            store::reserve(c, &batch, rate, now)
        };
        let (answers, stock) = self.db.write_row_locked(decide).await?;
        self.sold_out.update(&stock, rate, &before);
        Ok(answers)
    }
}

/// Says whether the database itself is in trouble. Trying again at once would not help, and a commit that was interrupted
/// may even have been made.
fn is_outage(error: &DbError) -> bool {
    matches!(error, DbError::Busy | DbError::Closed | DbError::Unavailable(_))
}

/// Says whether another process has just answered a request with the same key: tried again, its answer is found.
fn is_duplicate_key(error: &DbError) -> bool {
    matches!(error, DbError::Constraint { name } if name == "payments_idempotency")
}

/// Returns the reservations that have to wait for the next batch.
fn send_answers(waiting: Vec<WaitingReservation>, answers: Vec<Answer>) -> Vec<WaitingReservation> {
    let mut again = Vec::new();
    for (waiting, answer) in waiting.into_iter().zip(answers) {
        if answer == Answer::NextBatch {
            again.push(waiting);
        } else {
            // Who has disconnected keeps the hold for its time, and finds the payment in their list.
            let _ = waiting.answer.send(Ok(answer));
        }
    }
    again
}
