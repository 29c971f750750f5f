//! What the box office tells of somebody's own space: payments that wait, and what their events have earned.

mod store;

use domain::{EventId, Instant, PaymentId};

pub use store::{count_refund_matters, list_open_offers, list_open_payments, sum_earned};

/// Places that somebody who waited may buy until then.
#[derive(Debug, Clone)]
pub struct OpenOffer {
    pub event: EventId,
    pub event_name: String,
    pub places: i64,
    pub until: Instant,
}

/// What waits for the organisers of an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RefundMatters {
    /// Refunds that the provider refused.
    pub failed: i64,
    /// Holders who ask for their money and have no answer.
    pub requested: i64,
}

/// A payment that is not finished.
#[derive(Debug, Clone)]
pub struct OpenPayment {
    pub id: PaymentId,
    pub event: EventId,
    pub event_name: String,
    pub hold_until: Instant,
    /// A person has to look at its money; otherwise it waits for its buyer.
    pub is_in_review: bool,
}
