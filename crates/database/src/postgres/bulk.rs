//! Many rows at once: read by a cursor, written by COPY, both in bounded memory.

use std::pin::pin;

use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;

use super::failure::failed;
use super::session::Session;
use super::values::{Parameter, parameter};
use crate::DbError;
use crate::failure::Failed;
use crate::field::RowWriter;
use crate::kind::Kind;

/// Few enough that they fit into the memory even where each holds a mail or a webhook.
const ROWS_AT_ONCE: usize = 256;

const FETCH: &str = "fetch 256 from rows_to_read";

impl Session {
    /// Hands over one row after the other.
    pub(crate) fn stream(
        &mut self,
        sql: &str,
        each: &mut dyn FnMut(&tokio_postgres::Row) -> Result<(), DbError>,
    ) -> Result<(), Failed> {
        self.script(&format!("declare rows_to_read no scroll cursor for {sql}"))?;
        // Not kept for the next cursor, whose rows are others.
        let fetch = self.run(FETCH, async |client| client.prepare(FETCH).await)?;
        loop {
            let rows = self.run(FETCH, async |client| client.query(&fetch, &[]).await)?;
            for row in &rows {
                each(row)?;
            }
            if rows.len() < ROWS_AT_ONCE {
                return self.script("close rows_to_read");
            }
        }
    }

    /// Runs a binary COPY … FROM STDIN of columns of these kinds with the rows that `feed` writes.
    pub(crate) fn fill(
        &mut self,
        sql: &str,
        kinds: &[Kind],
        feed: &mut dyn FnMut(&mut RowWriter<'_>) -> Result<(), DbError>,
    ) -> Result<(), Failed> {
        let types: Vec<Type> = kinds.iter().copied().map(type_of).collect();
        let sink = self.run(sql, async |client| client.copy_in(sql).await)?;
        let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
        let runtime = self.runtime();
        feed(&mut |values| {
            let numbered = types.iter().zip(values).enumerate();
            let row: Vec<Parameter<'_>> =
                numbered.map(|(index, (kind, value))| parameter(index + 1, kind, *value)).collect::<Result<_, _>>()?;
            runtime.block_on(writer.as_mut().write_raw(row)).map_err(|error| failed(sql, &error).error)
        })?;
        runtime.block_on(writer.finish()).map(drop).map_err(|error| failed(sql, &error))
    }
}

fn type_of(kind: Kind) -> Type {
    match kind {
        Kind::Integer => Type::INT8,
        Kind::Real => Type::FLOAT8,
        Kind::Boolean => Type::BOOL,
        Kind::Text => Type::TEXT,
        Kind::Bytes => Type::BYTEA,
    }
}
