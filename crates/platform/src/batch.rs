//! Group commit: requests that wait in a channel are collected and committed together, so that the more of them there are,
//! the fewer commits each costs.

use tokio::sync::mpsc::Receiver;
use tokio::task::yield_now;

/// Waits for the first item and takes all that are there, `most` at most; an empty batch means that the channel is
/// closed. Yields to tasks that are about to send, as long as that brings more.
pub async fn collect_batch<T>(queue: &mut Receiver<T>, most: usize) -> Vec<T> {
    let mut batch = Vec::with_capacity(most);
    queue.recv_many(&mut batch, most).await;
    while !batch.is_empty() && batch.len() < most {
        let before = batch.len();
        yield_now().await;
        batch.extend(std::iter::from_fn(|| queue.try_recv().ok()).take(most - before));
        if batch.len() == before {
            break;
        }
    }
    batch
}
