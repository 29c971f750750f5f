//! Group commit of the sandbox's new orders: those that wait at the same time are inserted by one transaction. Without it
//! a rush on PostgreSQL waits for the disk once for each order (1.3 to 1.8 flushes a reservation instead of 0.3).

use database::{Database, DbError};
use payment_providers::sandbox::Order;
use tokio::sync::{mpsc, oneshot};

use crate::sandbox::store;
use platform::batch::collect_batch;

/// Orders that may wait at once; whoever comes then waits for room.
const QUEUE_LENGTH: usize = 1024;

type Waiting = (Order, oneshot::Sender<Result<Order, DbError>>);

#[derive(Clone)]
pub struct OrderBatches {
    queue: mpsc::Sender<Waiting>,
}

impl OrderBatches {
    /// Spawns the task that inserts, so it must be called within a runtime.
    pub fn new(db: Database) -> OrderBatches {
        let (queue, waiting) = mpsc::channel(QUEUE_LENGTH);
        tokio::spawn(insert_batches(db, waiting));
        OrderBatches { queue }
    }

    /// Returns what is stored under the order's reference then.
    pub async fn insert(&self, order: Order) -> Result<Order, DbError> {
        let (answer, inserted) = oneshot::channel();
        self.queue.send((order, answer)).await.map_err(|_| DbError::Closed)?;
        inserted.await.map_err(|_| DbError::Closed)?
    }
}

async fn insert_batches(db: Database, mut queue: mpsc::Receiver<Waiting>) {
    let most = db.batch();
    loop {
        let waiting = collect_batch(&mut queue, most).await;
        if waiting.is_empty() {
            return;
        }
        let (orders, answers): (Vec<Order>, Vec<_>) = waiting.into_iter().unzip();
        match db.write_row_locked(move |c| store::insert_orders(c, &orders)).await {
            Ok(inserted) => answers.into_iter().zip(inserted).for_each(|(answer, order)| drop(answer.send(Ok(order)))),
            Err(error) => answers.into_iter().for_each(|answer| drop(answer.send(Err(error.clone())))),
        }
    }
}
