//! Who people are: registration, signing in, sessions, profiles.

mod access_token;
mod actions;
mod model;
mod passwords;
mod profile;
pub mod routes;
mod signing_keys;
mod store;

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;

use database::{Connection, Database, DbError};
use domain::{Activity, Clock, Instant, UserId};

pub use model::{Account, Profile, Registration, User};
pub use profile::{Profiles, Provider, ProviderText, add_to_portfolio, forget, provider_of, save_provider};

use crate::platform::{Error, SessionCheck, SignedIn};
use passwords::Passwords;
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

/// Those people, by id, as everybody may see them in a list.
pub fn people(connection: &mut Connection<'_>, ids: &[UserId]) -> Result<HashMap<UserId, Account>, DbError> {
    let found = store::accounts(connection, ids)?;
    Ok(found.into_iter().map(|account| (account.id, account)).collect())
}

/// A password in the form it is stored.
pub async fn hash_password(password: &str) -> Result<String, Error> {
    Passwords::default().hash(password).await
}

/// Whether anybody has an account yet.
pub fn any_user(connection: &mut Connection<'_>) -> Result<bool, DbError> {
    store::any_user(connection)
}

/// Stores a person as they stand. For callers inside their own transaction.
pub fn insert(
    connection: &mut Connection<'_>,
    facts: &dyn PersonFacts,
    registration: &Registration,
    password_hash: &str,
    activity: Option<Activity>,
    now: Instant,
) -> Result<UserId, DbError> {
    let user = store::insert_user(connection, registration, password_hash, now)?;
    store::set_activity(connection, user, activity)?;
    if let Some(account) = store::account(connection, user)? {
        facts.changed(connection, &account)?;
    }
    Ok(user)
}

/// The feature's own state.
#[derive(Clone)]
pub struct Accounts {
    db: Database,
    clock: Arc<dyn Clock>,
    facts: Arc<dyn PersonFacts>,
    keys: SigningKeys,
    passwords: Passwords,
}

impl Accounts {
    pub fn new(db: Database, clock: Arc<dyn Clock>, facts: Arc<dyn PersonFacts>) -> Accounts {
        let keys = SigningKeys::new(db.clone(), clock.clone());
        Accounts { db, clock, facts, keys, passwords: Passwords::default() }
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
