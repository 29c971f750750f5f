//! A copy of the whole database while it is in use.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::address::Address;

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("PostgreSQL is backed up by its own tools: use pg_dump")]
    UsePgDump,
    #[error("{} is already there", .0.display())]
    Exists(PathBuf),
    #[error("the backup could not be written: {0}")]
    Failed(String),
}

/// Appears under its name only when it is whole and on the disk.
pub(crate) fn back_up(from: &Address, file: &Path) -> Result<(), BackupError> {
    let Address::Sqlite(database) = from else { return Err(BackupError::UsePgDump) };
    if file.exists() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    let mut partial = OsString::from(file);
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let copied = copy(database, &partial, file);
    if copied.is_err() {
        // Best effort: what failed to be written may not even be there.
        let _ = fs::remove_file(&partial);
    }
    copied.map_err(BackupError::Failed)
}

fn copy(database: &Path, partial: &Path, file: &Path) -> Result<(), String> {
    let io = |error: std::io::Error| error.to_string();
    if partial.exists() {
        fs::remove_file(partial).map_err(io)?;
    }
    let name = partial.to_str().ok_or("its name must be valid UTF-8")?;
    let connection = crate::sqlite::open(database, false).map_err(|error| error.to_string())?;
    connection.execute("vacuum into ?1", (name,)).map_err(|error| error.to_string())?;
    File::open(partial).and_then(|copy| copy.sync_all()).map_err(io)?;
    fs::rename(partial, file).map_err(io)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)
}
