//! What can go wrong with the database. `DbError` is for the features' code to match on; the others end a start.

use std::path::PathBuf;

/// Why a piece of work was not done. Nothing of it was kept, with one exception: see [`DbError::Unavailable`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DbError {
    #[error("the database is busy")]
    Busy,
    #[error("the database is closed")]
    Closed,
    /// The connection broke or the disk failed. If it happened while committing, the outcome is unknown: the retry
    /// must read the truth.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// A unique, check, foreign key or not-null constraint refused the statement. The name is the same on both
    /// engines; foreign keys are all called `foreign_key`, because SQLite doesn't say which one it was.
    #[error("refused by the constraint {name}")]
    Constraint { name: String },
    /// `query_one` found no row.
    #[error("no such row")]
    NotFound,
    /// A value that one of the engines can't hold: U+0000 in a text, not-a-number, an integer too large for its column.
    #[error("this value can't be stored: {0}")]
    Unstorable(String),
    #[error("a row could not be read: {0}")]
    Decode(String),
    #[error("a statement failed: {0}")]
    Sql(String),
    #[error("the work on the database panicked")]
    Panicked,
    /// A statement after one that had failed, or work that hid such a failure.
    #[error("an earlier statement had failed")]
    Poisoned,
}

/// Why a database could not be opened, in one line for the person who starts the server.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("unknown database scheme \"{0}\": use sqlite:PATH or postgres://USER@HOST/NAME")]
    UnknownScheme(String),
    #[error("the database URL has no scheme: use sqlite:PATH or postgres://USER@HOST/NAME")]
    NoScheme,
    #[error("the SQLite URL must name a file, as in sqlite:data/tukio.db, without parameters")]
    BadSqlitePath,
    #[error(
        "the PostgreSQL URL can't be read: percent-encode special characters in it, and check the port and options"
    )]
    BadPostgresUrl,
    #[error("the folder {} can't be written: {reason}", folder.display())]
    Folder { folder: PathBuf, reason: String },
    #[error("the SQLite database {} can't be opened: {reason}", file.display())]
    Sqlite { file: PathBuf, reason: String },
    #[error("there is no database at {} yet", .0.display())]
    Missing(PathBuf),
    #[error("SQLite {0} is too old: 3.51.3 or newer is needed, older ones can corrupt the database")]
    SqliteTooOld(String),
    #[error("PostgreSQL at {server} can't be reached: {reason}")]
    Postgres { server: String, reason: String },
    #[error("TLS to PostgreSQL: {0}")]
    Tls(String),
    #[error("a database thread could not be started: {0}")]
    Thread(std::io::Error),
}
