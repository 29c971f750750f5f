//! Storing a new account.

use database::{Connection, DbError};
use domain::{Activity, Instant, UserId};

use crate::model::Registration;
use crate::person_facts::PersonFacts;
use crate::store;

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
        facts.person_changed(connection, &account)?;
    }
    Ok(user)
}
