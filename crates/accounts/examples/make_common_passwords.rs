//! Writes `src/common_passwords.bin` from a list of passwords, the most common first; see `src/common_passwords.md`.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use xorf::BinaryFuse16;

const MOST: usize = 120_000;

/// Shorter ones are refused anyway.
const SHORTEST: usize = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let list = std::env::args().nth(1).ok_or("expected the path of a list of passwords")?;
    let text = String::from_utf8_lossy(&std::fs::read(list)?).into_owned();
    let mut keys = HashSet::new();
    for password in text.lines().filter(|password| password.chars().count() >= SHORTEST) {
        keys.insert(accounts::fingerprint_key(password));
        if keys.len() == MOST {
            break;
        }
    }
    let mut keys: Vec<u64> = keys.into_iter().collect();
    keys.sort_unstable();
    let BinaryFuse16 { descriptor, fingerprints } = BinaryFuse16::try_from(&keys)?;
    let mut file = descriptor.seed.to_le_bytes().to_vec();
    for length in [descriptor.segment_length, descriptor.segment_length_mask, descriptor.segment_count_length] {
        file.extend(length.to_le_bytes());
    }
    file.extend(fingerprints.iter().flat_map(|fingerprint| fingerprint.to_le_bytes()));
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/common_passwords.bin"), file)?;
    Ok(())
}
