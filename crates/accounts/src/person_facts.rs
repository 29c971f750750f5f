//! What accounts ask of the features that stand on them.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::UserId;

use crate::model::{Account, PersonCounts};

/// What other features know of a person. They depend on accounts, so accounts ask them through this trait.
pub trait PersonFacts: Send + Sync {
    /// Figures shown beside these people; a person without any may be absent.
    fn counts(
        &self,
        connection: &mut Connection<'_>,
        users: &[UserId],
    ) -> Result<HashMap<UserId, PersonCounts>, DbError>;

    /// Called when an account is new or shows itself differently, inside the transaction that made it so.
    fn person_changed(&self, connection: &mut Connection<'_>, account: &Account) -> Result<(), DbError>;
}
