//! Brings the tables to what this program expects: each migration once, in order, all or nothing, however many
//! programs start at the same time.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use crate::{Connection, DbError, Engine, Sql};

/// One step, in both dialects. The names sort in the order in which the steps are listed.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error("the migration {0} was changed after it had been applied: write a new one instead")]
    Changed(String),
    #[error("the database is newer than this program: it has the migration {0}")]
    Newer(String),
    #[error("the migration {0} comes before one that is already applied: give it a later name")]
    OutOfOrder(String),
    #[error("two migrations are called {0}")]
    Twice(String),
    #[error("the migration {name} failed: {error}")]
    Failed { name: String, error: DbError },
    #[error("the migrations could not be applied: {0}")]
    Database(#[from] DbError),
}

/// Starts that come together wait here for one another. SQLite's write transaction is such a lock already.
const LOCK: &str = "select pg_advisory_xact_lock(7849513, hashtext(current_schema()))";

/// A step may rewrite a large table, and another program's steps take their time.
const UNBOUND: &str = "set local statement_timeout = 0; set local lock_timeout = 0";

const CREATE: &str = "create table if not exists schema_migrations (name text primary key, hash text not null, applied_at bigint not null)";

const EXISTS: Sql = Sql::pair(
    "select exists (select 1 from sqlite_master where type = 'table' and name = 'schema_migrations')",
    "select to_regclass('schema_migrations') is not null",
);

const APPLIED: &str = "select name, hash from schema_migrations";

const RECORD: Sql = Sql::pair(
    "insert into schema_migrations (name, hash, applied_at) values ($1, $2, cast(unixepoch('subsec') * 1000 as integer))",
    "insert into schema_migrations (name, hash, applied_at)
     values ($1, $2, (extract(epoch from clock_timestamp()) * 1000)::bigint)",
);

/// Applies what is missing, and returns how many migrations that were.
pub(crate) fn migrate(connection: &mut Connection<'_>, migrations: &[Migration]) -> Result<usize, MigrateError> {
    if connection.engine() == Engine::Postgres {
        connection.script(UNBOUND)?;
        connection.query(LOCK, &[], |_| Ok(()))?;
    }
    connection.execute(CREATE, &[])?;
    let pending = not_applied(connection, migrations)?;
    for migration in pending {
        connection
            .script(migration.text(connection.engine()))
            .map_err(|error| MigrateError::Failed { name: migration.name.to_owned(), error })?;
        connection.execute(RECORD, &[&migration.name, &migration.hash(connection.engine())])?;
    }
    Ok(pending.len())
}

/// Returns the names of the migrations that `migrate` would apply.
pub(crate) fn pending(
    connection: &mut Connection<'_>,
    migrations: &[Migration],
) -> Result<Vec<&'static str>, MigrateError> {
    let exists: bool = connection.query_one(EXISTS, &[], |row| row.get(0))?;
    let pending = if exists { not_applied(connection, migrations)? } else { migrations };
    Ok(pending.iter().map(|migration| migration.name).collect())
}

fn not_applied<'m>(
    connection: &mut Connection<'_>,
    migrations: &'m [Migration],
) -> Result<&'m [Migration], MigrateError> {
    let mut names = HashSet::new();
    if let Some(twice) = migrations.iter().find(|migration| !names.insert(migration.name)) {
        return Err(MigrateError::Twice(twice.name.to_owned()));
    }
    let applied: Vec<(String, String)> = connection.query(APPLIED, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if let Some((newer, _)) = applied.iter().find(|(name, _)| !names.contains(name.as_str())) {
        return Err(MigrateError::Newer(newer.clone()));
    }
    let (done, pending) = migrations.split_at(applied.len());
    for migration in done {
        let Some((_, hash)) = applied.iter().find(|(name, _)| name == migration.name) else {
            return Err(MigrateError::OutOfOrder(migration.name.to_owned()));
        };
        if *hash != migration.hash(connection.engine()) {
            return Err(MigrateError::Changed(migration.name.to_owned()));
        }
    }
    Ok(pending)
}

impl Migration {
    fn text(&self, engine: Engine) -> &'static str {
        match engine {
            Engine::Sqlite => self.sqlite,
            Engine::Postgres => self.postgres,
        }
    }

    fn hash(&self, engine: Engine) -> String {
        // A checkout with other line ends is no change.
        let text = self.text(engine).replace("\r\n", "\n");
        domain::hex(&Sha256::digest(text.as_bytes()))
    }
}
