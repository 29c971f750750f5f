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

/// All at once, and until the last is done: one that is slow keeps the next ones waiting, for as long as an answer may
/// take. One that fails is taken up again when its lease ends, and spoils nothing for the others.
pub async fn run_concurrently<F>(done: &'static str, work: impl Iterator<Item = F>)
where
    F: Future<Output = Result<(), Error>> + Send + 'static,
{
    let mut working: JoinSet<Result<(), Error>> = work.collect();
    while let Some(worked) = working.join_next().await {
        match worked {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a payment could not be {done}"),
            Err(error) => tracing::error!(%error, "a payment could not be {done}"),
        }
    }
}
