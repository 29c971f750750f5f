//! The trait that every provider fits. Nothing in it fails with an error: a provider that can't be reached answers `Unknown`, because that is
//! what we know then, and a caller who mistakes it for a failure loses somebody's money.

use std::pin::Pin;

use domain::ProviderReference;

use crate::{
    Cancelling, Capabilities, Channel, Init, Intent, RefundIntent, Refunding, Status, Webhook, WebhookRequest,
};

/// The future of an answer: boxed, so that the provider can be chosen when the server starts.
pub type ProviderFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Every provider here has a page of its own. One that only rings the payer's telephone needs more of this trait: an
/// [`Init`] that asks for a number and one that says that the telephone rings, a call that hands the number in, and a
/// page of ours to ask for it on. One whose webhooks are unsigned needs a secret in each payment's callback address.
pub trait Provider: Send + Sync {
    fn capabilities(&self) -> Capabilities;

    /// Opens the payment. The intent's reference is ours and already stored: asking twice opens one payment only.
    fn init<'a>(&'a self, intent: &'a Intent) -> ProviderFuture<'a, Init>;

    /// Asks how a payment stands: the only answer that tickets are given on.
    fn status<'a>(&'a self, reference: &'a ProviderReference) -> ProviderFuture<'a, Status>;

    /// Checks the signature of a webhook. Whatever it says, it only makes us ask [`Provider::status`].
    fn parse_webhook(&self, request: &WebhookRequest<'_>) -> Webhook;

    /// Gives the money back. The refund's id is ours: asking twice gives it back once.
    fn refund<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding>;

    /// Asks how a refund stands that was requested, or that we believe was.
    fn refund_status<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding>;

    /// Closes the payer's page. That makes paying twice rarer and proves nothing: who has begun may still pay.
    fn cancel<'a>(&'a self, reference: &'a ProviderReference) -> ProviderFuture<'a, Cancelling>;

    /// Asks which ways to pay can be used now.
    fn health(&self) -> ProviderFuture<'_, Vec<Channel>>;
}
