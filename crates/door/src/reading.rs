//! What the text of a code says, before anything is asked of the database. Pure.

use domain::TicketId;
use ticket_code::{Content, Refused, TypedCode, VerifyingKeys};

use crate::words::Verdict;

/// The longest text that is looked at; a QR code of ours has 122 characters.
pub const LONGEST_CONTENT: usize = 500;

/// How a scan names its ticket.
#[derive(Clone)]
pub enum Reading {
    /// A QR code that we have signed.
    Signed(Content),
    /// A typed code as it is stored.
    Typed(String),
    /// The number in the roster.
    Number(i64),
    Ticket(TicketId),
    /// Names no ticket, and what is said about that.
    None(Verdict),
}

/// What a text is, or that it is signed by a key that is not known (yet).
pub enum Read {
    Is(Reading),
    UnknownKey,
}

pub fn read_content(keys: &VerifyingKeys, text: &str) -> Read {
    match keys.read(text) {
        Ok(content) => Read::Is(Reading::Signed(content)),
        Err(Refused::UnknownKey) => Read::UnknownKey,
        Err(Refused::Forged | Refused::OtherVersion) => Read::Is(Reading::None(Verdict::Forged)),
        Err(Refused::NotATicket) => Read::Is(match TypedCode::read(text) {
            Ok(code) => Reading::Typed(code.as_str().to_owned()),
            Err(_) => Reading::None(Verdict::Unknown),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::EventId;
    use ticket_code::SigningKey;

    #[test]
    fn texts_are_told_apart() {
        let key = SigningKey::from_seed(3, &[7; 32]);
        let keys: VerifyingKeys = [key.verifying_key()].into_iter().collect();
        let text = ticket_code::sign(&key, Content::new(EventId::new(7), 9, 1).unwrap());
        assert!(matches!(read_content(&keys, &text), Read::Is(Reading::Signed(content)) if content.ticket() == 9));
        let forged =
            ticket_code::sign(&SigningKey::from_seed(3, &[8; 32]), Content::new(EventId::new(7), 9, 1).unwrap());
        assert!(matches!(read_content(&keys, &forged), Read::Is(Reading::None(Verdict::Forged))));
        let other_key =
            ticket_code::sign(&SigningKey::from_seed(4, &[7; 32]), Content::new(EventId::new(7), 9, 1).unwrap());
        assert!(matches!(read_content(&keys, &other_key), Read::UnknownKey));
        let code = TypedCode::from_random([1; 5]).to_string().to_lowercase();
        assert!(matches!(read_content(&keys, &code), Read::Is(Reading::Typed(code)) if code.len() == 8));
        assert!(matches!(read_content(&keys, "https://x"), Read::Is(Reading::None(Verdict::Unknown))));
    }
}
