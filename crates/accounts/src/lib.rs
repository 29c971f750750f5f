//! Who people are: registration, signing in, sessions, profiles, the way back in.

mod access_token;
mod actions;
mod closing;
mod guesses;
mod model;
mod passwords;
mod profile;
mod recovery;
mod routes;
mod sessions;
mod signing_keys;
mod store;

use std::collections::HashMap;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use database::{Connection, DbError};
use domain::{Activity, Instant, Phone, UserId};
use platform::mail::Outbox;
use platform::{Error, Services, SessionCheck, Sessions, SignedIn};

pub use closing::export;
pub use model::{Account, Profile, Registration, SESSION_OVER, User};
pub use profile::{Provider, ProviderText, add_to_portfolio, find_provider, save_provider};

pub use routes::router;

use guesses::Guesses;
use passwords::Passwords;
use profile::ProfileLimits;
use signing_keys::SigningKeys;

/// What other features know of a person. They stand on accounts, so they tell through this trait.
pub trait PersonFacts: Send + Sync {
    /// Figures shown beside those people; somebody without any may be absent.
    fn counts(
        &self,
        connection: &mut Connection<'_>,
        users: &[UserId],
    ) -> Result<HashMap<UserId, PersonCounts>, DbError>;

    /// Somebody has come or changed: called inside the transaction that did it.
    fn changed(&self, connection: &mut Connection<'_>, account: &Account) -> Result<(), DbError>;
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PersonCounts {
    pub events: i64,
    pub followers: i64,
    pub following: i64,
}

/// The accounts with these ids, without those that are closed.
pub fn find_people(connection: &mut Connection<'_>, ids: &[UserId]) -> Result<HashMap<UserId, Account>, DbError> {
    let found = store::list_accounts(connection, ids)?;
    Ok(found.into_iter().map(|account| (account.id, account)).collect())
}

/// The accounts with these ids, also closed ones: what their owners made stays, under a name that tells nothing of them.
pub fn find_authors(connection: &mut Connection<'_>, ids: &[UserId]) -> Result<HashMap<UserId, Account>, DbError> {
    let found = store::list_accounts_ever(connection, ids)?;
    Ok(found.into_iter().map(|account| (account.id, account)).collect())
}

/// The account whose owner has proved that they read the mails of this address.
pub fn find_by_verified_email(connection: &mut Connection<'_>, email: &str) -> Result<Option<Account>, DbError> {
    store::find_by_verified_email(connection, email)
}

/// The account with this telephone number, however it was typed.
pub fn find_by_phone(connection: &mut Connection<'_>, phone: &Phone) -> Result<Option<Account>, DbError> {
    store::find_by_phone(connection, phone)
}

/// Puts a mail address that somebody gave elsewhere into their profile and sends a link that verifies it. An address
/// that is verified stays: its owner resets their password by it, and what was typed in passing may be somebody else's.
pub fn add_unverified_email(
    connection: &mut Connection<'_>,
    outbox: &Outbox,
    user: UserId,
    email: &str,
    now: Instant,
) -> Result<(), Error> {
    let Some(before) = store::find_account(connection, user)? else { return Ok(()) };
    if before.email_verified || before.email.as_deref() == Some(email) {
        return Ok(());
    }
    store::set_email(connection, user, Some(email))?;
    let addressed = Account { email: Some(email.to_owned()), email_verified: false, ..before };
    recovery::send_verification(connection, outbox, &addressed, now)?;
    Ok(())
}

/// Hashes a password in the form it is stored.
pub async fn hash_password(password: &str) -> Result<String, Error> {
    Passwords::default().hash(password).await
}

/// Whether there is any account yet.
pub fn has_users(connection: &mut Connection<'_>) -> Result<bool, DbError> {
    store::has_users(connection)
}

/// Stores a new account as it is given. For callers inside their own transaction.
pub fn insert_account(
    connection: &mut Connection<'_>,
    facts: &dyn PersonFacts,
    registration: &Registration,
    password_hash: &str,
    activity: Option<Activity>,
    now: Instant,
) -> Result<UserId, DbError> {
    let user = store::insert_user(connection, registration, password_hash, now)?;
    store::set_activity(connection, user, activity)?;
    if let Some(account) = store::find_account(connection, user)? {
        facts.changed(connection, &account)?;
    }
    Ok(user)
}

/// How often somebody may guess, or ask for what costs us as much as a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoginLimits {
    /// Wrong tries that one account takes at once, from all devices it does not know together.
    pub tries: u32,
    /// Then one more after each of these waits.
    pub wait: Duration,
    /// Tries that one address takes at once: thousands of phones may share it.
    pub address_tries: u32,
    pub address_per_second: u32,
}

/// The feature's own state.
#[derive(Clone)]
pub struct Accounts(Arc<Parts>);

pub struct Parts {
    services: Services,
    facts: Arc<dyn PersonFacts>,
    keys: SigningKeys,
    passwords: Passwords,
    guesses: Guesses,
    profile_limits: ProfileLimits,
}

impl Deref for Accounts {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromRef<Accounts> for Services {
    fn from_ref(accounts: &Accounts) -> Services {
        accounts.services.clone()
    }
}

impl FromRef<Accounts> for Sessions {
    fn from_ref(accounts: &Accounts) -> Sessions {
        Sessions::new(accounts.clone())
    }
}

impl Accounts {
    pub fn new(services: Services, facts: Arc<dyn PersonFacts>, limits: LoginLimits) -> Accounts {
        Accounts(Arc::new(Parts {
            keys: SigningKeys::new(services.db.clone(), services.clock.clone()),
            passwords: Passwords::default(),
            guesses: Guesses::new(&limits, services.clock.clone()),
            profile_limits: ProfileLimits::default(),
            services,
            facts,
        }))
    }

    /// What other features know of people, for those that show them.
    pub fn facts(&self) -> Arc<dyn PersonFacts> {
        self.facts.clone()
    }
}

impl SessionCheck for Accounts {
    fn check<'a>(&'a self, access: &'a str) -> Pin<Box<dyn Future<Output = Result<SignedIn, Error>> + Send + 'a>> {
        Box::pin(self.check_access(access))
    }
}
