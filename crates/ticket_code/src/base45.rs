//! Base45 (RFC 9285): bytes in the 45 characters that QR codes pack tightest. Strict, so that the same bytes have one
//! spelling only: a code that was copied by hand can't come back as a second, different-looking ticket.

const ALPHABET: &[u8; 45] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const BASE: u32 = 45;

/// Two bytes are three characters, the lightest first; a last single byte is two.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(2) * 3);
    for pair in bytes.chunks(2) {
        let mut number = pair.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
        for _ in 0..=pair.len() {
            text.push(char::from(ALPHABET[(number % BASE) as usize]));
            number /= BASE;
        }
    }
    text
}

/// `None` for a foreign character, a length that no bytes have, or a group above what its bytes can hold.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len().div_ceil(3) * 2);
    for group in text.as_bytes().chunks(3) {
        let number = group.iter().rev().try_fold(0, |number, character| Some(number * BASE + value(*character)?))?;
        match group.len() {
            3 => bytes.extend(u16::try_from(number).ok()?.to_be_bytes()),
            2 => bytes.push(u8::try_from(number).ok()?),
            _ => return None,
        }
    }
    Some(bytes)
}

fn value(character: u8) -> Option<u32> {
    ALPHABET.iter().position(|known| *known == character).map(|position| position as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_standard_s_own_examples() {
        for (bytes, text) in
            [("AB", "BB8"), ("Hello!!", "%69 VD92EX0"), ("base-45", "UJCLQE7W581"), ("ietf!", "QED8WEX0"), ("", "")]
        {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn what_no_bytes_are_written_as_is_refused() {
        // `GGW` is 65,536 and `:5` is 269; a lone character is half a byte.
        for text in ["GGW", ":::", ":5", "::", "B", "BB8B", "bb8", "BB_", "é12"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn a_text_that_is_read_is_the_only_spelling(text in "[0-9A-Z $%*+./:-]{0,24}") {
            if let Some(bytes) = decode(&text) {
                prop_assert_eq!(encode(&bytes), text);
            }
        }
    }
}
