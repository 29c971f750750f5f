//! Translates PostgreSQL's errors to [`DbError`], and says what they mean to the worker.

use std::error::Error as _;

use tokio_postgres::Error;
use tokio_postgres::error::{DbError as ServerError, Severity, SqlState};

use crate::DbError;
use crate::failure::{Failed, Failure};

/// Whether PostgreSQL has forgotten a prepared statement or refuses to follow a changed table with it.
pub(super) fn is_stale_plan(error: &Error) -> bool {
    error.as_db_error().is_some_and(|server| {
        *server.code() == SqlState::INVALID_SQL_STATEMENT_NAME
            || (*server.code() == SqlState::FEATURE_NOT_SUPPORTED && server.message().contains("cached plan"))
    })
}

/// Whether the connection is no more. What fails on our side, such as a parameter of the wrong type, was checked
/// before it was sent: an error that the server didn't send is one of the connection.
pub(crate) fn is_lost(error: &Error) -> bool {
    error.as_db_error().is_none_or(|server| {
        matches!(server.parsed_severity(), Some(Severity::Fatal | Severity::Panic))
            || [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW]
                .contains(server.code())
    })
}

pub(crate) fn is_conflict(error: &Error) -> bool {
    matches!(error.code(), Some(&SqlState::T_R_SERIALIZATION_FAILURE | &SqlState::T_R_DEADLOCK_DETECTED))
}

pub(super) fn failed(sql: &str, error: &Error) -> Failed {
    let failure = if is_lost(error) {
        Failure::Lost
    } else if is_conflict(error) || is_stale_plan(error) {
        Failure::Conflict
    } else {
        Failure::Statement
    };
    Failed { error: translate(sql, error), failure }
}

pub(crate) fn translate(sql: &str, error: &Error) -> DbError {
    let Some(server) = error.as_db_error().filter(|_| !is_lost(error)) else {
        return DbError::Unavailable(describe(error));
    };
    match server.code().code() {
        code if code.starts_with("23") => DbError::Constraint { name: constraint(server) },
        // A lock that was not to be had, and a statement that was stopped for taking too long.
        "55P03" | "57014" => DbError::Busy,
        // Out of range, and text that is no valid UTF-8.
        "22003" | "22021" => DbError::Unstorable(server.message().to_owned()),
        // Out of memory, disk or connections; an input or output error.
        code if code.starts_with("53") || code.starts_with("58") => DbError::Unavailable(describe(error)),
        code => DbError::Sql(format!("{} ({code}) in: {}", server.message(), crate::sql::beginning(sql))),
    }
}

/// Names a constraint as `sqlite/failure.rs` does.
fn constraint(server: &ServerError) -> String {
    match (server.code(), server.table(), server.column()) {
        (&SqlState::FOREIGN_KEY_VIOLATION, _, _) => "foreign_key".to_owned(),
        (&SqlState::NOT_NULL_VIOLATION, Some(table), Some(column)) => format!("{table}_{column}_not_null"),
        _ => server.constraint().unwrap_or(server.message()).to_owned(),
    }
}

/// Describes an error in one line, with its cause but without `detail`, which quotes the data.
pub(crate) fn describe(error: &Error) -> String {
    let text = match (error.as_db_error(), error.source()) {
        (Some(server), _) => server.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    };
    text.replace('\n', " ")
}
