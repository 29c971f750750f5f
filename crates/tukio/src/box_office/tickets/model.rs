//! Tickets as stored and as shown.

use domain::{EventId, Instant, TicketTypeId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::box_office::shown::{EventSummary, TypeSummary};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TicketStatus {
    Valid,
    Scanned,
    Cancelled,
    Refunded,
}

impl TicketStatus {
    pub fn name(self) -> &'static str {
        match self {
            TicketStatus::Valid => "valid",
            TicketStatus::Scanned => "scanned",
            TicketStatus::Cancelled => "cancelled",
            TicketStatus::Refunded => "refunded",
        }
    }

    pub fn read(name: &str) -> Option<TicketStatus> {
        use TicketStatus::{Cancelled, Refunded, Scanned, Valid};
        [Valid, Scanned, Cancelled, Refunded].into_iter().find(|status| status.name() == name)
    }
}

/// A row of `tickets`.
#[derive(Debug, Clone)]
pub struct Ticket {
    pub id: String,
    pub number: i64,
    pub issue: i64,
    pub code: String,
    pub payment: String,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub holder: UserId,
    pub status: TicketStatus,
    pub issued: Instant,
    pub scanned: Option<Instant>,
}

/// A typed code in two groups of four.
pub fn readable(code: &str) -> String {
    let (left, right) = code.split_at_checked(4).unwrap_or((code, ""));
    format!("{left}-{right}")
}

/// A ticket as its holder sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyTicket {
    pub id: String,
    /// Typed where nothing can be scanned: `7KQ2-M9XD`.
    pub code: String,
    /// The text of its QR code.
    pub qr: String,
    pub status: TicketStatus,
    pub ticket_type: TypeSummary,
    pub event: EventSummary,
    pub holder: String,
    pub payment_id: String,
    /// Milliseconds since 1970.
    pub purchased_at: i64,
    pub scanned_at: Option<i64>,
}

/// A page of one's tickets.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyTicketsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<MyTicket>,
}

/// Which of one's tickets.
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
