//! Calls to providers that no sale waits for: closing pages, reading how they do. And the amounts that are accepted.

use std::time::Duration;

use database::Connection;
use domain::{Money, PaymentId};
use payment_providers::{Accepted, Availability, Cancelling, Channel, Flow, PaidAmount};

use crate::BoxOffice;
use crate::payments::model::Payment;
use crate::payments::store;
use crate::providers::{self, BreakerChange, Listed};
use platform::Error;

/// How long a provider may take for what is not needed to sell: to close a page, and to say how it does.
const SIDE_CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// The pause between two readings of the providers' configurations.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// A page of ours on which no number was typed, so that no telephone rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PhonePage {
    Open,
    /// None can be typed any more.
    Closed,
}

impl BoxOffice {
    /// Refuses an amount that no provider would take, before any is asked.
    pub(super) fn check_amount(&self, amount: Money) -> Result<(), Error> {
        let capabilities = || self.providers.iter().map(|listed| listed.provider.capabilities());
        if capabilities().any(|capabilities| capabilities.takes(amount)) {
            return Ok(());
        }
        match capabilities().find_map(|capabilities| capabilities.accepted(amount.currency())) {
            Some(Accepted { least, most, .. }) => {
                Err(Error::field("quantity", format!("Le montant doit être compris entre {least} et {most}.")))
            }
            None => Err(Error::field(
                "currency",
                format!("Le paiement en {} n'est pas possible.", amount.currency().code()),
            )),
        }
    }

    /// Counts an answer to a new payment, or its absence, and lets others know whom new payments pass over now. A provider
    /// that has come back is asked at once about what was paid meanwhile.
    pub(super) async fn record_answer(&self, listed: &Listed, is_answered: bool) {
        let (name, now) = (listed.name(), self.services.now());
        let until = match listed.breaker.record(is_answered, now) {
            BreakerChange::Nothing => return,
            BreakerChange::PassedOver { until } => Some(until),
            BreakerChange::Recovered => None,
        };
        tracing::warn!(provider = name, is_passed_over = until.is_some(), "provider failing or back again");
        metrics::gauge!("payment_provider_passed_over", "provider" => name).set(figure(until.is_some()));
        let write = move |c: &mut Connection<'_>| match until {
            Some(until) => providers::remember_passed_over(c, name, until),
            None => {
                providers::forget_passed_over(c, name)?;
                store::ask_about_all(c, name, now)
            }
        };
        if let Err(error) = self.services.db.write_row_locked(write).await {
            tracing::warn!(%error, "noting whom new payments pass over failed");
        }
        self.notify_cashier();
    }

    /// Whether the payment's provider names the amount. One that is not set any more is taken to.
    pub(crate) fn paid_amount_of(&self, payment: &Payment) -> PaidAmount {
        let listed = self.providers.find(&payment.provider);
        listed.map_or(PaidAmount::Told, |listed| listed.provider.capabilities().paid_amount)
    }

    /// How our own page stands that asks for a number; `None` once the provider was asked, or where it has its own page.
    pub(crate) fn phone_page_of(&self, payment: &Payment) -> Option<PhonePage> {
        let is_ours = match payment.payment_url.as_deref() {
            Some(url) => url == self.phone_page_url(&payment.id),
            // It was passed over before anybody saw a page, and no telephone rings without a number.
            None => payment.channel != Some(Channel::Card) && self.rings_telephones(&payment.provider),
        };
        match payment.pushed_to.as_deref() {
            None if is_ours => Some(PhonePage::Open),
            Some("") => Some(PhonePage::Closed),
            _ => None,
        }
    }

    fn rings_telephones(&self, provider: &str) -> bool {
        self.providers.find(provider).is_some_and(|listed| listed.provider.capabilities().flow == Flow::Push)
    }

    /// Our own page, which asks for the number of the telephone to ring.
    pub(super) fn phone_page_url(&self, id: &PaymentId) -> String {
        format!("{}/pay/{id}", self.services.settings.public_url)
    }

    /// Closes the page of a payment that a retry has replaced, so that nobody pays both by mistake.
    pub(super) async fn close_replaced_page(&self, id: Option<PaymentId>) {
        let Some(id) = id else { return };
        match self.services.db.read(move |c| store::find_payment(c, &id)).await {
            Ok(Some(payment)) => drop(self.close_page(&payment).await),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "closing a replaced payment page failed"),
        }
    }

    /// Closes a page, and returns whether it is closed for certain. That is never relied on: money that comes all the same is
    /// treated as late.
    pub(super) async fn close_page(&self, payment: &Payment) -> bool {
        let closed = match self.providers.find(&payment.provider) {
            _ if self.phone_page_of(payment).is_some() => self.close_phone_page(payment.id.clone()).await,
            Some(listed) if listed.provider.capabilities().can_cancel => {
                let answer = tokio::time::timeout(SIDE_CALL_TIMEOUT, listed.provider.cancel(&payment.handle())).await;
                answer.unwrap_or(Cancelling::Unknown) == Cancelling::Closed
            }
            _ => return false,
        };
        metrics::counter!("payment_pages_withdrawn_total", "closed" => if closed { "yes" } else { "no" }).increment(1);
        closed
    }

    /// Closes our own page: unless a number was typed at the same moment, no telephone will ring.
    async fn close_phone_page(&self, id: PaymentId) -> bool {
        let now = self.services.now();
        let close = move |c: &mut Connection<'_>| store::begin_push(c, &id, "", now);
        self.services.db.write_row_locked(close).await.unwrap_or(false)
    }

    /// Reads the providers' configurations anew every half minute until `stop` resolves: limits change, and networks close.
    pub async fn watch_providers(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let read = async {
            loop {
                tokio::time::sleep(READ_AGAIN_AFTER).await;
                self.record_provider_health().await;
            }
        };
        tokio::select! {
            () = &mut stop => {}
            () = read => {}
        }
    }

    /// Reads the providers' configurations anew, and sets the gauges that say which channels work now.
    pub async fn record_provider_health(&self) {
        for listed in self.providers.iter() {
            let name = listed.name();
            let is_reached = tokio::time::timeout(SIDE_CALL_TIMEOUT, listed.provider.refresh()).await.unwrap_or(false);
            let is_passed_over = listed.breaker.is_passed_over(self.services.now());
            metrics::gauge!("payment_provider_reached", "provider" => name).set(figure(is_reached));
            metrics::gauge!("payment_provider_passed_over", "provider" => name).set(figure(is_passed_over));
            for channel in listed.provider.channels() {
                let is_open = channel.state == Availability::Operational;
                metrics::gauge!("payment_channel_operational", "provider" => name, "channel" => channel.channel.name())
                    .set(figure(is_open));
            }
        }
    }
}

fn figure(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}
