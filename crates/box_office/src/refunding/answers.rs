//! What the addresses of refunds take and answer.

use domain::{PaymentId, RefundId, RefundRequestId, TicketId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::stored_words::{RefundCause, RefundState, RequestState};
use platform::schemas;

/// What an organiser says with a refund. All of it may be absent.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct RefundWish {
    /// For the organisers' own list and the buyer's mail.
    #[schema(nullable = false, max_length = 300)]
    pub reason: Option<String>,
    /// Refunds a ticket that somebody came in with, too.
    #[serde(default)]
    #[schema(required = false)]
    pub force: bool,
}

/// Money that goes back to a buyer, as organisers see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Refund)]
pub struct RefundAnswer {
    #[schema(value_type = String)]
    pub id: RefundId,
    #[schema(value_type = String)]
    pub payment_id: PaymentId,
    /// The tickets that are void for it; none of money that came too late for any.
    #[schema(value_type = Vec<String>)]
    pub ticket_ids: Vec<TicketId>,
    /// Who paid; null for a sale at the door, and for a person who closed their account.
    pub buyer: Option<String>,
    /// In major units.
    pub amount: f64,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    pub state: RefundState,
    pub cause: RefundCause,
    pub reason: Option<String>,
    /// Milliseconds since 1970, as the next one.
    pub created_at: i64,
    pub done_at: Option<i64>,
    /// How often the provider was asked for it.
    pub tried: i64,
    /// Why the provider has not made it.
    pub problem: Option<String>,
    /// What was noted when it was paid back by hand.
    pub note: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefundsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<RefundAnswer>,
}

/// What an organiser notes about money that was paid back by hand.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct HandedBack {
    #[schema(nullable = false, max_length = 300)]
    pub note: Option<String>,
}

/// Why a holder wants the money back.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewRefundRequest {
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// A holder's request, as organisers see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefundRequest {
    #[schema(value_type = i64)]
    pub id: RefundRequestId,
    #[schema(value_type = String)]
    pub ticket_id: TicketId,
    /// The name of the ticket's type.
    pub label: String,
    pub holder: String,
    /// What would go back, or has, in major units.
    pub amount: f64,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    pub reason: String,
    pub state: RequestState,
    /// What the organiser answered.
    pub message: Option<String>,
    /// Milliseconds since 1970, as the next one.
    pub created_at: i64,
    pub answered_at: Option<i64>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefundRequestsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<RefundRequest>,
}

/// What an organiser answers to a request.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct RequestAnswer {
    pub accept: bool,
    /// For the holder.
    #[schema(nullable = false, max_length = 500)]
    pub message: Option<String>,
}
