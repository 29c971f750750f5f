//! SQLite's connections as the worker loop sees them: readers, and the one writer.

use std::path::PathBuf;

use rusqlite::{Connection as Driver, ErrorCode};

use crate::connection::{Connection, Session};
use crate::job::Mode;
use crate::sqlite;
use crate::worker::{Backend, CommitFailed, Savepoint};
use crate::{DbError, OpenError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Reader,
    Writer,
}

pub(crate) struct SqliteBackend {
    file: PathBuf,
    role: Role,
    driver: Driver,
    /// Set after a commit of unknown outcome: what the connection remembers may not be what the disk holds.
    must_reopen: bool,
}

impl SqliteBackend {
    pub(crate) fn open(file: PathBuf, role: Role) -> Result<SqliteBackend, OpenError> {
        let driver = sqlite::open(&file, role == Role::Reader)?;
        Ok(SqliteBackend { file, role, driver, must_reopen: false })
    }

    fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.driver.prepare_cached(sql)?.raw_execute().map(drop)
    }
}

impl Backend for SqliteBackend {
    fn begin(&mut self, mode: Mode) -> Result<(), DbError> {
        if self.must_reopen {
            self.driver = sqlite::open(&self.file, self.role == Role::Reader)
                .map_err(|error| DbError::Unavailable(error.to_string()))?;
            self.must_reopen = false;
        }
        // IMMEDIATE: a transaction that reads first and then writes could find that another process was faster.
        let sql = if mode == Mode::Read { "begin" } else { "begin immediate" };
        self.run(sql).map_err(|error| sqlite::plain(&error))
    }

    fn connection(&mut self) -> Connection<'_> {
        Connection::new(Session::Sqlite(&self.driver))
    }

    fn commit(&mut self) -> Result<(), CommitFailed> {
        let Err(error) = self.run("commit") else { return Ok(()) };
        match error.sqlite_error_code() {
            // A deferred constraint: the transaction still stands, so nothing of it was kept.
            Some(ErrorCode::ConstraintViolation) if self.in_transaction() => {
                self.rollback();
                Err(CommitFailed::Refused(sqlite::failed(&self.driver, "commit", &error).error))
            }
            _ => Err(CommitFailed::Unknown(sqlite::one_line(&error))),
        }
    }

    fn rollback(&mut self) {
        // Nothing to roll back means that SQLite has already done it.
        if self.in_transaction() && self.run("rollback").is_err() {
            self.must_reopen = true;
        }
    }

    fn in_transaction(&self) -> bool {
        !self.driver.is_autocommit()
    }

    fn savepoint(&mut self, step: Savepoint) -> Result<(), DbError> {
        let run = |sql| self.run(sql).map_err(|error| sqlite::plain(&error));
        match step {
            Savepoint::Set => run("savepoint job"),
            Savepoint::Release => run("release job"),
            Savepoint::RollBack => run("rollback to job").and_then(|()| run("release job")),
        }
    }

    fn discard(&mut self) {
        self.rollback();
        self.must_reopen = true;
    }
}
