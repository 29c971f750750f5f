//! The product's own keys in the database, and the file outside it that seals them.

use std::path::Path;

use database::{Database, DbError};
use platform::Sealer;
use platform::sealing::{KeyTable, KeysError, SealError};

use crate::config::Config;

/// Every table with keys that sign something.
const TABLES: [KeyTable; 3] = [accounts::SIGNING_KEYS, box_office::TICKET_KEYS, box_office::SANDBOX_SECRET];

#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    #[error("TUKIO_KEY_FILE: {file}: {problem}")]
    File { file: String, problem: String },
    #[error("{0}")]
    Seal(SealError),
    #[error("database: {0}")]
    Database(#[from] DbError),
}

impl From<KeysError> for KeyFileError {
    fn from(error: KeysError) -> KeyFileError {
        match error {
            KeysError::Seal(error) => KeyFileError::Seal(error),
            KeysError::Database(error) => KeyFileError::Database(error),
        }
    }
}

/// Reads the key file and seals with it what was stored before there was one. The database must be up to date.
pub async fn open_keys(config: &Config, db: &Database) -> Result<Sealer, KeyFileError> {
    let sealer = read_key_file(config)?;
    let sealing = sealer.clone();
    let sealed = db.write(move |c| sealing.seal_stored(c, &TABLES)).await?;
    if sealed > 0 {
        tracing::warn!(
            keys = sealed,
            "sealed the keys in the database; older copies of it still hold them: see `tukio rotate-ticket-key`"
        );
    }
    Ok(sealer)
}

/// Says what is wrong with the keys, and changes nothing. The remark is about what the next start will do.
pub async fn check_keys(config: &Config, db: &Database) -> Result<Option<String>, KeyFileError> {
    let sealer = read_key_file(config)?;
    let unsealed = db.read(move |c| sealer.check(c, &TABLES)).await?;
    Ok((unsealed > 0).then(|| format!("TUKIO_KEY_FILE: the next start seals {unsealed} keys in the database")))
}

fn read_key_file(config: &Config) -> Result<Sealer, KeyFileError> {
    let Some(file) = &config.key_file else { return Ok(Sealer::default()) };
    let problem = |problem: String| KeyFileError::File { file: file.display().to_string(), problem };
    let content = std::fs::read_to_string(file).map_err(|error| problem(error.to_string()))?;
    Sealer::from_file_content(&content).map_err(|error| problem(error.to_string()))
}

/// Whether a file lies in a folder, so that a copy of the folder has it, too.
pub fn lies_in(file: &Path, folder: &Path) -> bool {
    match (file.canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => false,
    }
}
