//! Secrets we hand out (refresh tokens, links in mails, device cookies) are stored as hashes: whoever reads the
//! database can use none of them. They are random and long, so a fast hash will do.

use sha2::{Digest, Sha256};

pub type SecretHash = [u8; 32];

pub fn hash(secret: &str) -> SecretHash {
    Sha256::digest(secret.as_bytes()).into()
}
