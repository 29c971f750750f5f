//! The roster as it is sent: columns instead of rows, because fifty thousand tickets go to a phone on a slow network.

use domain::{EventId, TicketTypeId};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub struct Roster {
    pub event: RosterEvent,
    /// The public keys that codes are checked by.
    pub keys: Vec<RosterKey>,
    pub types: Vec<RosterType>,
    /// Our clock, in milliseconds since 1970.
    pub now: i64,
    /// What the next question sends as `since`.
    pub cursor: String,
    /// Whether this was the last page. Until then a gate admits by signature.
    pub complete: bool,
    pub tickets: RosterTickets,
    pub scans: RosterScans,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RosterEvent {
    #[schema(value_type = i64)]
    pub id: EventId,
    pub name: String,
    pub first_day: String,
    pub last_day: String,
    /// The days that tickets are admitted for, once each.
    pub days: Vec<String>,
    pub hour: String,
    pub town: String,
    /// How far the town's clocks are ahead of UTC.
    pub offset_minutes: i64,
    pub reentry: bool,
    pub cancelled: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RosterKey {
    pub id: i64,
    /// The 32 raw bytes of the Ed25519 key in Base64.
    pub public: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RosterType {
    #[schema(value_type = i64)]
    pub id: TicketTypeId,
    pub label: String,
    pub price: f64,
    pub devise: String,
    pub sold: i64,
    pub scanned: i64,
}

/// Tickets by columns, each in Base64 with so many bytes for each ticket. All bytes stand in their natural order.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterTickets {
    pub count: i64,
    /// The number of the first ticket, where they follow one another.
    pub from: Option<i64>,
    /// The number of each ticket, where they don't.
    pub dense: Option<Vec<i64>>,
    /// The first 5 of the 8 bytes of the number that its code carries, big endian.
    pub ticket: String,
    /// 1 byte: its issue.
    pub issue: String,
    /// 1 byte: the index of its type in `types`.
    #[serde(rename = "type")]
    pub kind: String,
    /// 1 byte: 0 opens the door, 1 is cancelled, 2 refunded.
    pub status: String,
    /// The first 4 bytes of SHA-256 over `tukio door`, the event's id in decimal, and its typed code without hyphen.
    pub code: String,
    /// The name of its holder.
    pub client: Vec<String>,
}

/// Where tickets are, one for each ticket and day that has changed, in the order of the changes.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct RosterScans {
    /// The number of the ticket.
    pub dense: Vec<i64>,
    /// The index of the day in the event's `days`.
    pub day: Vec<i64>,
    /// 0 not admitted, 1 inside, 2 gone out.
    pub state: Vec<u8>,
    /// When that was, in minutes since midnight of the event's first day by the town's clocks.
    pub minute: Vec<i64>,
    /// Indexes in `gates` and `people`.
    pub gate: Vec<usize>,
    pub person: Vec<usize>,
    pub gates: Vec<String>,
    pub people: Vec<String>,
}
