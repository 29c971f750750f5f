//! FlexPay as a [`Provider`].

use domain::{Currency, Money};

use super::client::FlexPay;
use super::{NAME, webhook};
use crate::{
    Accepted, Availability, Cancelling, Capabilities, Channel, ChannelState, Flow, Handle, Init, Intent, LookupKey,
    PaidAmount, Provider, ProviderFuture, RefundIntent, Refunding, Refunds, Status, Webhook, WebhookRequest,
    WebhookTrust,
};

/// FlexPay tells no limits: it refuses what it does not take.
const CURRENCIES: &[Accepted] = &[
    Accepted {
        least: Money::from_minor(1, Currency::Usd),
        most: Money::from_minor(10_000_000, Currency::Usd),
        decimals: 2,
    },
    Accepted {
        least: Money::from_minor(100, Currency::Cdf),
        most: Money::from_minor(30_000_000_000, Currency::Cdf),
        decimals: 0,
    },
];

const CAPABILITIES: Capabilities = Capabilities {
    name: NAME,
    currencies: CURRENCIES,
    flow: Flow::Push,
    lookup: &[LookupKey::Transaction],
    webhooks: WebhookTrust::HintOnly,
    paid_amount: PaidAmount::Told,
    refunds: Refunds::None,
    can_cancel: false,
};

impl Provider for FlexPay {
    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    /// It does not tell how its channels are: they are taken to be open until calls fail.
    fn channels(&self) -> Vec<ChannelState> {
        let open = |channel| ChannelState { channel, state: Availability::Operational, accepted: CURRENCIES.to_vec() };
        Channel::ALL.map(open).to_vec()
    }

    fn init<'a>(&'a self, intent: &'a Intent) -> ProviderFuture<'a, Init> {
        Box::pin(self.open(intent))
    }

    fn submit_phone<'a>(&'a self, intent: &'a Intent) -> ProviderFuture<'a, Init> {
        Box::pin(self.push(intent))
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
