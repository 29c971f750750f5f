//! Payments as the organisers of an event see them.

use box_office::{Channel, PaymentState};
use domain::PaymentId;
use serde::Serialize;
use utoipa::ToSchema;

use platform::schemas;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventPayment {
    #[schema(value_type = String)]
    pub id: PaymentId,
    /// The name of who buys; null at the door.
    pub buyer: Option<String>,
    pub quantity: i64,
    pub ticket_type: String,
    /// In major units.
    pub amount: f64,
    #[schema(schema_with = schemas::currency)]
    pub currency: String,
    pub channel: Channel,
    pub state: PaymentState,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Null where nothing goes back.
    pub refunds: Option<RefundSummary>,
}

/// What goes back of a payment, in its currency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct RefundSummary {
    pub count: i64,
    /// How many of them the buyer has.
    pub done: i64,
    /// The sum of all of them, in major units.
    pub amount: f64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventPaymentPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<EventPayment>,
}

/// A payment and what became of it, line by line.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventPaymentStory {
    #[serde(flatten)]
    pub payment: EventPayment,
    pub story: Vec<StoryLine>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct StoryLine {
    /// Milliseconds since 1970.
    pub at: i64,
    /// What happened, as a word such as `held` or `refund_done`.
    pub what: String,
    /// The same as a sentence.
    pub text: String,
}
