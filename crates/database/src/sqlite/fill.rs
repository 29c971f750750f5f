//! Many rows by one statement.

use super::{Parameter, failed};
use crate::DbError;
use crate::failure::Failed;
use crate::field::{RowWriter, storable};

/// Runs an INSERT whose parameters are numbered in their order for each row that `feed` writes.
pub(crate) fn fill(
    connection: &rusqlite::Connection,
    sql: &str,
    feed: &mut dyn FnMut(&mut RowWriter<'_>) -> Result<(), DbError>,
) -> Result<(), Failed> {
    let translate = |error: rusqlite::Error| failed(connection, sql, &error);
    let mut statement = connection.prepare(sql).map_err(translate)?;
    feed(&mut |values| {
        for (index, value) in values.iter().enumerate() {
            let parameter = Parameter(storable(*value)?);
            statement.raw_bind_parameter(index + 1, parameter).map_err(|error| translate(error).error)?;
        }
        statement.raw_execute().map(drop).map_err(|error| translate(error).error)
    })?;
    Ok(())
}
