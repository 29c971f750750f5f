//! Where tickets are printed: off the async threads, few at once, so that processors and memory stay bounded.

use std::sync::Arc;

use domain::Instant;
use ticket_pdf::{Format, Ticket};
use tokio::sync::Semaphore;

use platform::Error;

/// Documents set at once.
const PRESSES: usize = 2;

/// Documents that may wait; beyond, the answer is "busy" instead of a growing queue.
const MOST_WAITING: usize = 64;

#[derive(Clone)]
pub struct Press {
    presses: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Default for Press {
    fn default() -> Press {
        Press { presses: Arc::new(Semaphore::new(PRESSES)), queue: Arc::new(Semaphore::new(MOST_WAITING)) }
    }
}

impl Press {
    /// A page for each ticket.
    pub async fn print(&self, tickets: Vec<Ticket>, format: Format, now: Instant) -> Result<Vec<u8>, Error> {
        let _waiting = self.queue.try_acquire().map_err(|_| Error::Busy)?;
        let press = self.presses.clone().acquire_owned().await.map_err(|_| Error::Busy)?;
        let work = move || {
            // Held by the work itself: it goes on when the one who asked has left.
            let _press = press;
            ticket_pdf::render(&tickets, format, now)
        };
        let printed = tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?;
        printed.map_err(|error| Error::Internal(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_is_told_at_once() {
        let press = Press::default();
        let _all = press.queue.try_acquire_many(MOST_WAITING as u32).unwrap();
        let refused = press.print(Vec::new(), Format::A4, Instant::from_millis(0)).await;
        assert!(matches!(refused, Err(Error::Busy)));
    }
}
