//! What we ask of a provider.

use domain::{Instant, Money};

/// A payment to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// Our payment's id.
    pub payment: String,
    /// The provider's name for it, chosen by us and stored before the first call.
    pub reference: String,
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
    /// Our refund's id: the provider gives the money back once for each.
    pub refund: String,
    pub reference: String,
    pub amount: Money,
}
