//! Counters for metrics and benchmarks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A snapshot, counted since the database was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Transactions with writes that were committed; fewer than `writes` when they are committed in groups.
    pub commits: u64,
    /// Writing closures answered, refused ones too.
    pub writes: u64,
    pub reads: u64,
    /// Work refused because the queue was full.
    pub busy: u64,
    /// Closures run once more, after a conflict, a broken connection or a group commit that failed.
    pub reruns: u64,
    pub largest_batch: u64,
    /// Work waiting now.
    pub queued: u64,
}

#[derive(Default)]
pub(crate) struct Counters {
    pub commits: AtomicU64,
    pub writes: AtomicU64,
    pub reads: AtomicU64,
    pub busy: AtomicU64,
    pub reruns: AtomicU64,
    pub largest_batch: AtomicU64,
}

impl Counters {
    pub(crate) fn snapshot(&self, queued: usize) -> Stats {
        Stats {
            commits: self.commits.load(Relaxed),
            writes: self.writes.load(Relaxed),
            reads: self.reads.load(Relaxed),
            busy: self.busy.load(Relaxed),
            reruns: self.reruns.load(Relaxed),
            largest_batch: self.largest_batch.load(Relaxed),
            queued: queued as u64,
        }
    }
}

pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}
