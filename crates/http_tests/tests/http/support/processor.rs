//! What something costs the processor: the same on a busy machine as on an idle one.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What this process has used so far: the server, its threads and the test itself.
fn processor_time() -> Duration {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(used.tv_sec as u64, used.tv_nsec as u32)
}

/// What it costs to wait for this.
pub async fn cost_of<T>(work: impl Future<Output = T>) -> Duration {
    let before = processor_time();
    work.await;
    processor_time() - before
}

pub fn median(mut costs: Vec<Duration>) -> Duration {
    costs.sort_unstable();
    costs[costs.len() / 2]
}
