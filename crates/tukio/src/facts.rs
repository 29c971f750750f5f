//! What earlier features are told by later ones: the one place where all of them are known.

use std::collections::HashMap;

use accounts::{Account, PersonCounts, PersonFacts};
use database::{Connection, DbError};
use domain::UserId;

/// Facts about people that features standing on accounts know.
pub struct PeopleFacts;

impl PersonFacts for PeopleFacts {
    fn counts(&self, c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, PersonCounts>, DbError> {
        let events = events::count_by_owner(c, users)?;
        let follows = people::count_follows(c, users)?;
        let counts = |user: &UserId| {
            let (followers, following) = follows.get(user).copied().unwrap_or_default();
            PersonCounts { events: events.get(user).copied().unwrap_or_default(), followers, following }
        };
        Ok(users.iter().map(|user| (*user, counts(user))).collect())
    }

    fn person_changed(&self, c: &mut Connection<'_>, account: &Account) -> Result<(), DbError> {
        people::update_directory(c, account)
    }
}
