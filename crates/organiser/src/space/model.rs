//! One's own space as it is shown.

use box_office::MyTicket;
use domain::EventId;
use events::{MyEvent, MyInvitation};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;

use platform::schemas;

#[derive(Serialize, ToSchema)]
pub struct MySpace {
    /// The next tickets that open a door, of three events at most.
    pub tickets: Vec<MyTicket>,
    /// The next events that one organises, drafts among them, three at most.
    pub events: Vec<MyEvent>,
    pub money: MonthMoney,
    pub followers: i64,
    pub following: i64,
    /// Invitations into teams that the address which the bearer has proved was sent.
    pub invitations: Vec<MyInvitation>,
    /// What waits for the bearer, the most pressing first.
    pub attention: Vec<Attention>,
    /// Whether the bearer organises any event, or ever did.
    pub is_organiser: bool,
}

/// What one's own events have brought in during a month, after what was given back.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct MonthMoney {
    /// `YYYY-MM`, by Lubumbashi's calendar.
    #[schema(schema_with = schemas::month)]
    pub month: String,
    #[serde(rename = "USD")]
    pub usd: f64,
    #[serde(rename = "CDF")]
    pub cdf: f64,
}

/// Something that waits for somebody.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Attention {
    #[schema(schema_with = kind)]
    pub kind: &'static str,
    pub event: Option<AttentionEvent>,
    /// How many there are, where there may be several.
    pub count: Option<i64>,
    /// When it happens or ends, in milliseconds since 1970.
    pub at: Option<i64>,
    /// The page where it is dealt with.
    pub link: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AttentionEvent {
    #[schema(value_type = i64)]
    pub id: EventId,
    pub name: String,
}

/// Every kind that any feature tells of.
fn kind() -> Object {
    let kinds = [
        "payment_waiting",
        "nearly_sold_out",
        "event_tomorrow",
        "refund_failed",
        "refund_requested",
        "invitation_open",
        "draft_open",
        "waiting_list_offer",
        "payment_review",
    ];
    schemas::text().enum_values(Some(kinds)).build()
}
