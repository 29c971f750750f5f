//! Password hashing: Argon2id, off the async threads, never more at once than the machine has cores.

use std::sync::{Arc, LazyLock};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::platform::Error;

/// Guesses that may wait for a core; beyond, the answer is "busy" instead of a growing queue.
const MOST_WAITING: usize = 256;

#[derive(Clone)]
pub struct Passwords {
    cores: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Passwords { cores: Arc::new(Semaphore::new(cores)), queue: Arc::new(Semaphore::new(MOST_WAITING)) }
    }
}

/// Verified when the person is unknown, so that the answer takes the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody has this password").unwrap_or_default());

impl Passwords {
    pub async fn hash(&self, password: &str) -> Result<String, Error> {
        let password = password.to_owned();
        self.run(move || hash(&password)).await?
    }

    /// Whether the password is the one of this hash. Without a hash the work is done all the same.
    pub async fn verify(&self, password: &str, stored: Option<String>) -> Result<bool, Error> {
        let password = password.to_owned();
        self.run(move || {
            let known = stored.is_some();
            let stored = stored.unwrap_or_else(|| NOBODY.clone());
            let matches = PasswordHash::new(&stored)
                .is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok());
            known && matches
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _waiting = self.queue.try_acquire().map_err(|_| Error::Busy)?;
        let _core = self.cores.acquire().await.map_err(|_| Error::Busy)?;
        tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))
    }
}

fn hash(password: &str) -> Result<String, Error> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Internal(error.to_string()))
}
