//! What a failed statement means to the worker that runs it.

use crate::DbError;

/// What the first failure in a closure means to the worker that runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Will fail again: roll back.
    Statement,
    /// Other work was in the way, or a plan was outdated: run again.
    Conflict,
    /// The connection is gone, and with it a transaction that had not been committed: run again on another one.
    Lost,
}

pub(crate) struct Failed {
    pub error: DbError,
    pub failure: Failure,
}

impl From<DbError> for Failed {
    fn from(error: DbError) -> Failed {
        Failed { error, failure: Failure::Statement }
    }
}
