//! The QR code as the door meets it: read back, mutated, forged, signed by yesterday's key.

use domain::EventId;
use proptest::prelude::*;
use qrcode::{EcLevel, QrCode, Version};
use ticket_code::{Content, Refused, SigningKey, VerifyingKeys, sign};

const ALPHABET: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

fn key(id: u8) -> SigningKey {
    SigningKey::from_seed(id, &[id; 32])
}

fn keys(ids: &[u8]) -> VerifyingKeys {
    ids.iter().map(|id| key(*id).verifying_key()).collect()
}

fn content() -> Content {
    Content::new(EventId::new(123_456_789_012), 0x1234_5678_9ABC_DEF0, 2).expect("a ticket that fits")
}

proptest! {
    #[test]
    fn a_signed_code_reads_back(event in 0..1_i64 << 40, ticket in 0..1_u64 << 63, issue: u8, id: u8) {
        let content = Content::new(EventId::new(event), ticket, issue).unwrap();
        prop_assert_eq!(keys(&[id]).read(&sign(&key(id), content)), Ok(content));
    }

    #[test]
    fn any_text_is_refused_without_a_fall(text in ".{0,130}") {
        prop_assert!(keys(&[1]).read(&text).is_err());
    }

    #[test]
    fn every_code_has_the_size_of_version_5(event in 0..1_i64 << 40, ticket in 0..1_u64 << 63, issue: u8) {
        let code = sign(&key(1), Content::new(EventId::new(event), ticket, issue).unwrap());
        prop_assert_eq!(code.len(), 122);
        prop_assert!(code.bytes().all(|byte| ALPHABET.contains(&byte)));
    }
}

/// Made with Node's `crypto` and a base45 of its own: what the browser at the door must be able to read.
#[test]
fn the_code_is_the_one_another_implementation_makes() {
    let code = concat!(
        "TKW50NS3:FJ8O2XR64BFK*NHFU6W7UQ52MN2O003VP.P1+P8TF8RRR$UPILPO6",
        "-EGMC2-:JMROQ5FH+DCQ5%%H*22JDJ.WTYTI-74$*DX-9ROJKUGINEH13CML"
    );
    assert_eq!(sign(&key(1), content()), code);
    assert_eq!(keys(&[1]).read(code), Ok(content()));
    let public = key(1).verifying_key().bytes.map(|byte| format!("{byte:02x}")).concat();
    assert_eq!(public, "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c");
}

#[test]
fn a_cheap_camera_reads_it() {
    let code = QrCode::with_error_correction_level(sign(&key(1), content()), EcLevel::M).unwrap();
    assert_eq!(code.version(), Version::Normal(5));
}

#[test]
fn a_scanner_may_add_white_space_or_lower_the_case() {
    let code = sign(&key(1), content());
    for scanned in [format!("  {code}\r\n"), code.to_lowercase(), format!("\t{code} ")] {
        assert_eq!(keys(&[1]).read(&scanned), Ok(content()), "{scanned}");
    }
    for scanned in [format!("https://tukio.example/{code}"), code.replacen("TK", "TK ", 1), format!("{code}0")] {
        assert_eq!(keys(&[1]).read(&scanned), Err(Refused::NotATicket), "{scanned}");
    }
}

#[test]
fn the_old_key_is_read_beside_the_new_one() {
    let both = keys(&[1, 2]);
    assert_eq!(both.read(&sign(&key(1), content())), Ok(content()));
    assert_eq!(both.read(&sign(&key(2), content())), Ok(content()));
    assert_eq!(keys(&[2]).read(&sign(&key(1), content())), Err(Refused::UnknownKey));
}

#[test]
fn somebody_else_s_key_under_our_number_is_forged() {
    let stranger = SigningKey::from_seed(1, &[99; 32]);
    assert_eq!(keys(&[1]).read(&sign(&stranger, content())), Err(Refused::Forged));
}

#[test]
fn a_cut_or_lengthened_code_is_refused() {
    let code = sign(&key(1), content());
    for length in 0..code.len() {
        assert!(keys(&[1]).read(&code[..length]).is_err(), "cut to {length}");
    }
    for more in ["0", "00", "000", "TK", &code] {
        assert!(keys(&[1]).read(&format!("{code}{more}")).is_err(), "with {more}");
    }
}

#[test]
fn every_single_wrong_character_is_refused() {
    let code = sign(&key(1), content());
    let keys = keys(&[1]);
    for place in 0..code.len() {
        for wrong in ALPHABET.iter().filter(|wrong| **wrong != code.as_bytes()[place]) {
            let mut bytes = code.clone().into_bytes();
            bytes[place] = *wrong;
            let mutated = String::from_utf8(bytes).unwrap();
            assert!(keys.read(&mutated).is_err(), "{mutated}");
        }
    }
}

/// `MUTATIONS=1000000 cargo test --release -p ticket_code` takes about a minute.
#[test]
fn random_mutations_are_refused() {
    let count = std::env::var("MUTATIONS").map_or(20_000, |text| text.parse().unwrap());
    let code = sign(&key(1), content());
    let keys = keys(&[1]);
    let mut random = Random(0x7475_6B69_6F21);
    for _ in 0..count {
        let mutated = mutate(&code, &mut random);
        if mutated.trim() != code {
            assert!(keys.read(&mutated).is_err(), "{mutated}");
        }
    }
}

/// One to four slips: a character replaced, two swapped, one lost, one added.
fn mutate(code: &str, random: &mut Random) -> String {
    let mut bytes = code.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let place = random.below(bytes.len());
        let character = ALPHABET[random.below(ALPHABET.len())];
        match random.below(8) {
            0 => bytes.insert(place, character),
            1 => drop(bytes.remove(place)),
            2 => {
                let other = random.below(bytes.len());
                bytes.swap(place, other);
            }
            _ => bytes[place] = character,
        }
    }
    String::from_utf8(bytes).expect("ASCII stays ASCII")
}

/// Marsaglia's xorshift: the same mutations on every run, so that a failure can be looked at.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}
