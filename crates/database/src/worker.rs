//! The one loop that serves SQLite's readers, its writer and PostgreSQL's connections: take what waits, run it in a
//! transaction, answer. SQLite's writer does group commit: writes that came while the last commit was on its way are
//! committed together, without a timer. A conflict is rerun with randomised exponential back-off.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;

use crossbeam_channel::Receiver;

use crate::failure::Failure;
use crate::job::{Job, Mode};
use crate::stats::{Counters, count};
use crate::{Connection, DbError};

/// One connection to one engine, opened again as needed.
pub(crate) trait Backend {
    /// Opens a transaction, and the connection first if it is gone. After an error nothing has begun.
    fn begin(&mut self, mode: Mode) -> Result<(), DbError>;

    fn connection(&mut self) -> Connection<'_>;

    /// Ends the transaction, whatever it answers.
    fn commit(&mut self) -> Result<(), CommitFailed>;

    fn rollback(&mut self);

    /// Whether the transaction is still there: a full disk may have rolled it back behind our back.
    fn in_transaction(&self) -> bool;

    /// Only called where groups of more than one are run.
    fn savepoint(&mut self, step: Savepoint) -> Result<(), DbError>;

    /// The connection can't be trusted any more: the next `begin` opens another.
    fn discard(&mut self);
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Savepoint {
    Set,
    Release,
    RollBack,
}

pub(crate) enum CommitFailed {
    /// Rolled back because of other work: may be run again.
    Conflict,
    /// Rolled back for good.
    Refused(DbError),
    /// Kept or lost: nobody knows.
    Unknown(String),
}

/// How often a closure is run at most when others are in its way; past that it is answered as busy.
const MAX_ATTEMPTS: u32 = 24;
/// How many broken connections a closure may see: it could be what breaks them.
const MAX_LOST_CONNECTIONS: u32 = 3;

type Boxed = Box<dyn Job>;

pub(crate) fn serve(mut backend: impl Backend, jobs: Receiver<Boxed>, batch: usize, counters: &Counters) {
    let mut group: Vec<Boxed> = Vec::with_capacity(batch);
    while let Ok(first) = jobs.recv() {
        group.push(first);
        collect_waiting(&mut group, &jobs, batch);
        group.retain(|job| !job.abandoned());
        // Closures are caught one by one; this is for whatever else a caller's types do, such as a panicking drop.
        let served = catch_unwind(AssertUnwindSafe(|| serve_group(&mut backend, &mut group, counters)));
        if served.is_err() {
            tracing::error!("database worker panicked, its work is answered as unavailable");
            backend.discard();
            group.clear();
        }
    }
}

/// Takes all that waits. Whoever is about to come gets the processor first, as long as that brings more: a moment for
/// them, a whole commit less for everybody.
fn collect_waiting(group: &mut Vec<Boxed>, jobs: &Receiver<Boxed>, batch: usize) {
    while group.len() < batch {
        let before = group.len();
        std::thread::yield_now();
        group.extend(jobs.try_iter().take(batch - before));
        if group.len() == before {
            break;
        }
    }
}

fn serve_group(backend: &mut impl Backend, group: &mut Vec<Boxed>, counters: &Counters) {
    counters.largest_batch.fetch_max(group.len() as u64, Relaxed);
    if group.len() > 1 && !run_together(backend, group, counters) {
        tracing::warn!(size = group.len(), "group commit failed, rerunning its writes one by one");
        counters.reruns.fetch_add(group.len() as u64, Relaxed);
    }
    for job in group.drain(..) {
        run_alone(backend, job, counters);
    }
}

/// Runs each job in a savepoint of one transaction and answers all after its commit, refusals too: they may rest on
/// what the group wrote. False if the transaction was lost on the way, with every job still in the group.
fn run_together(backend: &mut impl Backend, group: &mut Vec<Boxed>, counters: &Counters) -> bool {
    if let Err(error) = backend.begin(Mode::Write) {
        group.drain(..).for_each(|job| job.fail(error.clone()));
        return true;
    }
    for job in group.iter_mut() {
        let whole = backend.savepoint(Savepoint::Set).and_then(|()| {
            let kept = job.run(&mut backend.connection());
            backend.savepoint(if kept { Savepoint::Release } else { Savepoint::RollBack })
        });
        if whole.is_err() || !backend.in_transaction() {
            backend.rollback();
            return false;
        }
    }
    match backend.commit() {
        Ok(()) => {
            count(&counters.commits);
            counters.writes.fetch_add(group.len() as u64, Relaxed);
            group.drain(..).for_each(|job| job.answer());
            true
        }
        Err(CommitFailed::Unknown(reason)) => {
            backend.discard();
            group.drain(..).for_each(|job| job.fail(DbError::Unavailable(reason.clone())));
            true
        }
        Err(CommitFailed::Conflict | CommitFailed::Refused(_)) => false,
    }
}

fn run_alone(backend: &mut impl Backend, mut job: Boxed, counters: &Counters) {
    let mode = job.mode();
    count(if mode == Mode::Read { &counters.reads } else { &counters.writes });
    let mut losses = 0;
    for attempt in 0..MAX_ATTEMPTS {
        if attempt > 0 {
            count(&counters.reruns);
            back_off(attempt);
        }
        if let Err(error) = backend.begin(mode) {
            return job.fail(error);
        }
        let mut connection = backend.connection();
        let kept = job.run(&mut connection);
        let failure = connection.failure();
        if kept && mode == Mode::Read {
            // What was read stands however the transaction ends: the caller need not wait for that.
            job.answer();
            return backend.rollback();
        }
        if kept {
            match backend.commit() {
                Ok(()) => {
                    count(&counters.commits);
                    return job.answer();
                }
                Err(CommitFailed::Conflict) => continue,
                Err(CommitFailed::Refused(error)) => return job.fail(error),
                Err(CommitFailed::Unknown(reason)) => {
                    backend.discard();
                    return job.fail(DbError::Unavailable(reason));
                }
            }
        }
        match failure {
            Some(Failure::Lost) => {
                backend.discard();
                losses += 1;
                if losses == MAX_LOST_CONNECTIONS {
                    return job.answer();
                }
            }
            Some(Failure::Conflict) => backend.rollback(),
            Some(Failure::Statement) | None => {
                backend.rollback();
                return job.answer();
            }
        }
    }
    job.fail(DbError::Busy);
}

/// Waits before another attempt: from the fourth on a random while of at most 16 ms, so that two that keep colliding don't
/// collide again.
fn back_off(attempt: u32) {
    use std::hash::{BuildHasher, RandomState};
    if attempt > 3 {
        let longest = 250u64 << (attempt - 3).min(6);
        let micros = RandomState::new().hash_one(attempt) % longest;
        std::thread::sleep(std::time::Duration::from_micros(micros));
    }
}
