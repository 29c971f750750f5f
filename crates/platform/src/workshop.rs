//! Heavy work off the async threads, few at once and few waiting, so that processors and memory stay bounded whatever
//! is asked for.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Error;

#[derive(Clone)]
pub struct Workshop {
    benches: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

/// A place to work at, given back when the work is done.
pub struct Bench {
    _place: OwnedSemaphorePermit,
}

impl Workshop {
    /// Beyond `most_waiting` the answer is "busy" instead of a growing queue.
    pub fn new(benches: usize, most_waiting: usize) -> Workshop {
        Workshop { benches: Arc::new(Semaphore::new(benches)), queue: Arc::new(Semaphore::new(most_waiting)) }
    }

    /// As many benches as the machine has cores.
    pub fn of_all_cores(most_waiting: usize) -> Workshop {
        Workshop::new(std::thread::available_parallelism().map_or(2, usize::from), most_waiting)
    }

    pub async fn bench(&self) -> Result<Bench, Error> {
        let _waiting = self.queue.try_acquire().map_err(|_| Error::Busy)?;
        let place = self.benches.clone().acquire_owned().await.map_err(|_| Error::Busy)?;
        Ok(Bench { _place: place })
    }

    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        self.bench().await?.run(work).await
    }
}

impl Bench {
    pub async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let held_by_the_work = move || {
            // Work goes on when whoever asked for it has left: its bench is taken until then.
            let _bench = self;
            work()
        };
        tokio::task::spawn_blocking(held_by_the_work).await.map_err(|error| Error::Internal(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn work_keeps_its_bench_when_whoever_asked_has_left() {
        let workshop = Workshop::new(1, 1);
        let (started, has_started) = tokio::sync::oneshot::channel();
        let (finish, may_finish) = mpsc::channel();
        let asking = tokio::spawn({
            let workshop = workshop.clone();
            async move {
                let work = move || {
                    started.send(()).unwrap();
                    may_finish.recv().unwrap();
                };
                workshop.run(work).await
            }
        });
        has_started.await.unwrap();
        asking.abort();
        assert!(asking.await.unwrap_err().is_cancelled());
        assert_eq!(workshop.benches.available_permits(), 0, "the work goes on");
        let next = tokio::spawn({
            let workshop = workshop.clone();
            async move { workshop.run(|| 7).await }
        });
        finish.send(()).unwrap();
        assert_eq!(next.await.unwrap().unwrap(), 7);
    }

    #[tokio::test]
    async fn a_full_queue_is_told_at_once() {
        let workshop = Workshop::new(1, 1);
        let bench = workshop.bench().await.unwrap();
        let _waiting = workshop.queue.try_acquire().unwrap();
        assert!(matches!(workshop.run(|| ()).await, Err(Error::Busy)));
        assert!(bench.run(|| true).await.unwrap(), "who has a bench works on");
    }
}
