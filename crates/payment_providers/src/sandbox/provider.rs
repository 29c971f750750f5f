//! What the merchant sees of the sandbox.

use domain::{Currency, Money};
use serde::Deserialize;

use super::{NAME, Order, Outcome, Sandbox, signature};
use crate::{
    Answer, Arrived, Capabilities, Init, Intent, Provider, Reason, RefundIntent, Refunding, Refunds, Status, Webhook,
    WebhookTrust,
};

impl Provider for Sandbox {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            name: NAME,
            currencies: &[Currency::Usd, Currency::Cdf],
            webhooks: WebhookTrust::Signed,
            refunds: Refunds::Full,
        }
    }

    fn init<'a>(&'a self, intent: &'a Intent) -> Answer<'a, Init> {
        Box::pin(self.open(intent))
    }

    fn status<'a>(&'a self, reference: &'a str) -> Answer<'a, Status> {
        Box::pin(async move {
            match self.books.order(reference).await {
                Ok(Some(order)) => order.status(self.clock.now()),
                Ok(None) => Status::NotFound,
                Err(_) => Status::Unknown,
            }
        })
    }

    fn parse_webhook(&self, arrived: &Arrived<'_>) -> Webhook {
        self.verified(arrived)
            .map_or(Webhook::Forged, |told| Webhook::Verified { reference: told.reference, status_text: told.status })
    }

    fn refund<'a>(&'a self, refund: &'a RefundIntent) -> Answer<'a, Refunding> {
        Box::pin(self.give_back(refund))
    }
}

/// What a webhook says: the part of it that we read.
#[derive(Deserialize)]
struct Told {
    reference: String,
    status: String,
}

impl Sandbox {
    async fn open(&self, intent: &Intent) -> Init {
        if let Some(wrong) = refusal(intent) {
            return Init::Rejected(Reason::Other(wrong.to_owned()));
        }
        let order = Order::new(intent, self.clock.now());
        match self.books.opened(order.clone()).await {
            Ok(standing) if standing.asks_the_same_as(&order) => {
                Init::Redirect(format!("{}/sandbox/pay/{}", self.base_url, order.reference))
            }
            Ok(_) => Init::Rejected(Reason::Other("another amount stands under this reference".to_owned())),
            Err(_) => Init::Unknown,
        }
    }

    fn verified(&self, arrived: &Arrived<'_>) -> Option<Told> {
        let header = arrived.only_header(signature::HEADER)?;
        let good = signature::is_good(&self.secret, self.clock.now(), header, arrived.body);
        good.then(|| serde_json::from_slice(arrived.body).ok()).flatten()
    }

    async fn give_back(&self, refund: &RefundIntent) -> Refunding {
        let order = match self.books.order(&refund.reference).await {
            Ok(Some(order)) => order,
            Ok(None) => return failed("no such order"),
            Err(_) => return Refunding::Unknown,
        };
        if order.outcome != Some(Outcome::Completed) {
            return failed("nothing was paid");
        }
        if order.amount != refund.amount {
            return failed("only the whole amount can be refunded");
        }
        match self.books.refunded(&refund.reference, &refund.refund).await {
            Ok(Some(standing)) if standing == refund.refund => Refunding::Completed,
            Ok(_) => failed("refunded already"),
            Err(_) => Refunding::Unknown,
        }
    }
}

fn failed(why: &str) -> Refunding {
    Refunding::Failed(why.to_owned())
}

/// What a real service would refuse. The reference becomes part of an address, the return address a link.
fn refusal(intent: &Intent) -> Option<&'static str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !(1..=64).contains(&intent.reference.len()) || !intent.reference.bytes().all(plain) {
        Some("a reference is 1 to 64 letters, figures, hyphens or underscores")
    } else if !is_payable(intent.amount) {
        Some("an amount is positive, and in whole francs")
    } else if !is_web_address(&intent.return_url) || !is_web_address(&intent.callback_url) {
        Some("the return and callback addresses begin with http:// or https://")
    } else {
        None
    }
}

fn is_payable(amount: Money) -> bool {
    amount.minor() > 0 && (amount.currency() != Currency::Cdf || amount.minor() % 100 == 0)
}

fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
