//! Time-based one-time passwords, RFC 6238 (<https://www.rfc-editor.org/rfc/rfc6238>), as every authenticator app has
//! them: HMAC-SHA1, thirty seconds, six digits.

use domain::Instant;
use ring::hmac;

const STEP_MILLIS: i64 = 30_000;

/// Steps that a telephone's clock may be off by.
const TOLERANCE: i64 = 1;

/// Sixteen characters of five bits each would do; RFC 4226 recommends 160 bits.
pub type Secret = [u8; 20];

/// The time step whose code was typed, if it is now or next to now. Compares all of them, so that the time it takes tells
/// nothing.
pub fn find_step(secret: &[u8], typed: &str, now: Instant) -> Option<i64> {
    let present = now.millis() / STEP_MILLIS;
    let steps = (present - TOLERANCE)..=(present + TOLERANCE);
    let is_right = |step: i64| is_same(code_at(secret, step).as_bytes(), typed.as_bytes());
    // All of them, so that the time tells nothing.
    steps.fold(None, |found, step| if is_right(step) { Some(step) } else { found })
}

/// The code of a time step.
pub fn code_at(secret: &[u8], step: i64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let bytes = tag.as_ref();
    let offset = usize::from(bytes[bytes.len() - 1] & 15);
    let number = bytes[offset..offset + 4].iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
}

/// Looks at every byte, wherever the first difference is.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
}

/// Base 32 without padding (RFC 4648), in which apps take secrets.
pub fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::new();
    for chunk in bytes.chunks(5) {
        let mut bits = [0; 8];
        bits[3..3 + chunk.len()].copy_from_slice(chunk);
        let bits = u64::from_be_bytes(bits);
        let characters = (chunk.len() * 8).div_ceil(5);
        text.extend((0..characters).map(|place| char::from(ALPHABET[(bits >> (35 - 5 * place) & 31) as usize])));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the RFC's own examples.
    const SECRET: &[u8] = b"12345678901234567890";

    #[test]
    fn the_examples_of_the_rfc_hold() {
        let seconds = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000];
        let codes = ["287082", "081804", "050471", "005924", "279037", "353130"];
        assert_eq!(seconds.map(|second: i64| code_at(SECRET, second / 30)), codes);
    }

    #[test]
    fn a_clock_may_be_off_by_one_step() {
        let now = Instant::from_millis(1_800_000_000_000);
        let step = 60_000_000;
        for (offset, found) in [(-2, None), (-1, Some(step - 1)), (0, Some(step)), (1, Some(step + 1)), (2, None)] {
            assert_eq!(find_step(SECRET, &code_at(SECRET, step + offset), now), found, "{offset}");
        }
        for typed in ["", "1", "12345678", "abcdef"] {
            assert_eq!(find_step(SECRET, typed, now), None);
        }
    }

    #[test]
    fn secrets_are_written_as_apps_read_them() {
        for (bytes, text) in [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB")] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
        assert_eq!(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }
}
