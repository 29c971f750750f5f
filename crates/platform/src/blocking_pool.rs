//! A bounded pool for work that blocks a thread: it runs on tokio's blocking threads, so much at once, and so much waits,
//! so that processors and memory stay bounded whatever is asked for. Who waits is served in turns by who they are.

use crate::Error;
use crate::asking::Sender;
use crate::fair_queue::{FairQueue, Permit};

/// A cheap handle; clones share the pool.
#[derive(Clone)]
pub struct BlockingPool(FairQueue<Sender>);

/// The right to run one piece of work, given back when that work is done.
pub struct PoolPermit {
    _running: Permit<Sender>,
}

impl BlockingPool {
    /// Beyond `most_waiting` callers the answer is [`Error::Busy`] instead of a growing queue.
    pub fn new(most_running: usize, most_waiting: usize) -> BlockingPool {
        BlockingPool(FairQueue::new(most_running, most_waiting))
    }

    /// Runs as much at once as the machine has cores.
    pub fn of_all_cores(most_waiting: usize) -> BlockingPool {
        BlockingPool::new(std::thread::available_parallelism().map_or(2, usize::from), most_waiting)
    }

    /// Waits for a turn. For callers that have something to load once it is theirs; the others call [`Self::run`].
    pub async fn acquire(&self) -> Result<PoolPermit, Error> {
        Ok(PoolPermit { _running: self.0.acquire(&Sender::current()).await? })
    }

    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        self.acquire().await?.run(work).await
    }
}

impl PoolPermit {
    pub async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let work_with_permit = move || {
            // Work goes on when its caller has been cancelled: the permit is held until it ends.
            let _permit = self;
            work()
        };
        tokio::task::spawn_blocking(work_with_permit).await.map_err(|error| Error::Internal(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asking::Asking;
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::mpsc;

    use tokio::task::JoinHandle;

    /// Waits for a turn on a request from this address, and is in the queue when this returns.
    async fn waits(pool: &BlockingPool, last: u8) -> JoinHandle<Result<PoolPermit, Error>> {
        let (pool, address) = (pool.clone(), IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)));
        let waiting = tokio::spawn(Asking::scope(address, async move { pool.acquire().await }));
        tokio::task::yield_now().await;
        waiting
    }

    #[tokio::test]
    async fn who_sends_much_leaves_turns_to_others() {
        let pool = BlockingPool::new(1, 10);
        let permit = pool.acquire().await.unwrap();
        let mut many = Vec::new();
        for _ in 0..3 {
            many.push(waits(&pool, 1).await);
        }
        let other = waits(&pool, 2).await;
        drop(permit);
        drop(many.remove(0).await.unwrap().unwrap());
        let permit = other.await.unwrap().unwrap();
        assert!(many.iter().all(|waiting| !waiting.is_finished()));
        drop(permit);
    }

    #[tokio::test]
    async fn work_keeps_its_permit_when_its_caller_is_cancelled() {
        let pool = BlockingPool::new(1, 1);
        let (started, has_started) = tokio::sync::oneshot::channel();
        let (finish, may_finish) = mpsc::channel();
        let asking = tokio::spawn({
            let pool = pool.clone();
            async move {
                let work = move || {
                    started.send(()).unwrap();
                    may_finish.recv().unwrap();
                };
                pool.run(work).await
            }
        });
        has_started.await.unwrap();
        asking.abort();
        assert!(asking.await.unwrap_err().is_cancelled());
        let next = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|| 7).await }
        });
        tokio::task::yield_now().await;
        assert!(!next.is_finished(), "the work goes on");
        finish.send(()).unwrap();
        assert_eq!(next.await.unwrap().unwrap(), 7);
    }

    #[tokio::test]
    async fn a_full_queue_is_busy_at_once() {
        let pool = BlockingPool::new(1, 1);
        let permit = pool.acquire().await.unwrap();
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|| ()).await }
        });
        tokio::task::yield_now().await;
        assert!(matches!(pool.run(|| ()).await, Err(Error::Busy)));
        assert!(permit.run(|| true).await.unwrap(), "a permit that was acquired still runs");
        assert!(waiting.await.unwrap().is_ok());
    }
}
