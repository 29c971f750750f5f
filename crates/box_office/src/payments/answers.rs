//! What the addresses of payments answer.

use domain::{PaymentId, Rate, TicketId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::payments::model::Status;
use crate::stored_words::RefundState;
use crate::summaries::EventSummary;
use crate::ticket_types::model::TypeSummary;
use platform::schemas;

/// A payment that was begun. One of nothing, by a promo code, has succeeded already and needs no page.
#[derive(Clone, Serialize, ToSchema)]
pub struct BegunPayment {
    #[schema(value_type = String)]
    pub payment_id: PaymentId,
    pub payment_url: String,
    pub status: Status,
    /// `25.00` or `70000`.
    pub amount: String,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    /// What a promo code takes off, in the same currency.
    pub discount: String,
    /// Until when the places are held, in milliseconds since 1970.
    pub expires_at: i64,
    /// Francs for a dollar, where the currency was changed.
    pub rate: Option<String>,
}

/// What somebody would pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Quote {
    /// Of one ticket, in its own currency, as `amount` is written.
    pub price: String,
    /// The currency of `price`.
    #[schema(schema_with = schemas::currency)]
    pub devise: &'static str,
    pub amount: String,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    /// What the promo code takes off: `amount` is what remains to pay.
    pub discount: String,
    pub rate: Option<String>,
    /// What can be paid in.
    #[schema(schema_with = schemas::currencies)]
    pub currencies: Vec<&'static str>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentStatus {
    pub status: Status,
    pub reason: Option<String>,
    /// `pending` or `done`, of money that goes back: then a success has given no tickets, or no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<&'static str>,
}

/// A payment as its buyer sees it.
#[derive(Clone, Serialize, ToSchema)]
pub struct MyPayment {
    #[schema(value_type = String)]
    pub id: PaymentId,
    pub status: Status,
    pub reason: Option<String>,
    pub amount: String,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    pub rate: Option<String>,
    pub quantity: i64,
    /// Milliseconds since 1970, as the next one.
    pub created_at: i64,
    /// Until when the places are held; null when they no longer are.
    pub expires_at: Option<i64>,
    pub payment_url: Option<String>,
    /// Another try has taken its place, or an earlier one has succeeded: nobody should pay it any more, though somebody
    /// may.
    pub replaced: bool,
    /// `pending` or `done`, of a payment that goes back as a whole.
    pub refund: Option<&'static str>,
    /// What goes back of it, the first part first.
    pub refunds: Vec<MyRefund>,
    /// Since when the buyer has it back, in milliseconds since 1970.
    pub refunded_at: Option<i64>,
    pub ticket_type: TypeSummary,
    pub event: EventSummary,
    #[schema(value_type = Vec<String>)]
    pub tickets: Vec<TicketId>,
}

/// A part of a payment that goes back to its buyer, or all of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyRefund {
    #[schema(value_type = Vec<String>)]
    pub ticket_ids: Vec<TicketId>,
    /// In major units.
    pub amount: f64,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    pub state: RefundState,
    /// Milliseconds since 1970, as the next one.
    pub created_at: i64,
    pub done_at: Option<i64>,
}

#[derive(Clone, Serialize, ToSchema)]
pub struct MyPaymentsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<MyPayment>,
}

/// Writes a rate as `2850` or `2850.50`.
pub fn rate_figures(rate: Rate) -> String {
    match (rate.hundredths() / 100, rate.hundredths() % 100) {
        (francs, 0) => francs.to_string(),
        (francs, rest) => format!("{francs}.{rest:02}"),
    }
}
