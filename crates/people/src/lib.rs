//! People as others see them: the directory, public profiles, who follows whom.

mod actions;
mod model;
mod routes;
mod store;

use std::collections::{HashMap, HashSet};

use accounts::{Account, Accounts};
use axum::extract::FromRef;
use database::{Connection, DbError};
use domain::UserId;
use platform::{Services, Sessions};

pub use model::{Beginnings, DirectoryFilters, DirectoryPage, FoundBy, Person, found_by};
pub use routes::router;

/// The feature's own state.
#[derive(Clone)]
pub struct People {
    services: Services,
    accounts: Accounts,
}

impl People {
    /// People shown on one page of the directory.
    pub const PER_PAGE: u32 = 10;

    pub fn new(services: Services, accounts: Accounts) -> People {
        People { services, accounts }
    }
}

impl FromRef<People> for Services {
    fn from_ref(people: &People) -> Services {
        people.services.clone()
    }
}

impl FromRef<People> for Sessions {
    fn from_ref(people: &People) -> Sessions {
        Sessions::from_ref(&people.accounts)
    }
}

/// How many people follow each of those, and how many each follows.
pub fn follow_counts(
    connection: &mut Connection<'_>,
    users: &[UserId],
) -> Result<HashMap<UserId, (i64, i64)>, DbError> {
    store::follow_counts(connection, users)
}

/// Puts a person into the directory, or what has changed about them. For callers inside their own transaction.
pub fn enter(connection: &mut Connection<'_>, account: &Account) -> Result<(), DbError> {
    let activity = account.activity.as_deref();
    store::enter(connection, account.id, activity, &model::found_by(&account.username, activity))
}

/// Takes somebody out of the directory, and their follows with them. For callers inside their own transaction.
pub fn leave(connection: &mut Connection<'_>, user: UserId) -> Result<(), DbError> {
    store::leave(connection, user)
}

/// Everybody somebody follows, the latest first.
pub fn following(connection: &mut Connection<'_>, user: UserId) -> Result<Vec<Account>, DbError> {
    let mut followed = Vec::new();
    for ids in store::following(connection, user)?.chunks(MOST_AT_ONCE) {
        let mut people = accounts::find_people(connection, ids)?;
        followed.extend(ids.iter().filter_map(|id| people.remove(id)));
    }
    Ok(followed)
}

/// Which of those people somebody follows.
pub fn followed_among(
    connection: &mut Connection<'_>,
    follower: UserId,
    users: &[UserId],
) -> Result<HashSet<UserId>, DbError> {
    store::followed_among(connection, follower, users)
}

/// Ids in one statement: well below what a statement takes.
const MOST_AT_ONCE: usize = 50;
