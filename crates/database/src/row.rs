//! One row of an answer, whichever engine gave it.

use std::cell::Cell;

use crate::{DbError, FromField, Value};

pub struct Row<'a> {
    source: Source<'a>,
    /// The position behind the last column that was asked for by name, where the next one mostly stands.
    next: Cell<usize>,
}

pub(crate) enum Source<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

/// How a column is found: by its name, or by its position counted from 0 where a statement answers one column only.
pub trait Column {
    /// The position, if there is such a column.
    fn position(&self, row: &Row<'_>) -> Result<usize, DbError>;
}

impl Column for usize {
    fn position(&self, _: &Row<'_>) -> Result<usize, DbError> {
        Ok(*self)
    }
}

impl Column for &str {
    fn position(&self, row: &Row<'_>) -> Result<usize, DbError> {
        row.find(self).ok_or_else(|| DbError::Decode(format!("there is no column {self}")))
    }
}

impl<'a> Row<'a> {
    pub(crate) fn new(source: Source<'a>) -> Row<'a> {
        Row { source, next: Cell::new(0) }
    }

    /// The value of a column: `row.get("hold_until")?`. What is computed needs a name (`count(*) AS count`), and so do
    /// two columns of one name from two tables. Naming them in the order of the SELECT is fastest.
    pub fn get<T: FromField>(&self, column: impl Column) -> Result<T, DbError> {
        let index = column.position(self)?;
        self.value(index)
            .and_then(T::from_field)
            .map_err(|reason| DbError::Decode(format!("column {index} ({}): {reason}", self.name(index))))
    }

    fn find(&self, name: &str) -> Option<usize> {
        let (next, count) = (self.next.get(), self.count());
        let found = (next..count).chain(0..next.min(count)).find(|index| self.name(*index) == name)?;
        self.next.set(found + 1);
        Some(found)
    }

    pub(crate) fn value(&self, index: usize) -> Result<Value<'_>, String> {
        match self.source {
            Source::Sqlite(row) => crate::sqlite::value(row, index),
            Source::Postgres(row) => crate::postgres::value(row, index),
        }
    }

    fn count(&self) -> usize {
        match self.source {
            Source::Sqlite(row) => row.as_ref().column_count(),
            Source::Postgres(row) => row.len(),
        }
    }

    fn name(&self, index: usize) -> &str {
        match self.source {
            Source::Sqlite(row) => row.as_ref().column_name(index).unwrap_or("none"),
            Source::Postgres(row) => row.columns().get(index).map_or("none", |column| column.name()),
        }
    }
}
