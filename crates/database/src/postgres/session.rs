//! One connection to PostgreSQL, used synchronously: the driver runs on a current-thread runtime of its own.

use std::collections::HashMap;

use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::connect::{Server, connect};
use super::failure::{failed, is_stale_plan};
use super::values::{Parameter, parameters};
use crate::failure::Failed;
use crate::{DbError, Field, Options};

const STATEMENT_CACHE_SIZE: usize = 512;

pub(crate) struct Session {
    client: Client,
    statements: HashMap<Box<str>, Statement>,
    /// A BEGIN that has not been sent: it travels with the first statement and costs no round trip of its own.
    begin: Option<&'static str>,
    in_transaction: bool,
    runtime: Runtime,
}

impl Session {
    pub(crate) fn open(server: &Server, options: &Options) -> Result<Session, String> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
        match connect(&runtime, server, options) {
            Ok(client) => {
                Ok(Session { client, statements: HashMap::new(), begin: None, in_transaction: false, runtime })
            }
            Err(reason) => {
                // A name that is still being looked up would hold up an ordinary drop.
                runtime.shutdown_background();
                Err(reason)
            }
        }
    }

    pub(crate) fn begin(&mut self, begin: &'static str) {
        self.begin = Some(begin);
    }

    pub(crate) fn in_transaction(&self) -> bool {
        self.in_transaction
    }

    /// Ends the transaction if one was ever begun.
    pub(crate) fn end(&mut self, sql: &'static str) -> Result<(), Error> {
        self.begin = None;
        if !std::mem::take(&mut self.in_transaction) {
            return Ok(());
        }
        self.runtime.block_on(self.client.batch_execute(sql))
    }

    pub(crate) fn query(
        &mut self,
        sql: &str,
        params: &[&dyn Field],
        each: &mut dyn FnMut(&tokio_postgres::Row) -> Result<(), DbError>,
    ) -> Result<(), Failed> {
        let statement = self.prepare(sql)?;
        let params = parameters(statement.params(), params)?;
        let rows = self.run(sql, async |client| client.query(&statement, &by_reference(&params)).await)?;
        for row in &rows {
            each(row)?;
        }
        Ok(())
    }

    pub(crate) fn execute(&mut self, sql: &str, params: &[&dyn Field]) -> Result<u64, Failed> {
        let statement = self.prepare(sql)?;
        let params = parameters(statement.params(), params)?;
        self.run(sql, async |client| client.execute(&statement, &by_reference(&params)).await)
    }

    pub(crate) fn script(&mut self, sql: &str) -> Result<(), Failed> {
        self.run(sql, async |client| client.batch_execute(sql).await)
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement, Failed> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.runtime.block_on(self.client.prepare(sql)).map_err(|error| self.failed(sql, &error))?;
        if self.statements.len() >= STATEMENT_CACHE_SIZE
            && let Some(any) = self.statements.keys().next().cloned()
        {
            self.statements.remove(&any);
        }
        self.statements.insert(sql.into(), statement.clone());
        Ok(statement)
    }

    pub(super) fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    pub(super) fn run<T>(
        &mut self,
        sql: &str,
        statement: impl AsyncFnOnce(&Client) -> Result<T, Error>,
    ) -> Result<T, Failed> {
        let client = &self.client;
        let (begun, done) = match self.begin.take() {
            None => (Ok(()), self.runtime.block_on(statement(client))),
            Some(begin) => {
                self.in_transaction = true;
                // Biased: the BEGIN is the first to be sent, the statement follows without waiting for its answer.
                self.runtime.block_on(async { tokio::join!(biased; client.batch_execute(begin), statement(client)) })
            }
        };
        begun.and(done).map_err(|error| self.failed(sql, &error))
    }

    fn failed(&mut self, sql: &str, error: &Error) -> Failed {
        if is_stale_plan(error) {
            self.statements.clear();
        }
        failed(sql, error)
    }
}

fn by_reference<'a>(params: &'a [Parameter<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|param| param as _).collect()
}
