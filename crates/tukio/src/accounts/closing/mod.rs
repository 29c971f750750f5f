//! Leaving: taking one's data along, and closing one's account.

mod actions;
mod letters;
mod model;
pub mod routes;
mod store;

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::{Map, Value};

/// What other features keep for a person. They stand on accounts, so they are asked through this trait.
pub trait Belongings: Send + Sync {
    /// What closing the account would do to it, told before.
    fn consequences(
        &self,
        connection: &mut Connection<'_>,
        user: UserId,
        now: Instant,
    ) -> Result<Consequences, DbError>;

    /// Lets go of it, inside the transaction that closes the account.
    fn leave(&self, connection: &mut Connection<'_>, user: UserId, now: Instant) -> Result<LeftBehind, DbError>;

    /// All of it, by the name it has in the export.
    fn export(&self, connection: &mut Connection<'_>, user: UserId) -> Result<Map<String, Value>, DbError>;
}

/// What is to be seen to once somebody's account is closed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftBehind {
    /// Events that are shown differently from then on, or not at all.
    pub events: Vec<EventId>,
    /// Keys of stored pictures that nothing shows any more.
    pub pictures: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consequences {
    /// Sentences for the person.
    pub said: Vec<String>,
    /// Why the account can't be closed now, if so.
    pub obstacle: Option<String>,
}
