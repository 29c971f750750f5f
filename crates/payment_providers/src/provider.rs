//! The trait. Nothing in it fails with an error: a provider that can't be reached answers `Unknown`, because that is
//! what we know then, and a caller who mistakes it for a failure loses somebody's money.

use std::pin::Pin;

use domain::Currency;

use crate::{Arrived, Init, Intent, RefundIntent, Refunding, Status, Webhook};

/// What an asynchronous call gives: boxed, so that the provider can be chosen when the server starts.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

pub trait Provider: Send + Sync {
    fn capabilities(&self) -> Capabilities;

    /// Opens the payment. The intent's reference is ours and already stored: asking twice opens one payment only.
    fn init<'a>(&'a self, intent: &'a Intent) -> Answer<'a, Init>;

    /// The truth about a payment: the only answer that tickets are given on.
    fn status<'a>(&'a self, reference: &'a str) -> Answer<'a, Status>;

    /// Whose word a webhook is. Whatever it says, it only makes us ask [`Provider::status`].
    fn parse_webhook(&self, arrived: &Arrived<'_>) -> Webhook;

    /// Gives the money back. The refund's id is ours: asking again with it tells how that refund stands.
    fn refund<'a>(&'a self, refund: &'a RefundIntent) -> Answer<'a, Refunding>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// As it is stored beside a payment: `sandbox`.
    pub name: &'static str,
    pub currencies: &'static [Currency],
    pub webhooks: WebhookTrust,
    pub refunds: Refunds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookTrust {
    Signed,
    /// Anybody could have sent it.
    HintOnly,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refunds {
    Full,
    Partial,
    /// By hand, outside the product.
    None,
}
