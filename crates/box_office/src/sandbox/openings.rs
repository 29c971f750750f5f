//! New orders of the sandbox, written many at once: a service that many pay by at the same time does as much.

use database::{Database, DbError};
use payment_providers::sandbox::Order;
use tokio::sync::{mpsc, oneshot};

use crate::sandbox::store;
use platform::batch::collect_batch;

/// Who comes when so many wait, waits with them.
const LINE: usize = 1024;

type Waiting = (Order, oneshot::Sender<Result<Order, DbError>>);

#[derive(Clone)]
pub struct Openings {
    line: mpsc::Sender<Waiting>,
}

impl Openings {
    /// To be called where tasks can run.
    pub fn new(db: Database) -> Openings {
        let (line, waiting) = mpsc::channel(LINE);
        tokio::spawn(write(db, waiting));
        Openings { line }
    }

    /// The order that stands in the books under this one's reference then.
    pub async fn open(&self, order: Order) -> Result<Order, DbError> {
        let (answer, opened) = oneshot::channel();
        self.line.send((order, answer)).await.map_err(|_| DbError::Closed)?;
        opened.await.map_err(|_| DbError::Closed)?
    }
}

async fn write(db: Database, mut line: mpsc::Receiver<Waiting>) {
    let most = db.batch();
    loop {
        let waiting = collect_batch(&mut line, most).await;
        if waiting.is_empty() {
            return;
        }
        let (orders, answers): (Vec<Order>, Vec<_>) = waiting.into_iter().unzip();
        match db.write_row_locked(move |c| store::insert_orders(c, &orders)).await {
            Ok(opened) => answers.into_iter().zip(opened).for_each(|(answer, order)| drop(answer.send(Ok(order)))),
            Err(error) => answers.into_iter().for_each(|answer| drop(answer.send(Err(error.clone())))),
        }
    }
}
