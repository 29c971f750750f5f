//! Tickets as stored and as shown.

use std::time::Duration;

use domain::{EventId, Instant, PaymentId, TicketId, TicketTypeId, UserId};
use serde::Serialize;
use ticket_pdf::Format;
use utoipa::ToSchema;

use crate::stored_words::TicketStatus;
use crate::summaries::EventSummary;
use crate::ticket_types::model::TypeSummary;
use events::EventRow;

/// How long after the last day of an event its tickets count as upcoming.
const NIGHT: Duration = Duration::from_hours(12);

/// A concert that begins at ten in the evening goes on after midnight, and its tickets are still needed.
pub fn is_upcoming(event: &EventRow, now: Instant) -> bool {
    event.over_at() > now - NIGHT
}

impl TicketStatus {
    /// Returns why a ticket is no longer printed, if so. One that was scanned still is, as a souvenir.
    pub fn why_void(self) -> Option<&'static str> {
        match self {
            TicketStatus::Valid | TicketStatus::Scanned => None,
            TicketStatus::Cancelled => Some("Ce billet est annulé : il n'ouvre plus l'entrée."),
            TicketStatus::Refunded => Some("Ce billet est remboursé : il n'ouvre plus l'entrée."),
        }
    }
}

/// A row of `tickets`. It has no `Debug`, because its code opens the door and must not get into a log.
#[derive(Clone)]
pub struct Ticket {
    pub id: TicketId,
    pub number: i64,
    pub issue: i64,
    pub code: String,
    pub payment: PaymentId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub holder: UserId,
    pub status: TicketStatus,
    pub issued: Instant,
    pub scanned: Option<Instant>,
}

/// A typed code in two groups of four.
pub fn grouped_code(code: &str) -> String {
    let (left, right) = code.split_at_checked(4).unwrap_or((code, ""));
    format!("{left}-{right}")
}

/// What the attachments of a mail are made of. The outbox stores it as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachmentSource {
    /// All that a payment has bought.
    TicketsOfPayment {
        payment: PaymentId,
    },
    Ticket {
        id: TicketId,
    },
}

impl AttachmentSource {
    pub fn read(text: &str) -> Option<AttachmentSource> {
        match text.split_once(':')? {
            ("payment", payment) => Some(AttachmentSource::TicketsOfPayment { payment: payment.parse().ok()? }),
            ("ticket", id) => Some(AttachmentSource::Ticket { id: id.parse().ok()? }),
            _ => None,
        }
    }
}

impl std::fmt::Display for AttachmentSource {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AttachmentSource::TicketsOfPayment { payment } => write!(out, "payment:{payment}"),
            AttachmentSource::Ticket { id } => write!(out, "ticket:{id}"),
        }
    }
}

/// How a ticket is printed.
pub fn read_format(text: &str) -> Option<Format> {
    match text {
        "" | "a4" => Some(Format::A4),
        "phone" => Some(Format::Phone),
        _ => None,
    }
}

/// A ticket as its holder sees it.
#[derive(Clone, Serialize, ToSchema)]
pub struct MyTicket {
    #[schema(value_type = String)]
    pub id: TicketId,
    /// Typed where nothing can be scanned: `7KQ2-M9XD`.
    pub code: String,
    /// The text of its QR code.
    pub qr: String,
    pub status: TicketStatus,
    pub ticket_type: TypeSummary,
    pub event: EventSummary,
    pub holder: String,
    #[schema(value_type = String)]
    pub payment_id: PaymentId,
    /// Milliseconds since 1970.
    pub purchased_at: i64,
    pub scanned_at: Option<i64>,
}

/// A page of one's tickets.
#[derive(Clone, Serialize, ToSchema)]
pub struct MyTicketsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<MyTicket>,
}

/// Which tickets are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    All,
    Upcoming,
    Past,
}

impl When {
    pub fn read(text: &str) -> Option<When> {
        match text {
            "" => Some(When::All),
            "upcoming" => Some(When::Upcoming),
            "past" => Some(When::Past),
            _ => None,
        }
    }

    pub fn query(self) -> &'static str {
        match self {
            When::All => "",
            When::Upcoming => "when=upcoming&",
            When::Past => "when=past&",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attachment_sources_are_read_back() {
        for what in [
            AttachmentSource::TicketsOfPayment { payment: "a-_b".parse().unwrap() },
            AttachmentSource::Ticket { id: "x".parse().unwrap() },
        ] {
            assert_eq!(AttachmentSource::read(&what.to_string()), Some(what));
        }
        assert_eq!(AttachmentSource::read("invoice:1"), None);
    }

    #[test]
    fn what_opens_no_door_is_not_printed() {
        use TicketStatus::{Cancelled, Refunded, Scanned, Valid};
        assert!([Valid, Scanned].iter().all(|status| status.why_void().is_none()));
        assert!([Cancelled, Refunded].iter().all(|status| status.why_void().is_some()));
    }
}
