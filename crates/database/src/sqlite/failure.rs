//! Translates SQLite's errors to [`DbError`]. Constraints are named as PostgreSQL names them.

use rusqlite::ErrorCode;
use rusqlite::ffi;

use crate::DbError;
use crate::failure::Failed;
use crate::sql::beginning;

pub(crate) fn failed(connection: &rusqlite::Connection, sql: &str, error: &rusqlite::Error) -> Failed {
    let wrong = |reason: &str| DbError::Sql(format!("{reason} in: {}", beginning(sql)));
    let (code, message) = match error {
        rusqlite::Error::SqliteFailure(code, message) => (code, message),
        rusqlite::Error::SqlInputError { msg, .. } => return wrong(msg).into(),
        _ => return wrong(&one_line(error)).into(),
    };
    let message = message.as_deref().unwrap_or_default();
    match code.code {
        ErrorCode::ConstraintViolation => {
            DbError::Constraint { name: constraint(connection, code.extended_code, message) }.into()
        }
        ErrorCode::Unknown | ErrorCode::ReadOnly | ErrorCode::TypeMismatch | ErrorCode::ParameterOutOfRange => {
            wrong(&one_line(error)).into()
        }
        ErrorCode::TooBig => DbError::Unstorable("too long".into()).into(),
        _ => plain(error).into(),
    }
}

/// Translates errors that have nothing to do with what a statement says.
pub(crate) fn plain(error: &rusqlite::Error) -> DbError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => DbError::Busy,
        _ => DbError::Unavailable(one_line(error)),
    }
}

pub(crate) fn one_line(error: &rusqlite::Error) -> String {
    error.to_string().replace('\n', " ")
}

fn constraint(connection: &rusqlite::Connection, extended_code: i32, message: &str) -> String {
    let (_, what) = message.split_once(": ").unwrap_or(("", message));
    match extended_code {
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => "foreign_key".to_owned(),
        ffi::SQLITE_CONSTRAINT_NOTNULL => format!("{}_not_null", what.replace('.', "_")),
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            // An index on an expression is named outright.
            match what.strip_prefix("index '").and_then(|rest| rest.strip_suffix('\'')) {
                Some(index) => index.to_owned(),
                None => unique_index(connection, what),
            }
        }
        _ => what.to_owned(),
    }
}

/// `users.town, users.name` → the unique index on just these columns, or the name PostgreSQL gives to a constraint
/// without one.
fn unique_index(connection: &rusqlite::Connection, columns: &str) -> String {
    let table = columns.split('.').next().unwrap_or_default();
    let columns: Vec<&str> =
        columns.split(", ").map(|column| column.split_once('.').map_or(column, |(_, name)| name)).collect();
    let columns = columns.join(",");
    let found = connection.prepare_cached(UNIQUE_INDEX).and_then(|mut statement| {
        statement.query_row((table, &columns), |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
    });
    match found {
        Ok((name, origin)) if origin == "c" => name,
        Ok((_, origin)) if origin == "u" => format!("{table}_{}_key", columns.replace(',', "_")),
        // An INTEGER PRIMARY KEY is the table itself and has no index.
        _ => format!("{table}_pkey"),
    }
}

const UNIQUE_INDEX: &str = "
    select list.name, list.origin from pragma_index_list(?1) as list
    where list.\"unique\"
      and (select group_concat(name, ',') from (select name from pragma_index_info(list.name) order by seqno)) = ?2
    order by list.origin = 'c' desc, list.seq limit 1";
