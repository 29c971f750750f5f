//! How providers write our references. One has 128 bits, in 32 hexadecimal figures; providers want other lengths and
//! alphabets.

use domain::{ProviderReference, RefundId};
use sha2::{Digest, Sha256};

/// The alphabet of Base32 as RFC 4648 has it: capitals and figures only.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Base32 letters that hold 128 bits.
const LETTERS: u32 = 26;

/// Returns the reference as the text of a UUID; `None` if it is not one of 128 bits, as those of the sandbox's tests.
pub fn to_uuid(reference: &ProviderReference) -> Option<String> {
    number(reference).map(uuid_text)
}

/// Returns the reference that a UUID stands for.
pub fn from_uuid(uuid: &str) -> Option<ProviderReference> {
    let has_hyphens = uuid.len() == 36 && [8, 13, 18, 23].iter().all(|place| uuid.as_bytes()[*place] == b'-');
    let figures: String = uuid.chars().filter(|letter| *letter != '-').collect();
    let is_plain = figures.len() == 32 && figures.bytes().all(|byte| byte.is_ascii_hexdigit());
    if has_hyphens && is_plain { figures.to_ascii_lowercase().parse().ok() } else { None }
}

/// Returns the UUID of a refund: the beginning of a digest, so that an id of any form has one, always the same.
pub fn refund_uuid(refund: &RefundId) -> String {
    let digest = Sha256::digest(refund.as_str());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    let reference = ProviderReference::from_random(bytes);
    number(&reference).map(uuid_text).unwrap_or_default()
}

/// Returns 26 capitals and figures that lead back to the reference.
pub fn to_letters(reference: &ProviderReference) -> Option<String> {
    Some(letters(number(reference)?, LETTERS))
}

pub fn from_letters(text: &str) -> Option<ProviderReference> {
    if text.len() != LETTERS as usize {
        return None;
    }
    let mut number: u128 = 0;
    for (index, byte) in text.bytes().enumerate() {
        let digit = BASE32.iter().position(|letter| *letter == byte)?;
        // 26 letters have room for two bits more than there are.
        if index == 0 && digit >= 8 {
            return None;
        }
        number = number << 5 | digit as u128;
    }
    format!("{number:032x}").parse().ok()
}

/// Returns 20 capitals and figures: the last 100 bits. They don't lead back, and are unique all the same, because the bits
/// left out are those of the time.
pub fn to_short_letters(reference: &ProviderReference) -> Option<String> {
    Some(letters(number(reference)?, 20))
}

fn letters(number: u128, count: u32) -> String {
    let letter = |place: u32| char::from(BASE32[(number >> (5 * place) & 31) as usize]);
    (0..count).rev().map(letter).collect()
}

fn number(reference: &ProviderReference) -> Option<u128> {
    let text = reference.as_str();
    let is_ours = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if is_ours { u128::from_str_radix(text, 16).ok() } else { None }
}

fn uuid_text(number: u128) -> String {
    let text = format!("{number:032x}");
    format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference(text: &str) -> ProviderReference {
        text.parse().unwrap()
    }

    #[test]
    fn a_reference_is_written_as_each_provider_wants_it() {
        let reference = reference("f4401bd215684140bf2deb77d2b2b639");
        assert_eq!(to_uuid(&reference).unwrap(), "f4401bd2-1568-4140-bf2d-eb77d2b2b639");
        assert_eq!(to_letters(&reference).unwrap(), "HUIAN5EFLIIFAL6LPLO7JLFNRZ");
        assert_eq!(to_short_letters(&reference).unwrap(), "EFLIIFAL6LPLO7JLFNRZ");
    }

    #[test]
    fn what_is_no_reference_of_ours_has_no_other_form() {
        for text in ["PAY1", "F4401BD215684140BF2DEB77D2B2B639", "g4401bd215684140bf2deb77d2b2b639"] {
            let reference = reference(text);
            assert_eq!((to_uuid(&reference), to_letters(&reference), to_short_letters(&reference)), (None, None, None));
        }
        for text in [
            "",
            "f4401bd215684140bf2deb77d2b2b639",
            "f4401bd2-1568-4140-bf2d-eb77d2b2b63",
            "é4401bd2-1568-4140-bf2d-eb77d2b2b63",
        ] {
            assert_eq!(from_uuid(text), None, "{text}");
        }
        let too_high = "IAAAAAAAAAAAAAAAAAAAAAAAAA";
        for text in ["", "HAAA", too_high, "haaaaaaaaaaaaaaaaaaaaaaaaa", "H1AAAAAAAAAAAAAAAAAAAAAAAA"] {
            assert_eq!(from_letters(text), None, "{text}");
        }
    }

    #[test]
    fn a_refund_has_one_uuid_of_version_4() {
        let uuid = |text: &str| refund_uuid(&text.parse().unwrap());
        assert_eq!(uuid("r-1"), uuid("r-1"));
        assert_ne!(uuid("r-1"), uuid("r-2"));
        assert_eq!((uuid("r-1").len(), &uuid("r-1")[14..15]), (36, "4"));
    }

    proptest! {
        #[test]
        fn forms_lead_back(bytes in any::<[u8; 16]>()) {
            let reference = ProviderReference::from_random(bytes);
            let (uuid, letters) = (to_uuid(&reference).unwrap(), to_letters(&reference).unwrap());
            prop_assert_eq!(from_uuid(&uuid), Some(reference.clone()));
            prop_assert_eq!(from_uuid(&uuid.to_uppercase()), Some(reference.clone()));
            prop_assert_eq!(from_letters(&letters), Some(reference.clone()));
            let short = to_short_letters(&reference).unwrap();
            prop_assert!(letters.ends_with(&short) && short.len() == 20);
        }

        #[test]
        fn any_text_is_read_without_a_fall(text in ".{0,40}") {
            let _ = (from_uuid(&text), from_letters(&text));
        }
    }
}
