//! Why a copy was not made, in one sentence for the person who asked for it. Nothing of it was kept.

use crate::{DbError, MigrateError, OpenError};

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("the source: {0}")]
    OpenSource(OpenError),
    #[error("the target: {0}")]
    OpenTarget(OpenError),
    #[error("the source and the target are the same database")]
    Same,
    #[error("the source holds nothing of this program: it has no table of migrations")]
    NothingThere,
    #[error("the source is older than this program: it lacks {0}; migrate it first")]
    Older(&'static str),
    #[error("the source: {0}")]
    SourceSchema(MigrateError),
    #[error("the target: {0}")]
    TargetSchema(MigrateError),
    #[error("the target is not empty: the table {0} has rows; a copy is made into an empty database only")]
    NotEmpty(String),
    #[error("the target is not empty: the table {0} is not of this program")]
    ForeignTable(String),
    #[error("the source has the table {0}, which this program does not know: nothing would be left of it")]
    UnknownTable(String),
    #[error("the table {0} has other columns in the source than in the target")]
    Columns(String),
    #[error("the column {column} of the table {table} is of the type {type_name}, which not both engines have")]
    Type { table: String, column: String, type_name: String },
    #[error("the foreign keys of the table {0} lead in a circle")]
    Circle(String),
    #[error("the source: the table {table} could not be read: {error}")]
    Read { table: String, error: DbError },
    #[error("the target: the table {table} could not be written: {error}")]
    Write { table: String, error: DbError },
    #[error("the table {table} is not in the target what it is in the source: {target} rows for {origin}")]
    Different { table: String, target: u64, origin: u64 },
    #[error("the copy could not be made: {0}")]
    Database(#[from] DbError),
}
