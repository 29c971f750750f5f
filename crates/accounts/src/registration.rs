//! Storing a new account.

use database::{Connection, DbError};
use domain::{Activity, Instant, UserId};

use crate::model::{LOOKALIKE, Registration};
use crate::person_facts::PersonFacts;
use crate::{Accounts, store};
use platform::Error;

/// Accounts that get their look within one transaction.
const LOOKS_AT_ONCE: i64 = 1000;

impl Accounts {
    /// Gives accounts from before looks were stored theirs, so that nobody takes a name that looks like one of them.
    pub async fn fill_looks(&self) -> Result<(), DbError> {
        while self.services.db.read(|c| Ok::<_, DbError>(!store::list_without_look(c, 1)?.is_empty())).await? {
            let fill = |c: &mut Connection<'_>| {
                let names = store::list_without_look(c, LOOKS_AT_ONCE)?;
                names.iter().try_for_each(|(user, name)| store::set_look(c, *user, name))
            };
            self.services.db.write(fill).await?;
        }
        Ok(())
    }
}

/// Refuses a name that looks like another's. For callers inside the transaction that stores the account.
pub fn check_look(c: &mut Connection<'_>, username: &str) -> Result<(), Error> {
    if store::has_lookalike(c, username, None)? { Err(Error::field("username", LOOKALIKE)) } else { Ok(()) }
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
        facts.person_changed(connection, &account)?;
    }
    Ok(user)
}
