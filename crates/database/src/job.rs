//! A closure on its way to a worker thread, and its answer on the way back.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use crate::{Connection, DbError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    Write,
    /// PostgreSQL at READ COMMITTED: the closure locks the rows it decides on.
    RowLocked,
}

pub(crate) trait Job: Send {
    fn mode(&self) -> Mode;

    /// Returns whether nobody waits for the answer any more.
    fn abandoned(&self) -> bool;

    /// Runs the closure and keeps its answer; false if what it did must be rolled back. May be called again.
    fn run(&mut self, connection: &mut Connection<'_>) -> bool;

    /// Sends the kept answer.
    fn answer(self: Box<Self>);

    /// Sends a failure in place of whatever the closure answered.
    fn fail(self: Box<Self>, error: DbError);
}

pub(crate) struct Task<W, T, E> {
    mode: Mode,
    work: W,
    answer: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<W, T, E> Task<W, T, E> {
    pub(crate) fn new(mode: Mode, work: W) -> (Task<W, T, E>, oneshot::Receiver<Result<T, E>>) {
        let (reply, receiver) = oneshot::channel();
        (Task { mode, work, answer: None, reply }, receiver)
    }
}

impl<W, T, E> Job for Task<W, T, E>
where
    W: Fn(&mut Connection<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<DbError> + Send,
{
    fn mode(&self) -> Mode {
        self.mode
    }

    fn abandoned(&self) -> bool {
        self.reply.is_closed()
    }

    fn run(&mut self, connection: &mut Connection<'_>) -> bool {
        let answer = match catch_unwind(AssertUnwindSafe(|| (self.work)(connection))) {
            // A closure that hid a failed statement has not done what it says.
            Ok(Ok(_)) if connection.failure().is_some() => Err(DbError::Poisoned.into()),
            Ok(answer) => answer,
            Err(_) => Err(DbError::Panicked.into()),
        };
        self.answer.insert(answer).is_ok()
    }

    fn answer(self: Box<Self>) {
        let Task { answer, reply, .. } = *self;
        // If nobody waits for it any more, that is all the same to what was committed.
        let _ = reply.send(answer.unwrap_or_else(|| Err(DbError::Closed.into())));
    }

    fn fail(self: Box<Self>, error: DbError) {
        let _ = self.reply.send(Err(error.into()));
    }
}
