//! Each engine's connections as the worker loop sees them.

mod postgres;
mod sqlite;

pub(crate) use postgres::PostgresBackend;
pub(crate) use sqlite::{Role, SqliteBackend};
