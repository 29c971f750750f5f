//! The most common passwords, as a filter that a file holds: no password is in it, only fingerprints of 16 bits. One in
//! 65,536 other passwords is taken for a common one.
//!
//! `cargo run -p accounts --example make_common_passwords -- LIST` writes the file from a list with one password in each line,
//! the most common first; `common_passwords.md` beside it says where the list comes from.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};
use xorf::{BinaryFuse16, Descriptor, Filter};

static FILE: &[u8] = include_bytes!("common_passwords.bin");

/// Bytes before the fingerprints: the seed and three lengths, all little-endian.
const HEAD: usize = 20;

static COMMON: LazyLock<BinaryFuse16> = LazyLock::new(|| {
    let (head, fingerprints) = FILE.split_at(HEAD);
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let descriptor = Descriptor {
        seed: u64::from(number(0)) | u64::from(number(4)) << 32,
        segment_length: number(8),
        segment_length_mask: number(12),
        segment_count_length: number(16),
    };
    let fingerprints = fingerprints.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    BinaryFuse16 { descriptor, fingerprints }
});

/// Whether a password is one of those that are tried first, in whichever case it is written.
pub fn is_common(password: &str) -> bool {
    COMMON.contains(&fingerprint_key(password))
}

/// What a password is looked up by.
pub fn fingerprint_key(password: &str) -> u64 {
    let digest = Sha256::digest(password.to_lowercase().as_bytes());
    digest.iter().take(8).fold(0, |key, byte| key << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_ones_are_known_and_others_are_not() {
        for common in ["123456", "password", "PassWord", "azerty", "iloveyou", "secret1", "000000"] {
            assert!(is_common(common), "{common}");
        }
        for other in ["croisette-7", "tukio-demo", "le chat mange du fufu", "9f8a7c1e"] {
            assert!(!is_common(other), "{other}");
        }
    }

    #[test]
    fn at_least_a_hundred_thousand_are_known() {
        // Nine eighths of a fingerprint for each.
        assert!(COMMON.len() * 8 / 9 >= 100_000, "{}", COMMON.len());
    }
}
