//! Tickets as lists of attendees are made of them.

use domain::{Instant, Money, PaymentId, TicketId, TicketTypeId, UserId};

use crate::reports::channel::Channel;
use crate::stored_words::TicketStatus;

/// A ticket with how it was bought. It has no `Debug`, because its code opens the door and must not get into a log.
#[derive(Clone)]
pub struct AttendeeRow {
    pub ticket: TicketId,
    pub payment: PaymentId,
    pub code: String,
    /// Nobody we know, of what was sold at the door.
    pub holder: Option<UserId>,
    /// The name and the number of a guest, who need have no account.
    pub guest: Option<String>,
    pub guest_phone: Option<String>,
    /// The name of its type.
    pub label: String,
    pub status: TicketStatus,
    /// What was paid for it, whatever it costs now.
    pub price: Money,
    pub channel: Channel,
    pub issued: Instant,
    pub scanned: Option<Instant>,
}

/// Which tickets of an event are asked for.
#[derive(Debug, Clone, Default)]
pub struct TicketFilter {
    pub ticket_type: Option<TicketTypeId>,
    pub status: Option<TicketStatus>,
    pub channel: Option<Channel>,
    pub found: Option<FoundBy>,
}

/// What a search has found: tickets of these people, those whose code begins so, and those of guests with this in their name
/// or number.
#[derive(Debug, Clone, Default)]
pub struct FoundBy {
    pub holders: Vec<UserId>,
    pub code: Option<String>,
    pub guest: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TicketOrder {
    Purchase,
    /// Those that were never scanned come last.
    Scan,
    /// As these people stand in the list; tickets of nobody come last.
    Holders(Vec<UserId>),
}
