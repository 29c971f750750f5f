//! SQLite and PostgreSQL behind one connection type: connect, read, write, migrate, back up, copy.
//! The only crate that knows the drivers. Store functions are plain synchronous functions on a [`Connection`];
//! async exists at one seam, [`Database::read`] and [`Database::write`].

mod address;
mod backends;
mod backup;
mod connection;
mod copy;
mod domain_fields;
mod engine;
mod error;
mod failure;
mod field;
mod field_macros;
mod handle;
mod job;
mod kind;
mod migrate;
mod options;
mod postgres;
mod row;
mod sql;
mod sqlite;
mod stats;
mod wait;
mod worker;

pub use backup::BackupError;
pub use connection::Connection;
pub use copy::{CopiedTable, CopyError, CopyProgress, CopyStep, copy};
/// What `stored_words!` answers to a word that is not in its list.
pub use domain::NotInList;
pub use engine::Engine;
pub use error::{DbError, OpenError};
pub use field::{Field, FromField, StoredWords, Value};
pub use handle::Database;
pub use migrate::{MigrateError, Migration};
pub use options::Options;
pub use row::{Column, Row};
pub use sql::Sql;
pub use stats::Stats;
