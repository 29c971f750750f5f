//! pawaPay as a [`Provider`].

use domain::{Currency, Money};

use super::client::PawaPay;
use super::{Mode, NAME, configuration};
use crate::{
    Accepted, Cancelling, Capabilities, ChannelState, Flow, Handle, Init, Intent, LookupKey, PaidAmount, Provider,
    ProviderFuture, RefundIntent, Refunding, Refunds, Status, Webhook, WebhookRequest, WebhookTrust,
};

/// The widest that any account has: each account's own limits are read from pawaPay.
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

impl Provider for PawaPay {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            name: NAME,
            currencies: CURRENCIES,
            flow: Flow::HostedPage,
            lookup: &[LookupKey::OurReference],
            webhooks: WebhookTrust::Signed,
            paid_amount: PaidAmount::Told,
            refunds: Refunds::Partial,
            can_cancel: self.settings.mode == Mode::Checkout,
        }
    }

    fn channels(&self) -> Vec<ChannelState> {
        self.configuration().map_or_else(|| configuration::not_read_yet(CURRENCIES), |read| read.channels)
    }

    fn refresh(&self) -> ProviderFuture<'_, bool> {
        Box::pin(self.read_configuration())
    }

    fn init<'a>(&'a self, intent: &'a Intent) -> ProviderFuture<'a, Init> {
        Box::pin(self.open(intent))
    }

    fn status<'a>(&'a self, handle: &'a Handle) -> ProviderFuture<'a, Status> {
        Box::pin(self.look_up(handle))
    }

    fn parse_webhook<'a>(&'a self, request: &'a WebhookRequest<'a>) -> ProviderFuture<'a, Webhook> {
        Box::pin(self.judge(request))
    }

    fn refund<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding> {
        Box::pin(self.request_refund(refund))
    }

    fn refund_status<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding> {
        Box::pin(self.look_up_refund(refund))
    }

    fn cancel<'a>(&'a self, handle: &'a Handle) -> ProviderFuture<'a, Cancelling> {
        Box::pin(self.expire(handle))
    }
}
