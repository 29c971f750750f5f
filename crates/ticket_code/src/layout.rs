//! The signed code (Ed25519 over a fixed layout): `TK`, then in Base45 `version(1) key(1) event(5) ticket(8) issue(1) signature(64)`, big endian.
//! Eighty bytes are 120 characters; with the two of the prefix exactly what a QR code of version 5 holds at level M.

use domain::EventId;

use crate::keys::SIGNATURE_BYTES;
use crate::{Content, SigningKey, VerifyingKeys, base45};

const PREFIX: &str = "TK";
const VERSION: u8 = 1;
const SIGNED_BYTES: usize = 16;
const CODE_BYTES: usize = SIGNED_BYTES + SIGNATURE_BYTES;

/// In front of what is signed, so that a signature made for anything else with this key is never a ticket.
const PURPOSE: &[u8] = b"tukio ticket";

/// Why a text is not a ticket of ours, in words for the person at the door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("Ce code n'est pas un billet Tukio.")]
    NotATicket,
    #[error("Ce billet est d'une version plus récente : mettez l'application à jour.")]
    OtherVersion,
    #[error("Ce billet est signé par une clé inconnue.")]
    UnknownKey,
    #[error("La signature de ce billet est fausse.")]
    Forged,
}

/// Returns the text of a ticket's QR code.
pub fn sign(key: &SigningKey, content: Content) -> String {
    signed_text(key, header(key.id(), content))
}

impl VerifyingKeys {
    /// Reads what a scanner gives, which may surround the code with white space or write it in lower case: trimming
    /// takes nothing of the code, because the last of three Base45 characters is never above `W`.
    pub fn read(&self, scanned: &str) -> Result<Content, Refused> {
        let bytes = code_bytes(scanned)?;
        let (signed, signature) = bytes.split_at(SIGNED_BYTES);
        if signed[0] != VERSION {
            return Err(Refused::OtherVersion);
        }
        let key = self.get(signed[1]).ok_or(Refused::UnknownKey)?;
        if !key.accepts(&message(signed), signature) {
            return Err(Refused::Forged);
        }
        content(signed)
    }
}

fn code_bytes(scanned: &str) -> Result<Vec<u8>, Refused> {
    let text = scanned.trim().to_ascii_uppercase();
    text.strip_prefix(PREFIX)
        .and_then(base45::decode)
        .filter(|bytes| bytes.len() == CODE_BYTES)
        .ok_or(Refused::NotATicket)
}

fn header(key: u8, content: Content) -> [u8; SIGNED_BYTES] {
    let mut bytes = [0; SIGNED_BYTES];
    bytes[0] = VERSION;
    bytes[1] = key;
    bytes[2..7].copy_from_slice(&content.event().get().to_be_bytes()[3..]);
    bytes[7..15].copy_from_slice(&content.ticket().to_be_bytes());
    bytes[15] = content.issue();
    bytes
}

fn content(signed: &[u8]) -> Result<Content, Refused> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    let event = EventId::new(number(&signed[2..7]) as i64);
    Content::new(event, number(&signed[7..15]), signed[15]).map_err(|_| Refused::NotATicket)
}

fn signed_text(key: &SigningKey, header: [u8; SIGNED_BYTES]) -> String {
    let signature = key.signature(&message(&header));
    format!("{PREFIX}{}", base45::encode(&[header.as_slice(), &signature].concat()))
}

fn message(signed: &[u8]) -> Vec<u8> {
    [PURPOSE, signed].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_seed(3, &[7; 32])
    }

    fn keys() -> VerifyingKeys {
        [key().verifying_key()].into_iter().collect()
    }

    fn some_header() -> [u8; SIGNED_BYTES] {
        header(3, Content::new(EventId::new(123_456_789_012), 42, 1).unwrap())
    }

    #[test]
    fn another_version_is_told_even_when_signed() {
        let mut newer = some_header();
        newer[0] = 2;
        assert_eq!(keys().read(&signed_text(&key(), newer)), Err(Refused::OtherVersion));
    }

    #[test]
    fn a_signed_number_beyond_63_bits_is_no_ticket() {
        let mut beyond = some_header();
        beyond[7] = 0x80;
        assert_eq!(keys().read(&signed_text(&key(), beyond)), Err(Refused::NotATicket));
    }

    #[test]
    fn a_signature_made_for_another_purpose_is_forged() {
        let header = some_header();
        let signature = key().signature(&header);
        let code = format!("TK{}", base45::encode(&[header.as_slice(), &signature].concat()));
        assert_eq!(keys().read(&code), Err(Refused::Forged));
    }

    #[test]
    fn shorter_and_longer_bytes_are_no_ticket() {
        let signature = key().signature(&message(&some_header()));
        let whole = [some_header().as_slice(), &signature].concat();
        for bytes in [&whole[..79], &whole[..16], &[], &[&whole[..], &[0]].concat()] {
            assert_eq!(keys().read(&format!("TK{}", base45::encode(bytes))), Err(Refused::NotATicket));
        }
    }
}
