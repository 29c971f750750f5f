//! How a SQLite connection is opened: durable, with foreign keys, and as strict as PostgreSQL where it can be.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::OpenError;

/// Older ones have a bug in the write-ahead log that can corrupt the database.
const OLDEST_VERSION: i32 = 3_051_003;

const STATEMENT_CACHE_SIZE: usize = 512;

pub(crate) fn ensure_folder(file: &Path) -> Result<(), OpenError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let refused = |error: std::io::Error| OpenError::Folder { folder: folder.to_owned(), reason: error.to_string() };
    std::fs::create_dir_all(folder).map_err(refused)?;
    // SQLite puts its log beside the database: a writable file in a folder that is not would fail at the first write.
    let probe = folder.join(format!(".writable-{}", std::process::id()));
    std::fs::write(&probe, b"").map_err(refused)?;
    match std::fs::remove_file(&probe) {
        // Another handle of this process was faster.
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(refused(error)),
        _ => Ok(()),
    }
}

pub(crate) fn open(file: &Path, read_only: bool) -> Result<Connection, OpenError> {
    if rusqlite::version_number() < OLDEST_VERSION {
        return Err(OpenError::SqliteTooOld(rusqlite::version().to_owned()));
    }
    prepare(file, read_only)
        .map_err(|error| OpenError::Sqlite { file: file.to_owned(), reason: super::failure::one_line(&error) })
}

fn prepare(file: &Path, read_only: bool) -> rusqlite::Result<Connection> {
    // No URI file names: a path is a path. One thread per connection needs no mutex.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_SIZE);
    // A misspelt column in double quotes is an error, as in PostgreSQL, and not a text.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.query_row("pragma journal_mode = wal", (), |row| match row.get_ref(0)?.as_str() {
        Ok("wal") => Ok(()),
        _ => Err(rusqlite::Error::InvalidQuery),
    })?;
    connection.execute_batch(
        "pragma synchronous = full;
         pragma foreign_keys = on;
         pragma case_sensitive_like = on;
         -- What is deleted or replaced, keys and addresses among it, stays behind in no page.
         pragma secure_delete = fast;
         pragma temp_store = memory;
         pragma cache_size = -8192;
         pragma journal_size_limit = 67108864;",
    )?;
    // The writer meets the same pages again and again: it keeps more of them, and copies them home less often.
    connection.execute_batch(if read_only {
        "pragma query_only = on"
    } else {
        "pragma cache_size = -32768; pragma wal_autocheckpoint = 8000"
    })?;
    Ok(connection)
}
