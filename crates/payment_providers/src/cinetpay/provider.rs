//! CinetPay as a [`Provider`].

use domain::{Currency, Money};

use super::client::CinetPay;
use super::{NAME, webhook};
use crate::{
    Accepted, Availability, Cancelling, Capabilities, Channel, ChannelState, Flow, Handle, Init, Intent, LookupKey,
    PaidAmount, Provider, ProviderFuture, RefundIntent, Refunding, Refunds, Status, Webhook, WebhookRequest,
    WebhookTrust,
};

/// Limits belong to the account and are not told: it refuses what it does not take.
const CURRENCIES: &[Accepted] = &[Accepted {
    least: Money::from_minor(100, Currency::Cdf),
    most: Money::from_minor(30_000_000_000, Currency::Cdf),
    decimals: 0,
}];

const CAPABILITIES: Capabilities = Capabilities {
    name: NAME,
    currencies: CURRENCIES,
    flow: Flow::HostedPage,
    lookup: &[LookupKey::OurReference, LookupKey::Transaction],
    webhooks: WebhookTrust::Token,
    paid_amount: PaidAmount::BoundToReference,
    refunds: Refunds::None,
    can_cancel: false,
};

impl Provider for CinetPay {
    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    /// It does not tell how its channels are: they are taken to be open until calls fail.
    fn channels(&self) -> Vec<ChannelState> {
        let open = |channel| ChannelState { channel, state: Availability::Operational, accepted: CURRENCIES.to_vec() };
        [Channel::Mpesa, Channel::Airtel, Channel::Orange].map(open).to_vec()
    }

    fn init<'a>(&'a self, intent: &'a Intent) -> ProviderFuture<'a, Init> {
        Box::pin(self.open(intent))
    }

    fn status<'a>(&'a self, handle: &'a Handle) -> ProviderFuture<'a, Status> {
        Box::pin(self.look_up(handle))
    }

    fn parse_webhook<'a>(&'a self, request: &'a WebhookRequest<'a>) -> ProviderFuture<'a, Webhook> {
        Box::pin(async move { webhook::read(request) })
    }

    fn refund<'a>(&'a self, _refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding> {
        Box::pin(async { Refunding::Unsupported })
    }

    fn refund_status<'a>(&'a self, _refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding> {
        Box::pin(async { Refunding::Unsupported })
    }

    fn cancel<'a>(&'a self, _handle: &'a Handle) -> ProviderFuture<'a, Cancelling> {
        Box::pin(async { Cancelling::NotOpen })
    }
}
