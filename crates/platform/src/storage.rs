//! Files beside the database: written before a row refers to them, removed after the row is gone. A file that nobody
//! refers to is harmless, a missing one is not.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Bytes;
use domain::Instant;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload};

use crate::{Error, random};

/// Why a storage can't be used, in one line for the person who starts the server.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("TUKIO_STORAGE_URL: expected file:FOLDER, found {0:?}")]
    UnknownScheme(String),
    #[error("the storage folder {folder} can't be written: {reason}")]
    Folder { folder: String, reason: String },
}

/// A file that is there.
pub struct StoredFile {
    pub key: String,
    pub written: Instant,
}

#[derive(Clone)]
pub struct Storage {
    files: Arc<LocalFileSystem>,
    folder: PathBuf,
}

impl Storage {
    /// Opens the storage at `file:FOLDER` and makes the folder if it is missing.
    pub fn open(url: &str) -> Result<Storage, StorageError> {
        let folder = folder_of(url).ok_or_else(|| StorageError::UnknownScheme(redact_url(url)))?;
        let failed = |reason: String| StorageError::Folder { folder: folder.display().to_string(), reason };
        std::fs::create_dir_all(&folder).map_err(|error| failed(error.to_string()))?;
        let files = LocalFileSystem::new_with_prefix(&folder).map_err(|error| failed(error.to_string()))?;
        Ok(Storage { files: Arc::new(files), folder })
    }

    /// Writes a file and takes it away again: better known at start than at the first upload.
    pub async fn probe(&self) -> Result<(), StorageError> {
        let key = format!("probe-{:016x}", u64::from_le_bytes(random::bytes()));
        let written = async {
            self.put(&key, b"ok".to_vec()).await?;
            self.delete(&key).await
        };
        written.await.map_err(|error| StorageError::Folder {
            folder: self.folder.display().to_string(),
            reason: error.to_string(),
        })
    }

    /// On the disk when it returns, as the row that will refer to it is.
    pub async fn put(&self, key: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let path = path_of(key).ok_or_else(|| Error::Internal(format!("{key:?} is no key")))?;
        self.files.put(&path, PutPayload::from(bytes)).await.map_err(failed)?;
        let file = self.files.path_to_filesystem(&path).map_err(failed)?;
        let flushed = tokio::task::spawn_blocking(move || {
            File::open(&file)?.sync_all()?;
            // The name is kept by the folder, not by the file.
            file.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
        });
        flushed.await.map_err(|error| Error::Internal(error.to_string()))?.map_err(failed)
    }

    /// The file under this key; whatever is no key of ours is simply not there.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, Error> {
        let Some(path) = path_of(key) else { return Ok(None) };
        match self.files.get(&path).await {
            Ok(found) => Ok(Some(found.bytes().await.map_err(failed)?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }

    pub async fn has(&self, key: &str) -> Result<bool, Error> {
        let Some(path) = path_of(key) else { return Ok(false) };
        match self.files.head(&path).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(failed(error)),
        }
    }

    /// What is gone already is no error.
    pub async fn delete(&self, key: &str) -> Result<(), Error> {
        let Some(path) = path_of(key) else { return Ok(()) };
        match self.files.delete(&path).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Every file in a folder, with when it was written last.
    pub async fn list(&self, folder: &str) -> Result<Vec<StoredFile>, Error> {
        let prefix = path_of(folder).ok_or_else(|| Error::Internal(format!("{folder:?} is no folder")))?;
        let listed = self.files.list_with_delimiter(Some(&prefix)).await.map_err(failed)?;
        let stored = listed.objects.into_iter().map(|file| StoredFile {
            key: file.location.to_string(),
            written: Instant::from_millis(file.last_modified.timestamp_millis()),
        });
        Ok(stored.collect())
    }

    /// Removes what no row refers to any more. A failure is logged only: what is left over harms nobody.
    pub async fn discard(&self, keys: &[String]) {
        for key in keys {
            if let Err(error) = self.delete(key).await {
                tracing::warn!(key, %error, "stored file could not be removed");
            }
        }
    }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("storage: {error}"))
}

fn folder_of(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("file:")?;
    let path = rest.strip_prefix("//").unwrap_or(rest);
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// The part of the address that can hold no secret.
fn redact_url(url: &str) -> String {
    url.split_once(':').map_or_else(|| "no scheme".to_owned(), |(scheme, _)| format!("{scheme}:…"))
}

/// Keys are folders and a name of lower-case letters, digits and hyphens: no dot leads anywhere, nothing is escaped.
fn path_of(key: &str) -> Option<Path> {
    let plain = |part: &str| {
        let word =
            |word: &str| !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        part.split('.').all(word)
    };
    (key.len() <= 128 && key.split('/').all(plain)).then(|| Path::from(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_nowhere_else() {
        for key in ["avatars/0af3-256.webp", "probe-1"] {
            assert_eq!(path_of(key).map(|path| path.to_string()).as_deref(), Some(key));
        }
        for trick in [
            "",
            "/",
            "/etc/passwd",
            "avatars/",
            "avatars//a",
            "../tukio.db",
            "avatars/../../tukio.db",
            "avatars/..",
            "avatars/.hidden",
            "avatars/a..webp",
            "avatars/%2e%2e",
            "avatars\\a",
            "avatars/a\0",
            "avatars/é",
            "Avatars/a",
        ] {
            assert!(path_of(trick).is_none(), "{trick:?}");
        }
        assert!(path_of(&"a".repeat(200)).is_none());
    }

    #[tokio::test]
    async fn what_is_put_is_there_until_it_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("file:{}", folder.path().join("storage").display());
        let storage = Storage::open(&url).unwrap();
        storage.probe().await.unwrap();
        assert_eq!(storage.get("avatars/a.webp").await.unwrap(), None);
        storage.put("avatars/a.webp", b"picture".to_vec()).await.unwrap();
        assert_eq!(storage.get("avatars/a.webp").await.unwrap().as_deref(), Some(&b"picture"[..]));
        assert_eq!(storage.get("avatars").await.unwrap(), None, "a folder is no file");
        for _ in 0..2 {
            storage.delete("avatars/a.webp").await.unwrap();
        }
        assert_eq!(storage.get("avatars/a.webp").await.unwrap(), None);
    }

    #[test]
    fn other_schemes_are_refused_without_their_secrets() {
        for url in ["s3://key:hunter2@bucket", "/srv/hunter2", "", "file:"] {
            let error = Storage::open(url).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with("TUKIO_STORAGE_URL: ") && !error.contains("hunter2"), "{error}");
        }
    }
}
