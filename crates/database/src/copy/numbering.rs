//! The numbers that a database gives to new rows: a copy goes on where its source stood, so that a number whose row was
//! deleted is given to no other.

use crate::connection::Connection;
use crate::copy::tables::{Table, literal, quoted};
use crate::{DbError, Engine};

/// The last number that was given, if there is one.
pub(super) fn last_number(c: &mut Connection<'_>, table: &Table) -> Result<Option<i64>, DbError> {
    let Some(column) = numbered(table) else { return Ok(None) };
    let highest = format!("select max({}) from {}", quoted(column), quoted(&table.name));
    let sql = match c.engine() {
        Engine::Sqlite if has_sequences(c)? => {
            let given = format!("select seq from sqlite_sequence where name = {}", literal(&table.name));
            format!("select max(coalesce(({highest}), ({given})), coalesce(({given}), ({highest})))")
        }
        Engine::Sqlite => highest,
        Engine::Postgres => {
            format!("select greatest(({highest}), pg_sequence_last_value({}))", sequence(table, column))
        }
    };
    let mut last = None;
    c.stream(&sql, &mut |row| {
        last = row.get(0)?;
        Ok(())
    })?;
    Ok(last)
}

pub(super) fn set_last_number(c: &mut Connection<'_>, table: &Table, last: i64) -> Result<(), DbError> {
    let Some(column) = numbered(table) else { return Ok(()) };
    match c.engine() {
        Engine::Postgres => c.script(&format!("select setval({}, {last})", sequence(table, column))),
        Engine::Sqlite if has_sequences(c)? => {
            let name = literal(&table.name);
            // Only tables that are declared so have a line there.
            c.script(&format!(
                "delete from sqlite_sequence where name = {name};
                 insert into sqlite_sequence (name, seq) select name, {last} from sqlite_master
                 where type = 'table' and name = {name} and upper(sql) like '%AUTOINCREMENT%'"
            ))
        }
        Engine::Sqlite => Ok(()),
    }
}

fn numbered(table: &Table) -> Option<&str> {
    table.columns.iter().find(|column| column.is_numbered).map(|column| column.name.as_str())
}

fn sequence(table: &Table, column: &str) -> String {
    format!("pg_get_serial_sequence({}, {})::regclass", literal(&quoted(&table.name)), literal(column))
}

/// SQLite makes the table with the first that needs it.
fn has_sequences(c: &mut Connection<'_>) -> Result<bool, DbError> {
    c.query_one("select exists (select 1 from sqlite_master where name = 'sqlite_sequence')", &[], |row| row.get(0))
}
