//! Ids that are text: what costs money is named by something that nobody finds by counting.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// A text that no id of ours can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id is 1 to 64 letters, figures, hyphens or underscores")]
pub struct NotAnId;

/// Every id may stand in an address, a file's name and a header as it is.
fn is_id(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=64).contains(&text.len()) && text.bytes().all(is_plain)
}

macro_rules! text_id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(out)
            }
        }

        impl std::str::FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<$name, NotAnId> {
                text.to_owned().try_into()
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAnId;

            fn try_from(text: String) -> Result<$name, NotAnId> {
                if is_id(&text) { Ok($name(text)) } else { Err(NotAnId) }
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }
    };
}

text_id!(PaymentId);
text_id!(TicketId);
text_id!(RefundId);
text_id!(
    /// A sale for cash at the door, named by the phone that made it.
    SaleId
);
text_id!(
    /// Places that are set aside for a phone at the door.
    BlockId
);
text_id!(
    /// What opens the page with the tickets of a sale at the door: as secret as the tickets.
    ReceiptCode
);
text_id!(
    /// A scan at the door. A phone without network chooses it.
    ScanId
);
text_id!(
    /// What a payment is called in its provider's books. We choose it, and store it before the provider is called.
    ProviderReference
);

macro_rules! from_random {
    ($($name:ident),+) => { $(
        impl $name {
            /// Sixteen random bytes in the alphabet of URL-safe Base64: 22 characters.
            pub fn from_random(bytes: [u8; 16]) -> $name {
                $name(URL_SAFE_NO_PAD.encode(bytes))
            }
        }
    )+ };
}

from_random!(PaymentId, TicketId, RefundId, ScanId, SaleId, BlockId, ReceiptCode);

impl ProviderReference {
    /// Sixteen random bytes in hexadecimal, because every provider takes figures and lower-case letters. Six of the bits
    /// say that it is a UUID of version 4, because one provider wants such.
    pub fn from_random(mut bytes: [u8; 16]) -> ProviderReference {
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        ProviderReference(format!("{:032x}", u128::from_be_bytes(bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_written_as_its_plain_text() {
        let id: PaymentId = "AZq-_0".parse().unwrap();
        assert_eq!((id.as_str(), id.to_string()), ("AZq-_0", "AZq-_0".to_owned()));
        assert_eq!(serde_json::to_string(&id).unwrap(), r#""AZq-_0""#);
        assert_eq!(serde_json::from_str::<PaymentId>(r#""AZq-_0""#).unwrap(), id);
        assert_eq!(String::from(id), "AZq-_0");
    }

    #[test]
    fn what_could_change_an_address_is_no_id() {
        let long = "a".repeat(65);
        for text in ["", "../a", "a b", "a%2e", "é", "a\0", "a\n", &*long] {
            assert_eq!(text.parse::<ProviderReference>(), Err(NotAnId), "{text:?}");
            assert!(serde_json::from_value::<TicketId>(text.into()).is_err(), "{text:?}");
        }
        assert!(long[..64].parse::<RefundId>().is_ok());
    }

    #[test]
    fn a_reference_is_a_uuid_of_version_4() {
        for (bytes, text) in [
            ([0; 16], "00000000000040008000000000000000"),
            ([255; 16], "ffffffffffff4fffbfffffffffffffff"),
            ([0x5a; 16], "5a5a5a5a5a5a4a5a9a5a5a5a5a5a5a5a"),
        ] {
            assert_eq!(ProviderReference::from_random(bytes).as_str(), text);
        }
    }

    #[test]
    fn random_ids_read_back() {
        for bytes in [[0; 16], [255; 16], [7; 16]] {
            let (payment, reference) = (PaymentId::from_random(bytes), ProviderReference::from_random(bytes));
            assert_eq!((payment.as_str().len(), reference.as_str().len()), (22, 32));
            assert_eq!(payment.as_str().parse(), Ok(payment));
            assert_eq!(reference.as_str().parse(), Ok(reference));
        }
    }
}
