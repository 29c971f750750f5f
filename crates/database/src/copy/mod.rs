//! Copies everything that one database holds into another, of the same engine or of the other: from one snapshot of the
//! source, in one transaction of the target, which is compared with the source before it is committed. Whatever stops it,
//! the target is left as empty as it was.

mod digest;
mod error;
mod numbering;
mod tables;

use std::path::PathBuf;

use crate::address::Address;
use crate::backends::{PostgresBackend, Role, SqliteBackend};
use crate::connection::Connection;
use crate::job::Mode;
use crate::migrate::{self, Migration};
use crate::row::Row;
use crate::worker::{Backend, CommitFailed};
use crate::{DbError, Engine, OpenError, Options, Sql, Value, sqlite};

use digest::Digest;
pub use error::CopyError;
use tables::{Table, compare, in_order_of_foreign_keys, quoted, tables};

/// How far a copy is.
#[derive(Debug, Clone, Copy)]
pub struct CopyProgress<'a> {
    pub step: CopyStep,
    pub table: &'a str,
    /// Rows of that table so far.
    pub rows: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyStep {
    Copying,
    /// Reads again what was written.
    Comparing,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    pub name: String,
    pub rows: u64,
}

/// Rows between two calls of who wants to know how far it is.
const ROWS_PER_CALL: u64 = 1000;

/// A long copy is not cut off, neither in a statement nor between two.
const UNBOUND: &str =
    "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/// What tells a database from every other.
const IDENTITY: Sql = Sql::pair(
    "select file from pragma_database_list where name = 'main'",
    "select extract(epoch from pg_postmaster_start_time())::text || ' ' || current_database() || ' ' || coalesce(current_schema(), '')",
);

