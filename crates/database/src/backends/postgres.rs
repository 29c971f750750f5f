//! PostgreSQL's connections as the worker loop sees them; a lost one is opened again with exponential back-off.

use std::time::{Duration, Instant};

use crate::connection::{self, Connection};
use crate::job::Mode;
use crate::postgres::{Server, Session, describe, is_conflict, is_lost, translate};
use crate::worker::{Backend, CommitFailed, Savepoint};
use crate::{DbError, OpenError, Options};

/// The first pause between two attempts to reconnect; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_millis(800);

pub(crate) struct PostgresBackend {
    server: Server,
    options: Options,
    session: Result<Session, Disconnected>,
}

/// A connection that was lost. Work waits for a server that restarts until `wait_until`; past that it is answered as
/// unavailable at once, and the server is tried again after each pause.
struct Disconnected {
    reason: String,
    wait_until: Instant,
    next_attempt: Instant,
    pause: Duration,
}

impl PostgresBackend {
    pub(crate) fn open(server: Server, options: Options) -> Result<PostgresBackend, OpenError> {
        let session = Session::open(&server, &options)
            .map_err(|reason| OpenError::Postgres { server: server.to_string(), reason })?;
        Ok(PostgresBackend { server, options, session: Ok(session) })
    }

    fn session(&mut self) -> Result<&mut Session, DbError> {
        while let Err(lost) = &mut self.session {
            let pause = lost.next_attempt.saturating_duration_since(Instant::now());
            if !pause.is_zero() && lost.next_attempt > lost.wait_until {
                return Err(DbError::Unavailable(lost.reason.clone()));
            }
            std::thread::sleep(pause);
            match Session::open(&self.server, &self.options) {
                Ok(session) => self.session = Ok(session),
                Err(reason) => {
                    lost.reason = reason;
                    lost.next_attempt = Instant::now() + lost.pause;
                    lost.pause = (lost.pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
        self.session.as_mut().map_err(|lost| DbError::Unavailable(lost.reason.clone()))
    }

    fn disconnect(&mut self, reason: String) {
        if self.session.is_ok() {
            tracing::warn!(server = %self.server, reason, "lost connection to PostgreSQL");
            let now = Instant::now();
            let (wait_until, pause) = (now + self.options.reconnect_timeout, FIRST_PAUSE);
            self.session = Err(Disconnected { reason, wait_until, next_attempt: now, pause });
        }
    }

    fn end(&mut self, sql: &'static str) -> Result<(), tokio_postgres::Error> {
        self.session.as_mut().map_or(Ok(()), |session| session.end(sql))
    }
}

impl Backend for PostgresBackend {
    fn begin(&mut self, mode: Mode) -> Result<(), DbError> {
        self.session()?.begin(match mode {
            // Lists have one right way each, and planning them anew for their values takes longer than they do. Not so
            // for what writes: a plan made for an empty table would be kept while a rush fills it.
            Mode::Read => {
                "begin isolation level repeatable read read only; set local plan_cache_mode = force_generic_plan"
            }
            Mode::Write => "begin isolation level serializable read write",
            Mode::RowLocked => "begin isolation level read committed read write",
        });
        Ok(())
    }

    fn connection(&mut self) -> Connection<'_> {
        match &mut self.session {
            Ok(session) => Connection::new(connection::Session::Postgres(session)),
            Err(_) => unreachable!("a transaction has begun on this session"),
        }
    }

    fn commit(&mut self) -> Result<(), CommitFailed> {
        self.end("commit").map_err(|error| {
            if is_lost(&error) {
                CommitFailed::Unknown(describe(&error))
            } else if is_conflict(&error) {
                CommitFailed::Conflict
            } else {
                CommitFailed::Refused(translate("commit", &error))
            }
        })
    }

    fn rollback(&mut self) {
        if let Err(error) = self.end("rollback") {
            self.disconnect(describe(&error));
        }
    }

    fn in_transaction(&self) -> bool {
        self.session.as_ref().is_ok_and(Session::in_transaction)
    }

    /// Without group commit (with two writers it deadlocks, and is slower) there is nothing to set apart.
    fn savepoint(&mut self, _: Savepoint) -> Result<(), DbError> {
        Ok(())
    }

    fn discard(&mut self) {
        self.disconnect("a statement or a commit found it broken".to_owned());
    }
}
