//! What the QR code says: which ticket of which event, and whose turn it is to hold it.

use domain::EventId;

/// Everything in it fits the places it has in the code, and a signed 64-bit column of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Content {
    event: EventId,
    ticket: u64,
    issue: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event's number has 40 bits in the code and a ticket's 63")]
pub struct OutOfRange;

impl Content {
    /// Twelve digits need 40 bits: the five bytes that let the whole code fit a QR code of version 5.
    const EVENT_BITS: u32 = 40;
    const TICKET_BITS: u32 = 63;

    /// `ticket` is random; `issue` grows when the ticket changes hands, so that the code of the one before is known.
    pub fn new(event: EventId, ticket: u64, issue: u8) -> Result<Content, OutOfRange> {
        let event_fits = (0..1 << Content::EVENT_BITS).contains(&event.get());
        let ticket_fits = ticket >> Content::TICKET_BITS == 0;
        (event_fits && ticket_fits).then_some(Content { event, ticket, issue }).ok_or(OutOfRange)
    }

    pub const fn event(self) -> EventId {
        self.event
    }

    pub const fn ticket(self) -> u64 {
        self.ticket
    }

    pub const fn issue(self) -> u8 {
        self.issue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_fits_and_nothing_is_cut() {
        for bytes in [[0; 16], [255; 16], [7; 16]] {
            assert!(Content::new(EventId::from_random(bytes), i64::MAX as u64, 255).is_ok());
        }
        assert_eq!(Content::new(EventId::new(1 << 40), 1, 0), Err(OutOfRange));
        assert_eq!(Content::new(EventId::new(-1), 1, 0), Err(OutOfRange));
        assert_eq!(Content::new(EventId::new(1), 1 << 63, 0), Err(OutOfRange));
    }
}
