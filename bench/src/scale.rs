//! What the benchmarks with much data share: a database of their own on each engine, and how answers are timed.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use database::Database;
use tukio::app;
use tukio::config::Config;

use crate::Failure;

/// Where a PostgreSQL listens, as `scripts/with-postgres` sets it.
pub const POSTGRES: &str = "TEST_POSTGRES_URL";

/// How many milliseconds half of the answers (p50) and all but one percent of them (p99) took at most.
pub struct Percentiles {
    pub p50: f64,
    pub p99: f64,
}

impl Percentiles {
    pub fn of(mut times: Vec<Duration>) -> Percentiles {
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1000.0;
        Percentiles { p50: at(0.5), p99: at(0.99) }
    }
}

/// A folder beside the binary, on a real disk.
pub fn folder() -> Result<tempfile::TempDir, Failure> {
    let binary = std::env::current_exe()?;
    Ok(tempfile::tempdir_in(binary.parent().ok_or("the benchmark has no folder")?)?)
}

/// The address of a new database: a file in the folder, or a schema of that name.
pub async fn address(folder: &Path, postgres: Option<&str>, name: &str) -> Result<String, Failure> {
    match postgres {
        Some(url) => fresh_schema(url, name).await,
        None => Ok(format!("sqlite:{}", folder.join("tukio.db").display())),
    }
}

pub fn config(folder: &Path, database: &str) -> Result<Config, Failure> {
    Ok(Config::from_map(HashMap::from([
        ("TUKIO_DATA_DIR".to_owned(), folder.display().to_string()),
        ("TUKIO_DATABASE_URL".to_owned(), database.to_owned()),
    ]))?)
}

pub async fn open(folder: &Path, database: &str) -> Result<Database, Failure> {
    let config = config(folder, database)?;
    Ok(tokio::task::spawn_blocking(move || app::open_database(&config)).await??)
}

async fn fresh_schema(url: &str, name: &str) -> Result<String, Failure> {
    let name = format!("bench_{name}");
    in_postgres(url, &format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}")).await?;
    let separator = if url.contains('?') { '&' } else { '?' };
    Ok(format!("{url}{separator}options=-csearch_path%3D{name}"))
}

/// What PostgreSQL does by itself within minutes of such a change.
pub async fn vacuum(url: &str) -> Result<(), Failure> {
    in_postgres(url, "VACUUM ANALYZE").await
}

async fn in_postgres(url: &str, statements: &str) -> Result<(), Failure> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
    let driver = tokio::spawn(connection);
    client.batch_execute(statements).await?;
    drop(client);
    Ok(driver.await??)
}
