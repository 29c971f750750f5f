//! People as others see them: the directory, public profiles, who follows whom.

mod actions;
mod model;
mod routes;
mod store;

use std::collections::{HashMap, HashSet};

use accounts::{Account, Accounts};
use database::{Connection, DbError};
use domain::UserId;
use platform::Services;

pub use model::{DirectoryFilters, DirectoryPage, IndexedWord, Person, Signature, index_words};
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

/// How many people follow each of these people, and how many each of them follows.
pub fn count_follows(
    connection: &mut Connection<'_>,
    users: &[UserId],
) -> Result<HashMap<UserId, (i64, i64)>, DbError> {
    store::count_follows(connection, users)
}

/// Adds a person to the directory, or updates what it shows of them. For callers inside their own transaction.
pub fn update_directory(connection: &mut Connection<'_>, account: &Account) -> Result<(), DbError> {
    let activity = account.activity.as_deref();
    store::update_directory(connection, account.id, activity, &model::index_words(&account.username, activity))
}

/// Removes a person from the directory, and their follows. For callers inside their own transaction.
pub fn remove_person(connection: &mut Connection<'_>, user: UserId) -> Result<(), DbError> {
    store::remove_person(connection, user)
}

/// The accounts that a person follows, the latest first.
pub fn list_following(connection: &mut Connection<'_>, user: UserId) -> Result<Vec<Account>, DbError> {
    let mut followed = Vec::new();
    for ids in store::list_following(connection, user)?.chunks(MOST_AT_ONCE) {
        let mut people = accounts::find_people(connection, ids)?;
        followed.extend(ids.iter().filter_map(|id| people.remove(id)));
    }
    Ok(followed)
}

/// Who follows a person, in the order of their ids: at most `most` of those behind `after`.
pub fn list_followers(
    connection: &mut Connection<'_>,
    user: UserId,
    after: UserId,
    most: i64,
) -> Result<Vec<UserId>, DbError> {
    store::list_followers(connection, user, after, most)
}

/// Those of `users` that a person follows.
pub fn find_followed_among(
    connection: &mut Connection<'_>,
    follower: UserId,
    users: &[UserId],
) -> Result<HashSet<UserId>, DbError> {
    store::find_followed_among(connection, follower, users)
}

/// Ids in one statement, well below the number of parameters that a statement takes.
const MOST_AT_ONCE: usize = 50;
