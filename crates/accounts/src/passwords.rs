//! Password hashing: Argon2id, off the async threads, never more at once than the machine has cores.

use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use database::Connection;
use domain::UserId;
use platform::{BlockingPool, Error};

use crate::common_passwords::is_common;
use crate::model::HashedPassword;
use crate::store;

/// Guesses that may wait for a core; beyond, the answer is "busy" instead of a growing queue.
const MOST_WAITING: usize = 256;

#[derive(Clone)]
pub struct Passwords {
    pool: BlockingPool,
    /// One at a time, for addresses beyond their own limit: a crowd leaves the other cores to everybody else.
    crowd_pool: BlockingPool,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { pool: BlockingPool::of_all_cores(MOST_WAITING), crowd_pool: BlockingPool::new(1, MOST_WAITING) }
    }
}

/// Verified when the person is unknown, so that the answer takes the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody has this password").unwrap_or_default());

impl Passwords {
    pub async fn hash(&self, password: &str) -> Result<String, Error> {
        let password = password.to_owned();
        self.pool.run(move || hash(&password)).await?
    }

    /// A password that was chosen, in the form it is stored.
    pub async fn hash_new(&self, password: &str) -> Result<HashedPassword, Error> {
        Ok(HashedPassword { hash: self.hash(password).await?, is_common: is_common(password) })
    }

    /// Whether the hash is that of the password. Takes as long without a hash.
    pub async fn verify(&self, password: &str, stored: Option<String>) -> Result<bool, Error> {
        verify_in(&self.pool, password, stored).await
    }

    /// The same for an attempt from a crowded address.
    pub async fn verify_in_crowd(&self, password: &str, stored: Option<String>) -> Result<bool, Error> {
        verify_in(&self.crowd_pool, password, stored).await
    }
}

/// Hashes a password in the form it is stored.
pub async fn hash_password(password: &str) -> Result<String, Error> {
    Passwords::default().hash(password).await
}

async fn verify_in(pool: &BlockingPool, password: &str, stored: Option<String>) -> Result<bool, Error> {
    let password = password.to_owned();
    pool.run(move || matches(&password, stored.as_ref())).await
}

fn matches(password: &str, stored: Option<&String>) -> bool {
    let is_match = PasswordHash::new(stored.unwrap_or(&NOBODY))
        .is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok());
    stored.is_some() && is_match
}

fn hash(password: &str) -> Result<String, Error> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Internal(error.to_string()))
}

/// Checks inside a transaction that the password that was verified before it is still the account's. Hashing took a
/// while: by now it may have been changed, or the account closed.
pub fn require_password(
    c: &mut Connection<'_>,
    user: UserId,
    stored: &str,
    wrong: impl FnOnce() -> Error,
) -> Result<(), Error> {
    if store::find_password_hash(c, user)?.as_deref() == Some(stored) { Ok(()) } else { Err(wrong()) }
}
