//! The webhook's signature: `x-sandbox-signature: t=<unix seconds>,v1=<hex>`, an HMAC-SHA256 over `t.body`. The time is
//! signed too, so that a message that was overheard is worth nothing five minutes later.

use std::time::Duration;

use domain::Instant;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

pub const HEADER: &str = "x-sandbox-signature";
/// How far the signed time may be from now, either way.
const TOLERANCE: Duration = Duration::from_mins(5);

pub fn sign(secret: &[u8], now: Instant, body: &[u8]) -> String {
    let time = now.seconds().to_string();
    let signature = mac(secret, &time, body).finalize().into_bytes();
    format!("t={time},v1={}", domain::hex(&signature))
}

/// In constant time: how long it takes tells nothing about the right signature.
pub fn is_good(secret: &[u8], now: Instant, header: &str, body: &[u8]) -> bool {
    let Some((time, hex)) = header.strip_prefix("t=").and_then(|rest| rest.split_once(",v1=")) else { return false };
    let (Ok(seconds), Some(signature)) = (time.parse::<i64>(), from_hex(hex)) else { return false };
    now.seconds().abs_diff(seconds) <= TOLERANCE.as_secs() && mac(secret, time, body).verify_slice(&signature).is_ok()
}

fn mac(secret: &[u8], time: &str, body: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac
}

/// Lower case only: one signature has one spelling.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair.first()?)? << 4 | digit(pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Instant = Instant::from_millis(1_750_000_000_000);

    /// Computed with another implementation (Python's `hmac`), so that both halves here can't share a mistake.
    #[test]
    fn the_signature_is_the_documented_one() {
        let header = sign(b"secret", NOW, br#"{"reference":"PAY1"}"#);
        assert_eq!(header, "t=1750000000,v1=cc4a7a75f103f6237cd616b0bcdf88b21f770cc84a4c56ac3cee69f397c8818e");
    }

    #[test]
    fn a_good_signature_lasts_five_minutes_either_way() {
        let header = sign(b"secret", NOW, b"body");
        let judged = |seconds| is_good(b"secret", NOW.plus_seconds(seconds), &header, b"body");
        assert!(judged(0) && judged(300) && judged(-300));
        assert!(!judged(301) && !judged(-301));
    }

    #[test]
    fn what_was_altered_is_not_good() {
        let header = sign(b"secret", NOW, b"body");
        assert!(!is_good(b"other", NOW, &header, b"body"));
        assert!(!is_good(b"secret", NOW, &header, b"bodY"));
        let (time, hex) = header.split_once(",v1=").unwrap();
        let moved = format!("t={},v1={hex}", NOW.seconds() + 1);
        let respelled = format!("{time},v1={}", hex.to_uppercase());
        for altered in
            [&moved, &respelled, &header[..header.len() - 2], &header[..header.len() - 1], "", "t=,v1=", time]
        {
            assert!(!is_good(b"secret", NOW, altered, b"body"), "{altered}");
        }
    }

    proptest! {
        #[test]
        fn any_header_is_judged_without_a_fall(header in "(t=[0-9-]{0,20})?(,v1=)?.{0,70}") {
            prop_assert!(!is_good(b"secret", NOW, &header, b"body"));
        }
    }
}
