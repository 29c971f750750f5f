//! PostgreSQL's connections as the worker loop sees them, and their patience with a server that went away.

use std::time::{Duration, Instant};

use tokio_postgres::Config;

use super::connect::server;
use super::failure::{describe, in_our_words, is_conflict, is_lost};
use super::session::Session;
use crate::connection::{self, Connection};
use crate::job::Mode;
use crate::worker::{Backend, CommitFailed, Savepoint};
use crate::{DbError, OpenError, Options};

/// The first pause between two attempts to reconnect; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_millis(800);

pub(crate) struct PostgresBackend {
    config: Config,
    connect_timeout: Duration,
    patience: Duration,
    session: Result<Session, Gone>,
}

/// A connection that is no more. Work waits for a server that restarts for as long as the patience lasts; past that it
/// is answered at once, and the server tried again after each pause.
struct Gone {
    reason: String,
    wait_until: Instant,
    next_attempt: Instant,
    pause: Duration,
}

impl PostgresBackend {
    pub(crate) fn open(config: Config, options: &Options) -> Result<PostgresBackend, OpenError> {
        let session = Session::open(&config, options.connect_timeout)
            .map_err(|reason| OpenError::Postgres { server: server(&config), reason })?;
        let (connect_timeout, patience) = (options.connect_timeout, options.patience);
        Ok(PostgresBackend { config, connect_timeout, patience, session: Ok(session) })
    }

    fn session(&mut self) -> Result<&mut Session, DbError> {
        while let Err(gone) = &mut self.session {
            let pause = gone.next_attempt.saturating_duration_since(Instant::now());
            if !pause.is_zero() && gone.next_attempt > gone.wait_until {
                return Err(DbError::Unavailable(gone.reason.clone()));
            }
            std::thread::sleep(pause);
            match Session::open(&self.config, self.connect_timeout) {
                Ok(session) => self.session = Ok(session),
                Err(reason) => {
                    gone.reason = reason;
                    gone.next_attempt = Instant::now() + gone.pause;
                    gone.pause = (gone.pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
        self.session.as_mut().map_err(|gone| DbError::Unavailable(gone.reason.clone()))
    }

    fn lose(&mut self, reason: String) {
        if self.session.is_ok() {
            tracing::warn!("lost a connection to PostgreSQL at {}: {reason}", server(&self.config));
            let now = Instant::now();
            let (wait_until, pause) = (now + self.patience, FIRST_PAUSE);
            self.session = Err(Gone { reason, wait_until, next_attempt: now, pause });
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
                CommitFailed::Refused(in_our_words("commit", &error))
            }
        })
    }

    fn rollback(&mut self) {
        if let Err(error) = self.end("rollback") {
            self.lose(describe(&error));
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
        self.lose("a statement or a commit found it broken".to_owned());
    }
}
