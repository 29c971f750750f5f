//! Work that is dropped half-way, as when a process dies.

use std::pin::pin;
use std::task::{Context, Waker};

/// Polls a round of work until it is time, and drops it there: what was committed stays. Between two looks at the time at most
/// one transaction is committed, because the round waits for each.
pub async fn interrupt_when(round: impl Future, mut is_time: impl AsyncFnMut() -> bool) {
    let mut round = pin!(round);
    while !is_time().await {
        let ended = round.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready();
        assert!(!ended, "the round has ended before it was interrupted");
        tokio::task::yield_now().await;
    }
}
