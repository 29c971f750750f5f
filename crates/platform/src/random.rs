//! Randomness from the operating system, for ids and secrets.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{
    BlockId, Instant, PaymentId, ProviderReference, ReceiptCode, RefundId, SaleId, ScanId, TicketId, TicketTypeId,
};

/// A machine without randomness can issue no secret: stopping is the only safe answer.
#[expect(clippy::expect_used, reason = "an operating system without randomness cannot run the product")]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// 256 bits as text that fits a header or an address.
pub fn token() -> String {
    URL_SAFE_NO_PAD.encode(bytes::<32>())
}

pub fn payment_id(now: Instant) -> PaymentId {
    PaymentId::from_random(time_ordered(now))
}

pub fn ticket_id(now: Instant) -> TicketId {
    TicketId::from_random(time_ordered(now))
}

/// Tells nothing of when it was made: those who know one can guess no other.
pub fn ticket_type_id() -> TicketTypeId {
    TicketTypeId::from_random(bytes())
}

/// Whether a text could be one of our ids.
pub fn is_id(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 16)
}

pub fn scan_id(now: Instant) -> ScanId {
    ScanId::from_random(time_ordered(now))
}

/// An id for a sale at the door that its phone has not named.
pub fn sale_id(now: Instant) -> SaleId {
    SaleId::from_random(time_ordered(now))
}

/// An id for a block of places, which begins with the time.
pub fn block_id(now: Instant) -> BlockId {
    BlockId::from_random(time_ordered(now))
}

/// A secret of 128 bits, which tells nothing of when it was made.
pub fn receipt_code() -> ReceiptCode {
    ReceiptCode::from_random(bytes())
}

pub fn refund_id(now: Instant) -> RefundId {
    RefundId::from_random(time_ordered(now))
}

pub fn reference(now: Instant) -> ProviderReference {
    ProviderReference::from_random(time_ordered(now))
}

/// The time in five bytes, then 88 random bits, as in UUIDv7: what is made at the same time lies together in an index.
fn time_ordered(now: Instant) -> [u8; 16] {
    let mut id = bytes::<16>();
    id[..5].copy_from_slice(&now.millis().to_be_bytes()[3..]);
    id
}

/// Whether a text could be one of our tokens.
pub(crate) fn is_token(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_have_256_bits_and_differ() {
        let tokens: std::collections::HashSet<String> = (0..1000).map(|_| token()).collect();
        assert_eq!(tokens.len(), 1000);
        for token in tokens {
            assert!(is_token(&token), "{token}");
        }
    }
}
