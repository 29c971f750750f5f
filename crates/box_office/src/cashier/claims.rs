//! Leases: what a cashier claims is its own for a while, and another one's if it has not finished by then.

use std::time::Duration;

use tokio::task::JoinSet;

use platform::Error;

/// Payments or refunds that are claimed at once.
pub const BATCH_SIZE: i64 = 32;

/// After this time another cashier may take over what this one has claimed: longer than any answer takes.
pub const LEASE: Duration = Duration::from_mins(1);

/// How long the cashier waits for a provider's answer.
pub const PROVIDER_TIMEOUT: Duration = Duration::from_secs(20);

/// Returns the provider's answer; `None` if it took longer than [`PROVIDER_TIMEOUT`].
pub async fn with_timeout<T>(answer: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(PROVIDER_TIMEOUT, answer).await.ok()
}

/// Runs a batch at once, waits for all of it, and returns what came of it; a slow answer delays the next batch by
/// [`PROVIDER_TIMEOUT`] at most. What fails is logged as `failure`, and claimed again when its lease ends.
pub async fn run_concurrently<T, F>(failure: &'static str, work: impl Iterator<Item = F>) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    let mut working: JoinSet<Result<T, Error>> = work.collect();
    let mut done = Vec::with_capacity(working.len());
    while let Some(worked) = working.join_next().await {
        match worked {
            Ok(Ok(result)) => done.push(result),
            Ok(Err(error)) => tracing::warn!(%error, "{failure}"),
            Err(error) => tracing::error!(%error, "{failure}"),
        }
    }
    done
}