type Told<'a> = &'a mut (dyn FnMut(CopyProgress<'_>) + Send);

/// Copies all tables, of which the target may have none or empty ones, and answers how many rows each has. Blocks, and may
/// be called inside or outside of an async runtime.
pub fn copy(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    tell: Told<'_>,
) -> Result<Vec<CopiedTable>, CopyError> {
    // On a thread of its own, because the driver of PostgreSQL panics inside of an async runtime.
    let copied = std::thread::scope(|threads| threads.spawn(|| copy_here(from, to, migrations, tell)).join());
    copied.unwrap_or(Err(CopyError::Database(DbError::Panicked)))
}

fn copy_here(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    tell: Told<'_>,
) -> Result<Vec<CopiedTable>, CopyError> {
    let address = Address::parse(&to.url).map_err(CopyError::OpenTarget)?;
    let mut source = open(&Address::parse(&from.url).map_err(CopyError::OpenSource)?, from, Role::Reader)
        .map_err(CopyError::OpenSource)?;
    source.begin(Mode::Read)?;
    check_source(&mut source.connection(), migrations)?;
    let made = new_file(&address);
    let copied = open(&address, to, Role::Writer).map_err(CopyError::OpenTarget).and_then(|mut target| {
        target.begin(Mode::RowLocked)?;
        let copied = copy_all(&mut source.connection(), &mut target.connection(), migrations, tell);
        match copied {
            Ok(_) => target.commit().map_err(commit_failed)?,
            Err(_) => target.rollback(),
        }
        copied
    });
    source.rollback();
    if copied.is_err() {
        made.iter().for_each(|file| remove_database(file));
    }
    copied
}

fn open(address: &Address, options: &Options, role: Role) -> Result<Box<dyn Backend>, OpenError> {
    Ok(match address {
        Address::Sqlite(file) if role == Role::Reader && !file.exists() => {
            return Err(OpenError::Missing(file.clone()));
        }
        Address::Sqlite(file) => {
            sqlite::ensure_folder(file)?;
            Box::new(SqliteBackend::open(file.clone(), role)?)
        }
        Address::Postgres(server) => Box::new(PostgresBackend::open((**server).clone(), options.clone())?),
    })
}

/// The file that opening this address makes.
fn new_file(address: &Address) -> Option<PathBuf> {
    match address {
        Address::Sqlite(file) if !file.exists() => Some(file.clone()),
        _ => None,
    }
}

/// Best effort: an empty database that stays behind is in nobody's way.
fn remove_database(file: &std::path::Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(name);
    }
}

fn commit_failed(failed: CommitFailed) -> DbError {
    match failed {
        CommitFailed::Conflict => DbError::Busy,
        CommitFailed::Refused(error) => error,
        CommitFailed::Unknown(reason) => DbError::Unavailable(reason),
    }
}

/// The source is copied as it is, so it must be what this program works on.
fn check_source(c: &mut Connection<'_>, migrations: &[Migration]) -> Result<(), CopyError> {
    unbind(c)?;
    let pending = migrate::pending(c, migrations).map_err(CopyError::SourceSchema)?;
    match &*pending {
        [] => Ok(()),
        all if all.len() == migrations.len() => Err(CopyError::NothingThere),
        [first, ..] => Err(CopyError::Older(first)),
    }
}

fn unbind(c: &mut Connection<'_>) -> Result<(), DbError> {
    if c.engine() == Engine::Postgres { c.script(UNBOUND) } else { Ok(()) }
}

fn copy_all(
    source: &mut Connection<'_>,
    target: &mut Connection<'_>,
    migrations: &[Migration],
    tell: Told<'_>,
) -> Result<Vec<CopiedTable>, CopyError> {
    unbind(target)?;
    if target.engine() == Engine::Sqlite {
        // A row may refer to a later one of its own table.
        target.script("pragma defer_foreign_keys = on")?;
    }
    if identity(source)? == identity(target)? {
        return Err(CopyError::Same);
    }
    let plan = prepare(source, target, migrations)?;
    let mut digests = Vec::with_capacity(plan.len());
    for table in &plan {
        digests.push(copy_table(source, target, table, tell)?);
    }
    for (table, digest) in plan.iter().zip(&digests) {
        compare_table(target, table, *digest, tell)?;
    }
    for table in &plan {
        if let Some(last) = numbering::last_number(source, table)? {
            numbering::set_last_number(target, table, last)?;
        }
        if target.engine() == Engine::Postgres {
            // Until PostgreSQL has looked at new tables by itself it plans as if they were empty.
            target.script(&format!("analyze {}", quoted(&table.name)))?;
        }
    }
    let copied = plan.into_iter().zip(digests);
    Ok(copied.map(|(table, digest)| CopiedTable { name: table.name, rows: digest.rows }).collect())
}

fn identity(c: &mut Connection<'_>) -> Result<(Engine, String), DbError> {
    let name = c.query_one(IDENTITY, &[], |row| row.get(0))?;
    Ok((c.engine(), name))
}

/// Makes the tables of the target, and returns those to copy in their order.
fn prepare(
    source: &mut Connection<'_>,
    target: &mut Connection<'_>,
    migrations: &[Migration],
) -> Result<Vec<Table>, CopyError> {
    let of_source = tables(source)?;
    let before = tables(target)?;
    // Before anything is made beside it.
    if let Some(table) = before.iter().find(|table| !of_source.iter().any(|known| known.name == table.name)) {
        return Err(CopyError::ForeignTable(table.name.clone()));
    }
    migrate::migrate(target, migrations).map_err(CopyError::TargetSchema)?;
    let of_target = tables(target)?;
    for table in &of_target {
        if !table.is_empty(target)? {
            return Err(CopyError::NotEmpty(table.name.clone()));
        }
    }
    compare(&of_source, &of_target)?;
    in_order_of_foreign_keys(target, of_target)
}

fn copy_table(
    source: &mut Connection<'_>,
    target: &mut Connection<'_>,
    table: &Table,
    tell: Told<'_>,
) -> Result<Digest, CopyError> {
    let statement = match target.engine() {
        Engine::Sqlite => table.insert(),
        Engine::Postgres => table.copy_in(),
    };
    let mut digest = Digest::default();
    let (mut is_read, mut is_written) = (true, true);
    let copied = target.fill(&statement, &table.kinds(), &mut |write| {
        let read = source.stream(&table.select(), &mut |row| {
            let values = values(row, table)?;
            digest.add(&values);
            report(tell, CopyStep::Copying, table, digest.rows);
            write(&values).inspect_err(|_| is_written = false)
        });
        is_read = read.is_ok();
        read
    });
    let name = table.name.clone();
    match copied {
        Ok(()) => Ok(digest),
        Err(error) if is_written && !is_read => Err(CopyError::Read { table: name, error }),
        Err(error) => Err(CopyError::Write { table: name, error }),
    }
}

fn compare_table(target: &mut Connection<'_>, table: &Table, origin: Digest, tell: Told<'_>) -> Result<(), CopyError> {
    let mut found = Digest::default();
    let read = target.stream(&table.select(), &mut |row| {
        found.add(&values(row, table)?);
        report(tell, CopyStep::Comparing, table, found.rows);
        Ok(())
    });
    read.map_err(|error| CopyError::Write { table: table.name.clone(), error })?;
    if found == origin {
        return Ok(());
    }
    Err(CopyError::Different { table: table.name.clone(), target: found.rows, origin: origin.rows })
}

fn report(tell: Told<'_>, step: CopyStep, table: &Table, rows: u64) {
    if rows.is_multiple_of(ROWS_PER_CALL) {
        tell(CopyProgress { step, table: &table.name, rows });
    }
}

/// The columns of a row as they are on either engine.
fn values<'r>(row: &'r Row<'_>, table: &Table) -> Result<Vec<Value<'r>>, DbError> {
    let columns = table.columns.iter().enumerate();
    columns
        .map(|(index, column)| {
            let value = row.value(index).and_then(|value| column.kind.fit(value));
            value.map_err(|reason| DbError::Decode(format!("its column {}: {reason}", column.name)))
        })
        .collect()
}
