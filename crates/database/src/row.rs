//! One row of an answer, whichever engine gave it.

use crate::{DbError, FromField, Value};

pub struct Row<'a>(pub(crate) Source<'a>);

pub(crate) enum Source<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

impl Row<'_> {
    /// The column at a position counted from 0.
    pub fn get<T: FromField>(&self, index: usize) -> Result<T, DbError> {
        self.value(index)
            .and_then(T::from_field)
            .map_err(|reason| DbError::Decode(format!("column {index} ({}): {reason}", self.name(index))))
    }

    fn value(&self, index: usize) -> Result<Value<'_>, String> {
        match self.0 {
            Source::Sqlite(row) => crate::sqlite::value(row, index),
            Source::Postgres(row) => crate::postgres::value(row, index),
        }
    }

    fn name(&self, index: usize) -> &str {
        match self.0 {
            Source::Sqlite(row) => row.as_ref().column_name(index).unwrap_or("none"),
            Source::Postgres(row) => row.columns().get(index).map_or("none", |column| column.name()),
        }
    }
}
