//! The handle that the application holds: sends closures to the worker threads and awaits their answers.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

use crate::address::Address;
use crate::backends::{PostgresBackend, Role, SqliteBackend};
use crate::backup::{self, BackupError};
use crate::job::{Job, Mode, Task};
use crate::migrate::{self, MigrateError, Migration};
use crate::sqlite;
use crate::stats::{Counters, Stats, count};
use crate::wait::wait;
use crate::worker::{Backend, serve};
use crate::{Connection, DbError, Engine, OpenError, Options};

type Boxed = Box<dyn Job>;

/// A cheap handle on an open database. The last one dropped closes it.
#[derive(Clone)]
pub struct Database {
    inner: Arc<Inner>,
}

struct Inner {
    address: Address,
    batch: usize,
    counters: Arc<Counters>,
    /// `None` once closed; the workers end when they have emptied the queues.
    queues: RwLock<Option<Queues>>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

/// PostgreSQL serves reads and writes from one and the same queue.
struct Queues {
    reads: Sender<Boxed>,
    writes: Sender<Boxed>,
}

impl Database {
    /// Blocks until every connection is open. May be called inside or outside of an async runtime.
    pub fn open(options: &Options) -> Result<Database, OpenError> {
        let address = Address::parse(&options.url)?;
        let counters = Arc::new(Counters::default());
        let (reads, read_jobs) = bounded(options.queue.max(1));
        let readers = options.readers.max(1);
        let mut starting = Starting { counters: &counters, workers: Vec::new(), opening: Vec::new() };
        let writes = match &address {
            Address::Sqlite(file) => {
                if !options.create && !file.exists() {
                    return Err(OpenError::Missing(file.clone()));
                }
                sqlite::ensure_folder(file)?;
                let (writes, write_jobs) = bounded(options.queue.max(1));
                let path = file.clone();
                // The writer first: it creates the file.
                starting.worker("writer", write_jobs, options.batch.max(1), move || {
                    SqliteBackend::open(path, Role::Writer)
                })?;
                starting.wait_until_open()?;
                for _ in 0..readers {
                    let path = file.clone();
                    starting.worker("reader", read_jobs.clone(), 1, move || SqliteBackend::open(path, Role::Reader))?;
                }
                writes
            }
            Address::Postgres(server) => {
                for _ in 0..readers {
                    let (server, options) = (server.clone(), options.clone());
                    starting
                        .worker("postgres", read_jobs.clone(), 1, move || PostgresBackend::open(*server, options))?;
                }
                reads.clone()
            }
        };
        starting.wait_until_open()?;
        let workers = Mutex::new(starting.workers);
        let queues = RwLock::new(Some(Queues { reads, writes }));
        let batch = options.batch.max(1);
        Ok(Database { inner: Arc::new(Inner { address, batch, counters, queues, workers }) })
    }

    pub fn engine(&self) -> Engine {
        match self.inner.address {
            Address::Sqlite(_) => Engine::Sqlite,
            Address::Postgres(_) => Engine::Postgres,
        }
    }

    /// How many writes are committed together at most, for callers that gather theirs before they come.
    pub fn batch(&self) -> usize {
        self.inner.batch
    }

