//! The trait that every provider fits. Nothing in it fails with an error: a provider that can't be reached answers `Unknown`, because that is
//! what we know then, and a caller who mistakes it for a failure loses somebody's money.

use std::pin::Pin;

use crate::{
    Cancelling, Capabilities, ChannelState, Handle, Init, Intent, Reason, RefundIntent, Refunding, Status, Webhook,
    WebhookRequest,
};

/// The future of an answer: boxed, so that the provider can be chosen when the server starts.
pub type ProviderFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

pub trait Provider: Send + Sync {
    /// What never changes while the server runs.
    fn capabilities(&self) -> Capabilities;

    /// Returns the ways to pay as the provider told them last, without asking it.
    fn channels(&self) -> Vec<ChannelState>;

    /// Reads the provider's configuration anew, and returns whether that worked. What was read before stands if not.
    fn refresh(&self) -> ProviderFuture<'_, bool> {
        Box::pin(async { true })
    }

    /// Opens the payment. The intent's reference is ours and already stored: asking twice opens one payment only. A
    /// telephone never rings by this call.
    fn init<'a>(&'a self, intent: &'a Intent) -> ProviderFuture<'a, Init>;

    /// Makes the telephone of the intent's number ring, and answers `Pushed`, `Rejected` or `Unknown`. To be called once
    /// for each payment: after `Unknown` the telephone may ring already, and a second call would be refused for its
    /// reference though the first is paid.
    fn submit_phone<'a>(&'a self, _intent: &'a Intent) -> ProviderFuture<'a, Init> {
        Box::pin(async { Init::Rejected(Reason::Other("this provider has a page of its own".to_owned())) })
    }

    /// Asks how a payment stands: the only answer that tickets are given on.
    fn status<'a>(&'a self, handle: &'a Handle) -> ProviderFuture<'a, Status>;

    /// Judges whether a webhook is authentic, for which the provider may be asked for its keys. Whatever it says, it only
    /// makes us ask [`Provider::status`].
    fn parse_webhook<'a>(&'a self, request: &'a WebhookRequest<'a>) -> ProviderFuture<'a, Webhook>;

    /// Gives the money back. The refund's id is ours: asking twice gives it back once.
    fn refund<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding>;

    /// Asks how a refund stands that was requested, or that we believe was.
    fn refund_status<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding>;

    /// Closes the payer's page. That makes paying twice rarer and proves nothing: who has begun may still pay.
    fn cancel<'a>(&'a self, handle: &'a Handle) -> ProviderFuture<'a, Cancelling>;
}
