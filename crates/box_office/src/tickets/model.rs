//! Tickets as stored and as shown.

use std::time::Duration;

use domain::{Currency, EventId, Instant, Money, PaymentId, RefundId, TicketId, TicketTypeId, UserId};
use serde::Serialize;
use ticket_pdf::Format;
use utoipa::ToSchema;

use crate::stored_words::TicketStatus;
use crate::summaries::EventSummary;
use crate::ticket_types::model::TypeSummary;
use events::EventRow;
use platform::schemas;

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
    /// Nobody we know, of what was sold at the door or given to a guest.
    pub holder: Option<UserId>,
    /// The name of the guest it was given to.
    pub guest: Option<String>,
    pub status: TicketStatus,
    pub issued: Instant,
    pub scanned: Option<Instant>,
    /// The refund that it was made void for.
    pub refund: Option<RefundId>,
}

impl Ticket {
    /// How it stands. Nobody comes in with a ticket of a cancelled event, also before its own turn has come.
    pub fn status_at(&self, event: &EventRow) -> TicketStatus {
        match self.status {
            TicketStatus::Valid | TicketStatus::Scanned if event.cancelled => TicketStatus::Cancelled,
            status => status,
        }
    }
}

/// The price of one ticket less its share of a discount, which is in the currency of the amount. Rounded down to cents or
/// whole francs.
pub fn paid_price(price: Money, amount: Money, discount: i64) -> Money {
    let total = i128::from(amount.minor()) + i128::from(discount);
    if discount == 0 || total == 0 {
        return price;
    }
    let unit = match price.currency() {
        Currency::Usd => 1,
        Currency::Cdf => 100,
    };
    let paid = (i128::from(price.minor()) * i128::from(amount.minor()) / total) as i64;
    Money::from_minor(paid - paid % unit, price.currency())
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
    /// All that the mail's reader holds for an event.
    TicketsForEvent {
        event: EventId,
    },
    /// The ticket of a guest, who need have no account.
    TicketOfGuest {
        payment: PaymentId,
    },
}

impl AttachmentSource {
    pub fn read(text: &str) -> Option<AttachmentSource> {
        match text.split_once(':')? {
            ("payment", payment) => Some(AttachmentSource::TicketsOfPayment { payment: payment.parse().ok()? }),
            ("ticket", id) => Some(AttachmentSource::Ticket { id: id.parse().ok()? }),
            ("event", event) => Some(AttachmentSource::TicketsForEvent { event: event.parse().ok()? }),
            ("guest", payment) => Some(AttachmentSource::TicketOfGuest { payment: payment.parse().ok()? }),
            _ => None,
        }
    }
}

impl std::fmt::Display for AttachmentSource {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AttachmentSource::TicketsOfPayment { payment } => write!(out, "payment:{payment}"),
            AttachmentSource::Ticket { id } => write!(out, "ticket:{id}"),
            AttachmentSource::TicketsForEvent { event } => write!(out, "event:{event}"),
            AttachmentSource::TicketOfGuest { payment } => write!(out, "guest:{payment}"),
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
    /// The money that goes back for it, or that its holder has asked for.
    pub refund: Option<TicketRefund>,
    /// Whether its holder may ask for the money now.
    pub refund_possible: bool,
}

/// Money that goes back for a ticket, or that its holder has asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TicketRefund {
    pub state: TicketRefundState,
    /// In major units.
    pub amount: f64,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    /// What the organiser says about it.
    pub message: Option<String>,
}

/// How a ticket's money stands for its holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TicketRefundState {
    /// The organiser has not answered yet.
    Asked,
    Refused,
    Requested,
    Done,
    Failed,
    ByHand,
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
            AttachmentSource::TicketsForEvent { event: EventId::new(7) },
            AttachmentSource::TicketOfGuest { payment: "a-_b".parse().unwrap() },
        ] {
            assert_eq!(AttachmentSource::read(&what.to_string()), Some(what));
        }
        assert_eq!(AttachmentSource::read("invoice:1"), None);
    }

    #[test]
    fn a_ticket_has_its_share_of_a_discount() {
        let usd = |minor: i64| Money::from_minor(minor, Currency::Usd);
        assert_eq!(paid_price(usd(1_050), usd(2_100), 0), usd(1_050));
        assert_eq!(paid_price(usd(1_050), usd(1_575), 525), usd(787));
        assert_eq!(paid_price(usd(1_050), usd(0), 2_100), usd(0));
        let francs = Money::from_minor(4_489_500, Currency::Cdf);
        assert_eq!(paid_price(usd(1_000), francs, 4_489_500), usd(500));
    }

    #[test]
    fn what_opens_no_door_is_not_printed() {
        use TicketStatus::{Cancelled, Refunded, Scanned, Valid};
        assert!([Valid, Scanned].iter().all(|status| status.why_void().is_none()));
        assert!([Cancelled, Refunded].iter().all(|status| status.why_void().is_some()));
    }
}
