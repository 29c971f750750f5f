//! SQLite: running statements on a connection. How it is opened and how it names its refusals is beside.

mod failure;
mod fill;
mod open;

use rusqlite::types::{ToSqlOutput, ValueRef};

pub(crate) use failure::{failed, one_line, plain};
pub(crate) use fill::fill;
pub(crate) use open::{ensure_folder, open};

use crate::failure::Failed;
use crate::field::storable;
use crate::sql::beginning;
use crate::{DbError, Field, Value};

pub(crate) fn query(
    connection: &rusqlite::Connection,
    sql: &str,
    params: &[&dyn Field],
    each: &mut dyn FnMut(&rusqlite::Row<'_>) -> Result<(), DbError>,
) -> Result<(), Failed> {
    let mut statement = bound(connection, sql, params)?;
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(|error| failed(connection, sql, &error))? {
        each(row)?;
    }
    Ok(())
}

pub(crate) fn execute(connection: &rusqlite::Connection, sql: &str, params: &[&dyn Field]) -> Result<u64, Failed> {
    let mut statement = bound(connection, sql, params)?;
    let touched = statement.raw_execute().map_err(|error| failed(connection, sql, &error))?;
    Ok(touched as u64)
}

pub(crate) fn script(connection: &rusqlite::Connection, sql: &str) -> Result<(), Failed> {
    connection.execute_batch(sql).map_err(|error| failed(connection, sql, &error))
}

/// In SQLite `$2` is a name, numbered in the order of first appearance: bind by the number inside the name.
fn bound<'c>(
    connection: &'c rusqlite::Connection,
    sql: &str,
    params: &[&dyn Field],
) -> Result<rusqlite::CachedStatement<'c>, Failed> {
    let mut statement = connection.prepare_cached(sql).map_err(|error| failed(connection, sql, &error))?;
    let mut highest = 0;
    for index in 1..=statement.parameter_count() {
        let number = statement
            .parameter_name(index)
            .and_then(number_in)
            .ok_or_else(|| DbError::Sql(format!("parameters are written $1, $2, … in: {}", beginning(sql))))?;
        highest = highest.max(number);
        let value = params.get(number - 1).map_or(Ok(Value::Null), |param| storable(param.value()))?;
        statement.raw_bind_parameter(index, Parameter(value)).map_err(|error| failed(connection, sql, &error))?;
    }
    if highest != params.len() {
        let reason = format!("{highest} parameters expected, {} given in: {}", params.len(), beginning(sql));
        return Err(DbError::Sql(reason).into());
    }
    Ok(statement)
}

fn number_in(name: &str) -> Option<usize> {
    let digits = name.strip_prefix('$')?.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|number| *number > 0)
}

struct Parameter<'a>(Value<'a>);

impl rusqlite::ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(number),
            Value::Real(number) => ValueRef::Real(number),
            Value::Bool(truth) => ValueRef::Integer(truth.into()),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

pub(crate) fn value<'r>(row: &'r rusqlite::Row<'_>, index: usize) -> Result<Value<'r>, String> {
    Ok(match row.get_ref(index).map_err(|error| error.to_string())? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(std::str::from_utf8(text).map_err(|error| error.to_string())?),
        ValueRef::Blob(bytes) => Value::Bytes(bytes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_by_their_number() {
        assert_eq!(number_in("$1"), Some(1));
        assert_eq!(number_in("$12::bigint"), Some(12));
        for name in ["$0", "$name", "?1", ":1", "$"] {
            assert_eq!(number_in(name), None, "{name}");
        }
    }
}
