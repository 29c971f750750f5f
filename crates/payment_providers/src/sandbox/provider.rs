//! The sandbox as a [`Provider`]: what the merchant calls.

use std::sync::atomic::Ordering;

use domain::{Currency, Money, ProviderReference};
use serde::Deserialize;

use super::{Decision, NAME, Order, Outcome, Sandbox, signature};
use crate::{
    Accepted, Availability, Cancelling, Capabilities, Channel, ChannelState, Flow, Handle, Init, Intent, LookupKey,
    Opened, PaidAmount, Provider, ProviderFuture, Reason, RefundIntent, Refunding, Refunds, Status, Webhook,
    WebhookRequest, WebhookTrust,
};

/// Wider than any real service's: any ticket can be tried. Francs without centimes, as they have it.
const CURRENCIES: &[Accepted] = &[
    Accepted {
        least: Money::from_minor(1, Currency::Usd),
        most: Money::from_minor(100_000_000, Currency::Usd),
        decimals: 2,
    },
    Accepted {
        least: Money::from_minor(100, Currency::Cdf),
        most: Money::from_minor(300_000_000_000, Currency::Cdf),
        decimals: 0,
    },
];

const CAPABILITIES: Capabilities = Capabilities {
    name: NAME,
    currencies: CURRENCIES,
    flow: Flow::HostedPage,
    lookup: &[LookupKey::OurReference],
    webhooks: WebhookTrust::Signed,
    paid_amount: PaidAmount::Told,
    refunds: Refunds::Partial,
    can_cancel: true,
};

impl Provider for Sandbox {
    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn init<'a>(&'a self, intent: &'a Intent) -> ProviderFuture<'a, Init> {
        Box::pin(self.open_order(intent))
    }

    /// Every channel, each with the bounds of the whole sandbox.
    fn channels(&self) -> Vec<ChannelState> {
        let reached = self.reached.load(Ordering::Relaxed);
        let state = if reached { Availability::Operational } else { Availability::Unknown };
        Channel::ALL.map(|channel| ChannelState { channel, state, accepted: CURRENCIES.to_vec() }).to_vec()
    }

    fn refresh(&self) -> ProviderFuture<'_, bool> {
        Box::pin(async move {
            // A reference that nobody has: what counts is that the store answers.
            let nobody = ProviderReference::from_random([0; 16]);
            let reached = self.orders.find_order(&nobody).await.is_ok();
            self.reached.store(reached, Ordering::Relaxed);
            reached
        })
    }

    fn status<'a>(&'a self, handle: &'a Handle) -> ProviderFuture<'a, Status> {
        Box::pin(async move {
            match self.orders.find_order(&handle.reference).await {
                Ok(Some(order)) => order.status(self.clock.now()),
                Ok(None) => Status::NotFound,
                Err(_) => Status::Unknown,
            }
        })
    }

    fn parse_webhook<'a>(&'a self, request: &'a WebhookRequest<'a>) -> ProviderFuture<'a, Webhook> {
        Box::pin(async move {
            let verified =
                |body: WebhookSummary| Webhook::Verified { reference: body.reference, status_text: body.status };
            self.verified(request).map_or(Webhook::Forged, verified)
        })
    }

    fn refund<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding> {
        Box::pin(self.refund_order(refund))
    }

    fn refund_status<'a>(&'a self, refund: &'a RefundIntent) -> ProviderFuture<'a, Refunding> {
        Box::pin(async move {
            match self.orders.has_refund(&refund.refund).await {
                Ok(true) => Refunding::Completed,
                Ok(false) => Refunding::NotFound,
                Err(_) => Refunding::Unknown,
            }
        })
    }

    fn cancel<'a>(&'a self, handle: &'a Handle) -> ProviderFuture<'a, Cancelling> {
        Box::pin(async move {
            match self.orders.record_decision(&handle.reference, Decision::Withdrawn, None).await {
                Ok(true) => Cancelling::Closed,
                Ok(false) => Cancelling::NotOpen,
                Err(_) => Cancelling::Unknown,
            }
        })
    }
}

/// The part of a webhook's body that the merchant reads.
#[derive(Deserialize)]
struct WebhookSummary {
    reference: ProviderReference,
    status: String,
}

impl Sandbox {
    async fn open_order(&self, intent: &Intent) -> Init {
        if let Some(wrong) = refusal(intent) {
            return Init::Rejected(Reason::Other(wrong.to_owned()));
        }
        let order = Order::new(intent, self.clock.now());
        match self.orders.insert_order(order.clone()).await {
            Ok(standing) if standing.asks_the_same_as(&order) => {
                let url = format!("{}/sandbox/pay/{}", self.base_url, order.reference);
                Init::Redirect { url, opened: Opened::default() }
            }
            Ok(_) => Init::Rejected(Reason::Other("another amount stands under this reference".to_owned())),
            Err(_) => Init::Unknown,
        }
    }

    fn verified(&self, request: &WebhookRequest<'_>) -> Option<WebhookSummary> {
        let header = request.only_header(signature::HEADER)?;
        let good = signature::is_good(&self.secret, self.clock.now(), header, request.body);
        good.then(|| serde_json::from_slice(request.body).ok()).flatten()
    }

    async fn refund_order(&self, refund: &RefundIntent) -> Refunding {
        let order = match self.orders.find_order(&refund.handle.reference).await {
            Ok(Some(order)) => order,
            Ok(None) => return failed("no such order"),
            Err(_) => return Refunding::Unknown,
        };
        if order.outcome != Some(Outcome::Completed) {
            return failed("nothing was paid");
        }
        if order.amount.currency() != refund.amount.currency() || !CAPABILITIES.takes(refund.amount) {
            return failed("an amount that was paid can be refunded, or a part of it");
        }
        match self.orders.record_refund(refund).await {
            Ok(true) => Refunding::Completed,
            Ok(false) => failed("refunded already"),
            Err(_) => Refunding::Unknown,
        }
    }
}

fn failed(why: &str) -> Refunding {
    Refunding::Failed(why.to_owned())
}

/// What a real service would refuse. The return address becomes a link.
fn refusal(intent: &Intent) -> Option<&'static str> {
    if !CAPABILITIES.takes(intent.amount) {
        Some("an amount is between the bounds of its currency, and in whole francs")
    } else if !is_web_address(&intent.return_url) || !is_web_address(&intent.callback_url) {
        Some("the return and callback addresses begin with http:// or https://")
    } else {
        None
    }
}

fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
