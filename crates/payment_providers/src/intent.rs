//! What we ask of a provider.

use domain::{Instant, Money, PaymentId, ProviderReference, RefundId};

use crate::Channel;

/// A payment to open. It has no `Debug`, because it tells who pays and from which number.
#[derive(Clone, PartialEq, Eq)]
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
    /// What the buyer wants to pay with; `None` if whatever the provider takes will do.
    pub channel: Option<Channel>,
    /// The payer's number in international form, figures only: `243…`.
    pub phone: Option<String>,
    pub buyer_name: String,
    pub buyer_email: String,
}

/// Everything by which a provider can find a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handle {
    pub reference: ProviderReference,
    /// The provider's own number, if it reached us.
    pub number: Option<String>,
}

/// Money to give back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundIntent {
    /// The provider gives the money back once for each.
    pub refund: RefundId,
    pub handle: Handle,
    pub amount: Money,
}
