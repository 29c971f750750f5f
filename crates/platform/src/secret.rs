//! Hashes of the secrets that we hand out (refresh tokens, links in mails, device cookies): only these are stored, so that a
//! reader of the database can use none of them. The secrets are random and long, so a fast hash (SHA-256) will do.

use sha2::{Digest, Sha256};

pub type SecretHash = [u8; 32];

pub fn hash(secret: &str) -> SecretHash {
    Sha256::digest(secret.as_bytes()).into()
}