    /// Runs a closure on one snapshot of the data; writing in it is an error. May run it again, see [`Self::write`].
    pub async fn read<T, E>(&self, work: impl Fn(&mut Connection<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.submit(Mode::Read, work).await
    }

    /// Runs a closure in a transaction: `Ok` is durable when it returns, `Err` leaves no trace. The closure may be run
    /// more than once and must have no other effect than on its connection; keep hashing, pictures and the network
    /// out of it. A future that is dropped before its turn is skipped; work that has begun is carried through.
    pub async fn write<T, E>(&self, work: impl Fn(&mut Connection<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.submit(Mode::Write, work).await
    }

    /// Like [`Self::write`], but on PostgreSQL at READ COMMITTED: for closures that lock the rows they decide on.
    pub async fn write_row_locked<T, E>(
        &self,
        work: impl Fn(&mut Connection<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.submit(Mode::RowLocked, work).await
    }

    /// Applies the migrations that are missing and answers how many they were. Blocks.
    pub fn migrate(&self, migrations: &[Migration]) -> Result<usize, MigrateError> {
        let migrations = migrations.to_vec();
        wait(self.submit(Mode::RowLocked, move |connection| migrate::migrate(connection, &migrations)))
    }

    /// The names of the migrations that are missing; changes nothing. Blocks.
    pub fn pending(&self, migrations: &[Migration]) -> Result<Vec<&'static str>, MigrateError> {
        let migrations = migrations.to_vec();
        wait(self.submit(Mode::Read, move |connection| migrate::pending(connection, &migrations)))
    }

    /// Copies a SQLite database to a new file while it is in use. Blocks.
    pub fn backup_to(&self, file: &Path) -> Result<(), BackupError> {
        backup::back_up(&self.inner.address, file)
    }

    pub fn stats(&self) -> Stats {
        self.inner.counters.snapshot(self.queue_depth())
    }

    /// Work that waits for a connection.
    pub fn queue_depth(&self) -> usize {
        let queues = self.inner.queues.read().unwrap_or_else(PoisonError::into_inner);
        queues.as_ref().map_or(0, |queues| match self.engine() {
            Engine::Sqlite => queues.reads.len() + queues.writes.len(),
            Engine::Postgres => queues.reads.len(),
        })
    }

    /// Refuses new work, carries through what was accepted, and returns when every connection is closed. Blocks.
    pub fn close(&self) {
        self.inner.close();
    }

    async fn submit<T, E>(
        &self,
        mode: Mode,
        work: impl Fn(&mut Connection<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let (task, answer) = Task::new(mode, work);
        self.inner.enqueue(mode, Box::new(task))?;
        let lost = |_| Err(DbError::Unavailable("a worker gave up on this work".into()).into());
        answer.await.unwrap_or_else(lost)
    }
}

impl Inner {
    fn enqueue(&self, mode: Mode, job: Boxed) -> Result<(), DbError> {
        let queues = self.queues.read().unwrap_or_else(PoisonError::into_inner);
        let Some(queues) = queues.as_ref() else { return Err(DbError::Closed) };
        let queue = if mode == Mode::Read { &queues.reads } else { &queues.writes };
        queue.try_send(job).map_err(|refused| match refused {
            TrySendError::Full(_) => {
                count(&self.counters.busy);
                DbError::Busy
            }
            TrySendError::Disconnected(_) => DbError::Closed,
        })
    }

    fn close(&self) {
        let queues = self.queues.write().unwrap_or_else(PoisonError::into_inner).take();
        // Held while joining, so that a second call also returns only when everything is closed.
        let mut workers: MutexGuard<'_, _> = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Queues { reads, writes }) = queues else { return join(workers.drain(..)) };
        drop(reads);
        if let Address::Sqlite(_) = self.address {
            // The writer, which is the first, closes last: connections that close at the same moment each leave the
            // log to the other.
            let first = workers.len().min(1);
            join(workers.drain(first..));
        }
        drop(writes);
        join(workers.drain(..));
    }
}

fn join(workers: impl Iterator<Item = JoinHandle<()>>) {
    for worker in workers {
        // A closure may hold the last handle: its thread can't wait for itself.
        if worker.thread().id() != std::thread::current().id() && worker.join().is_err() {
            tracing::error!("database worker ended by a panic");
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.close();
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Database").field("engine", &self.engine()).finish_non_exhaustive()
    }
}

/// Worker threads that are opening their connections.
struct Starting<'a> {
    counters: &'a Arc<Counters>,
    workers: Vec<JoinHandle<()>>,
    opening: Vec<Receiver<Result<(), OpenError>>>,
}

impl Starting<'_> {
    fn worker<B: Backend>(
        &mut self,
        role: &str,
        jobs: Receiver<Boxed>,
        batch: usize,
        open: impl FnOnce() -> Result<B, OpenError> + Send + 'static,
    ) -> Result<(), OpenError> {
        let counters = Arc::clone(self.counters);
        let (report, opened) = bounded(1);
        let work = move || match open() {
            Ok(backend) => {
                // Nobody listens when another connection has failed: then the queue is gone, too.
                let _ = report.send(Ok(()));
                serve(backend, jobs, batch, &counters);
            }
            Err(error) => drop(report.send(Err(error))),
        };
        let thread =
            std::thread::Builder::new().name(format!("database-{role}")).spawn(work).map_err(OpenError::Thread)?;
        self.workers.push(thread);
        self.opening.push(opened);
        Ok(())
    }

    fn wait_until_open(&mut self) -> Result<(), OpenError> {
        self.opening.drain(..).try_for_each(|opened| {
            let panicked = |_| Err(OpenError::Thread(std::io::Error::other("it panicked")));
            opened.recv().unwrap_or_else(panicked)
        })
    }
}
