//! A line whose people are served together, as many as wait: the more of them, the fewer commits for everybody.

use tokio::sync::mpsc::Receiver;
use tokio::task::yield_now;

/// Takes all who wait, `most` of them, once there is somebody; nobody when the line is closed. Whoever is about to
/// come gets the processor first, as long as that brings more.
pub async fn gather<T>(line: &mut Receiver<T>, most: usize) -> Vec<T> {
    let mut group = Vec::with_capacity(most);
    line.recv_many(&mut group, most).await;
    while !group.is_empty() && group.len() < most {
        let before = group.len();
        yield_now().await;
        group.extend(std::iter::from_fn(|| line.try_recv().ok()).take(most - before));
        if group.len() == before {
            break;
        }
    }
    group
}
