//! What the addresses of invitations take and answer.

use domain::{GuestId, TicketId, TicketTypeId};
use events::Typed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::stored_words::TicketStatus;
use platform::schemas;

// It has no `Debug`, because addresses of people must not get into a log.
/// People to invite. Each needs a name, and a number or an address.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
pub struct NewGuests {
    #[schema(schema_with = schemas::type_id)]
    pub ticket_type_id: Typed,
    #[schema(max_items = 100)]
    pub guests: Vec<NewGuest>,
}

#[derive(Clone, Deserialize, Serialize, ToSchema)]
pub struct NewGuest {
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    #[schema(required = false, schema_with = schemas::phone)]
    pub phone: Option<String>,
    #[schema(required = false, schema_with = schemas::email)]
    pub email: Option<String>,
}

/// A guest with a free ticket.
#[derive(Clone, Serialize, ToSchema)]
pub struct Guest {
    #[schema(value_type = i64)]
    pub id: GuestId,
    pub name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    #[schema(value_type = i64)]
    pub ticket_type_id: TicketTypeId,
    #[schema(value_type = String)]
    pub ticket_id: TicketId,
    /// Typed where nothing can be scanned.
    pub code: String,
    pub status: TicketStatus,
    /// The page that shows the ticket to whoever has this address.
    pub share_url: String,
}

#[derive(Clone, Serialize, ToSchema)]
pub struct InvitedGuests {
    pub results: Vec<Guest>,
}

#[derive(Clone, Serialize, ToSchema)]
pub struct GuestsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<Guest>,
}
