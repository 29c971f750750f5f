//! What store functions work on: one connection inside one transaction, for as long as the closure runs.

use crate::failure::{Failed, Failure};
use crate::field::RowWriter;
use crate::kind::Kind;
use crate::row::{Row, Source};
use crate::{DbError, Engine, Field, Sql};

/// After a failed statement every later one is refused: PostgreSQL has aborted the transaction by then, and SQLite
/// must not carry on where PostgreSQL can't.
pub struct Connection<'a> {
    session: Session<'a>,
    failure: Option<Failure>,
}

pub(crate) enum Session<'a> {
    Sqlite(&'a rusqlite::Connection),
    Postgres(&'a mut crate::postgres::Session),
}

impl<'a> Connection<'a> {
    pub(crate) fn new(session: Session<'a>) -> Connection<'a> {
        Connection { session, failure: None }
    }

    pub(crate) fn failure(&self) -> Option<Failure> {
        self.failure
    }

    pub fn engine(&self) -> Engine {
        match self.session {
            Session::Sqlite(_) => Engine::Sqlite,
            Session::Postgres(_) => Engine::Postgres,
        }
    }

    /// Returns what `map` makes of every row.
    pub fn query<T>(
        &mut self,
        sql: impl Into<Sql>,
        params: &[&dyn Field],
        mut map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<Vec<T>, DbError> {
        let mut rows = Vec::new();
        self.each(&sql.into(), params, &mut |row| {
            rows.push(map(row)?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// Returns what `map` makes of the only row. None is [`DbError::NotFound`], which doesn't count as a failed statement.
    pub fn query_one<T>(
        &mut self,
        sql: impl Into<Sql>,
        params: &[&dyn Field],
        map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<T, DbError> {
        self.query_opt(sql, params, map)?.ok_or(DbError::NotFound)
    }

    /// Returns what `map` makes of the only row, if there is one. More than one is an error.
    pub fn query_opt<T>(
        &mut self,
        sql: impl Into<Sql>,
        params: &[&dyn Field],
        mut map: impl FnMut(&Row<'_>) -> Result<T, DbError>,
    ) -> Result<Option<T>, DbError> {
        let sql = sql.into();
        let mut found = None;
        self.each(&sql, params, &mut |row| match found {
            None => {
                found = Some(map(row)?);
                Ok(())
            }
            Some(_) => Err(DbError::Decode("more than one row where one was expected".into())),
        })?;
        Ok(found)
    }

    /// Runs a statement that answers no rows, and returns how many it touched.
    pub fn execute(&mut self, sql: impl Into<Sql>, params: &[&dyn Field]) -> Result<u64, DbError> {
        let sql = sql.into().text(self.engine());
        self.attempt(|session| match session {
            Session::Sqlite(connection) => crate::sqlite::execute(connection, &sql, params),
            Session::Postgres(session) => session.execute(&sql, params),
        })
    }

    /// Runs several statements without parameters, for migrations.
    pub(crate) fn script(&mut self, sql: &str) -> Result<(), DbError> {
        self.attempt(|session| match session {
            Session::Sqlite(connection) => crate::sqlite::script(connection, sql),
            Session::Postgres(session) => session.script(sql),
        })
    }

    /// Hands over every row of a query without parameters, in bounded memory, for copies.
    pub(crate) fn stream(
        &mut self,
        sql: &str,
        each: &mut dyn FnMut(&Row<'_>) -> Result<(), DbError>,
    ) -> Result<(), DbError> {
        self.attempt(|session| match session {
            Session::Sqlite(connection) => {
                crate::sqlite::query(connection, sql, &[], &mut |row| each(&Row::new(Source::Sqlite(row))))
            }
            Session::Postgres(session) => session.stream(sql, &mut |row| each(&Row::new(Source::Postgres(row)))),
        })
    }

    /// Writes every row that `feed` brings: by an INSERT on SQLite, by a binary COPY on PostgreSQL.
    pub(crate) fn fill(
        &mut self,
        sql: &str,
        kinds: &[Kind],
        feed: &mut dyn FnMut(&mut RowWriter<'_>) -> Result<(), DbError>,
    ) -> Result<(), DbError> {
        self.attempt(|session| match session {
            Session::Sqlite(connection) => crate::sqlite::fill(connection, sql, feed),
            Session::Postgres(session) => session.fill(sql, kinds, feed),
        })
    }

    fn each(
        &mut self,
        sql: &Sql,
        params: &[&dyn Field],
        each: &mut dyn FnMut(&Row<'_>) -> Result<(), DbError>,
    ) -> Result<(), DbError> {
        let sql = sql.text(self.engine());
        self.attempt(|session| match session {
            Session::Sqlite(connection) => {
                crate::sqlite::query(connection, &sql, params, &mut |row| each(&Row::new(Source::Sqlite(row))))
            }
            Session::Postgres(session) => {
                session.query(&sql, params, &mut |row| each(&Row::new(Source::Postgres(row))))
            }
        })
    }

    fn attempt<T>(&mut self, run: impl FnOnce(&mut Session<'a>) -> Result<T, Failed>) -> Result<T, DbError> {
        if self.failure.is_some() {
            return Err(DbError::Poisoned);
        }
        run(&mut self.session).map_err(|failed| {
            self.failure = Some(failed.failure);
            failed.error
        })
    }
}
