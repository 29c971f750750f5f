//! Seals the product's own keys (AES-256-GCM) with a key that lies in a file outside the database, so that a copy of the
//! database alone signs nothing. Without such a file they are stored as they are.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use database::{Connection, DbError};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::random;

/// Every key that is stored has this length; a sealed one is longer.
pub const KEY_BYTES: usize = 32;

/// Stands before what is sealed, so that another way of sealing can follow one day.
const VERSION: u8 = 1;

/// It has no `Debug`, because it holds a secret.
#[derive(Clone, Default)]
pub struct Sealer(Option<Arc<LessSafeKey>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    #[error("the keys in the database are sealed: TUKIO_KEY_FILE must name the file that they were sealed with")]
    NoFile,
    #[error("TUKIO_KEY_FILE: the keys in the database were sealed with another file")]
    OtherFile,
    /// Somebody has put it there who has not the file.
    #[error("a key in the database is not sealed, though TUKIO_KEY_FILE is set")]
    NotSealed,
}

/// What a file must hold.
#[derive(Debug, thiserror::Error)]
#[error("expected 32 random bytes in base64, such as `head -c 32 /dev/urandom | base64` prints")]
pub struct BadKeyFile;

impl Sealer {
    /// Reads the content of a key file.
    pub fn from_file_content(content: &str) -> Result<Sealer, BadKeyFile> {
        let bytes = STANDARD.decode(content.trim()).map_err(|_| BadKeyFile)?;
        let key = UnboundKey::new(&AES_256_GCM, &bytes).map_err(|_| BadKeyFile)?;
        Ok(Sealer(Some(Arc::new(LessSafeKey::new(key)))))
    }

    /// What is stored of a key. `table` is where: what was sealed for one table opens in no other.
    pub fn seal(&self, table: &str, key: &[u8; KEY_BYTES]) -> Vec<u8> {
        let Some(sealing) = &self.0 else { return key.to_vec() };
        let nonce: [u8; NONCE_LEN] = random::bytes();
        let mut text = key.to_vec();
        // Fails only for texts of many gigabytes.
        let sealed = sealing.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(table.as_bytes()),
            &mut text,
        );
        debug_assert!(sealed.is_ok());
        [&[VERSION][..], &nonce, &text].concat()
    }

    /// The key that was stored.
    pub fn open(&self, table: &str, stored: &[u8]) -> Result<Vec<u8>, SealError> {
        match (&self.0, is_sealed(stored)) {
            (None, false) => Ok(stored.to_vec()),
            (None, true) => Err(SealError::NoFile),
            (Some(_), false) => Err(SealError::NotSealed),
            (Some(sealing), true) => {
                let (nonce, text) = stored[1..].split_at_checked(NONCE_LEN).ok_or(SealError::OtherFile)?;
                let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError::OtherFile)?;
                let mut text = text.to_vec();
                let opened = sealing.open_in_place(nonce, Aad::from(table.as_bytes()), &mut text);
                opened.map(|key| key.to_vec()).map_err(|_| SealError::OtherFile)
            }
        }
    }

    /// Checks that every stored key opens, and counts those that are not sealed though there is a file. That is so before
    /// the first start with the file: then none is sealed. One that is not among others that are was put there by
    /// somebody who has not the file.
    pub fn check(&self, c: &mut Connection<'_>, tables: &[KeyTable]) -> Result<usize, KeysError> {
        Ok(self.unsealed(c, tables)?.len())
    }

    /// Seals every stored key, if there is a file now and was none before. Returns how many there were.
    pub fn seal_stored(&self, c: &mut Connection<'_>, tables: &[KeyTable]) -> Result<usize, KeysError> {
        let unsealed = self.unsealed(c, tables)?;
        for (table, id, key) in &unsealed {
            let key: &[u8; KEY_BYTES] = key.as_slice().try_into().map_err(|_| SealError::NotSealed)?;
            (table.replace)(c, *id, &self.seal(table.name, key))?;
        }
        Ok(unsealed.len())
    }

    fn unsealed(
        &self,
        c: &mut Connection<'_>,
        tables: &[KeyTable],
    ) -> Result<Vec<(KeyTable, i64, Vec<u8>)>, KeysError> {
        let mut unsealed = Vec::new();
        let mut is_any_sealed = false;
        for table in tables {
            for (id, stored) in (table.list)(c)? {
                match self.open(table.name, &stored) {
                    Err(SealError::NotSealed) => unsealed.push((*table, id, stored)),
                    opened => is_any_sealed |= opened.map(|_| is_sealed(&stored))?,
                }
            }
        }
        if is_any_sealed && !unsealed.is_empty() {
            return Err(SealError::NotSealed.into());
        }
        Ok(unsealed)
    }
}

/// The id of a row, and its key as it is stored.
pub type StoredKey = (i64, Vec<u8>);

/// A table of keys, with the functions of its feature that read and replace what is stored of them.
#[derive(Clone, Copy)]
pub struct KeyTable {
    pub name: &'static str,
    pub list: fn(&mut Connection<'_>) -> Result<Vec<StoredKey>, DbError>,
    pub replace: fn(&mut Connection<'_>, i64, &[u8]) -> Result<(), DbError>,
}

#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    #[error("{0}")]
    Seal(#[from] SealError),
    #[error("database: {0}")]
    Database(#[from] DbError),
}

fn is_sealed(stored: &[u8]) -> bool {
    stored.len() > KEY_BYTES && stored[0] == VERSION
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer(byte: u8) -> Sealer {
        Sealer::from_file_content(&format!("{}\n", STANDARD.encode([byte; 32]))).unwrap()
    }

    #[test]
    fn what_is_sealed_opens_with_the_same_file_and_in_the_same_table_only() {
        let key = [7; KEY_BYTES];
        let sealed = sealer(1).seal("ticket_keys", &key);
        assert!(!sealed.windows(8).any(|part| part == [7; 8]));
        assert_eq!(sealer(1).open("ticket_keys", &sealed).as_deref(), Ok(&key[..]));
        assert_eq!(sealer(2).open("ticket_keys", &sealed), Err(SealError::OtherFile));
        assert_eq!(sealer(1).open("signing_keys", &sealed), Err(SealError::OtherFile));
        assert_eq!(Sealer::default().open("ticket_keys", &sealed), Err(SealError::NoFile));
        assert_eq!(sealer(1).open("ticket_keys", &key), Err(SealError::NotSealed));
        assert_eq!(sealer(1).open("ticket_keys", &sealed[..40]), Err(SealError::OtherFile));
        assert_eq!(Sealer::default().open("ticket_keys", &key).as_deref(), Ok(&key[..]));
    }

    #[test]
    fn a_file_holds_thirty_two_bytes() {
        for content in ["", "secret", &STANDARD.encode([1; 31]), &STANDARD.encode([1; 33])] {
            assert!(Sealer::from_file_content(content).is_err(), "{content}");
        }
    }
}
