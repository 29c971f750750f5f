//! What the addresses of the waiting list take and answer.

use domain::{TicketTypeId, WaitingEntryId};
use events::Typed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use platform::schemas;

/// A wish for places that are not there yet.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewWaitingEntry {
    #[schema(schema_with = schemas::type_id)]
    pub ticket_type_id: Typed,
    #[schema(minimum = 1, maximum = 20)]
    pub quantity: i64,
    /// What opens the type, if it is hidden.
    #[schema(pattern = "^[A-Za-z0-9]{3,20}$")]
    pub access_code: Option<String>,
}

/// How somebody stands on the waiting list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitingStatus {
    Waiting,
    /// Places are set aside for them until `offered_until`, or while they pay.
    Offered,
    Bought,
    /// The offer or the event is over.
    Expired,
    Left,
}

/// Somebody's own place on the waiting list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WaitingEntry {
    #[schema(value_type = i64)]
    pub id: WaitingEntryId,
    #[schema(value_type = i64)]
    pub ticket_type_id: TicketTypeId,
    pub label: String,
    pub quantity: i64,
    /// From 1, among those who wait; null for who does not wait any more.
    pub position: Option<i64>,
    pub status: WaitingStatus,
    /// How many places are offered: fewer than were asked for where fewer came back.
    pub offered: i64,
    /// Milliseconds since 1970.
    pub offered_at: Option<i64>,
    pub offered_until: Option<i64>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyWaitingEntries {
    pub results: Vec<WaitingEntry>,
}

/// An entry as the event's organisers see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WaitingPerson {
    pub username: String,
    /// Milliseconds since 1970.
    pub joined_at: i64,
    #[serde(flatten)]
    pub entry: WaitingEntry,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WaitingListPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<WaitingPerson>,
}
