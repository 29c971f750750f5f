//! What a database is opened with. No password leaves this file by `Debug`.

use std::fmt;
use std::time::Duration;

#[derive(Clone)]
pub struct Options {
    /// `sqlite:data/tukio.db` or `postgres://user:password@host/name`.
    pub url: String,
    /// Whether a SQLite file that is missing is created.
    pub create: bool,
    /// Connections that serve work: SQLite's readers (its one writer comes on top), or all of PostgreSQL's.
    pub readers: usize,
    /// Work that may wait on one queue before more is refused as busy.
    pub queue: usize,
    /// Writes that SQLite's writer commits together at most, and that callers who gather theirs bring at once; 1 commits
    /// each alone.
    pub batch: usize,
    /// The longest that opening one connection to PostgreSQL may take.
    pub connect_timeout: Duration,
    /// How long work waits for a PostgreSQL that went away before it is answered as unavailable.
    pub reconnect_timeout: Duration,
    /// How long PostgreSQL works on one statement, and waits for one lock, before it gives up; zero for as long as it
    /// takes. Migrations are not bound by either.
    pub statement_timeout: Duration,
    pub lock_timeout: Duration,
}

impl Options {
    pub fn new(url: impl Into<String>) -> Options {
        let url = url.into();
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        // Eight connections to PostgreSQL gave as much as thirty-two.
        let readers = if url.starts_with("postgres") { 8 } else { cores.max(2) };
        Options {
            url,
            create: true,
            readers,
            queue: 2048,
            batch: 256,
            connect_timeout: Duration::from_secs(5),
            reconnect_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(30),
            lock_timeout: Duration::from_secs(10),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Options")
            .field("url", &format_args!("{}:…", scheme(&self.url).unwrap_or("?")))
            .field("readers", &self.readers)
            .field("queue", &self.queue)
            .field("batch", &self.batch)
            .finish_non_exhaustive()
    }
}

/// The letters before the first colon: never part of a password.
pub(crate) fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let valid = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+');
    valid.then_some(scheme)
}
