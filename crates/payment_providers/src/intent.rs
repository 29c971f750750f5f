//! What we ask of a provider.

use domain::{Instant, Money, PaymentId, ProviderReference, RefundId};

/// A payment to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    pub payment: PaymentId,
    pub reference: ProviderReference,
    pub amount: Money,
    pub description: String,
    /// Where the buyer's browser goes afterwards. What it brings along is never trusted.
    pub return_url: String,
    pub callback_url: String,
    /// After it, a payment that nobody has begun is over.
    pub deadline: Instant,
}

/// Money to give back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundIntent {
    /// The provider gives the money back once for each.
    pub refund: RefundId,
    pub reference: ProviderReference,
    pub amount: Money,
}
