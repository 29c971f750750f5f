//! Calls to the provider that no sale waits for: closing pages, reporting its health. And the amounts that it accepts.

use std::time::Duration;

use domain::{Money, PaymentId, ProviderReference};
use payment_providers::{Accepted, Availability, Cancelling};

use crate::BoxOffice;
use crate::payments::store;
use platform::Error;

/// How long a provider may take for what is not needed to sell: to close a page, and to say how it does.
const SIDE_CALL_TIMEOUT: Duration = Duration::from_secs(5);

impl BoxOffice {
    /// Refuses an amount that the provider would refuse, before it is asked.
    pub(super) fn check_amount(&self, amount: Money) -> Result<(), Error> {
        let capabilities = self.provider.capabilities();
        match capabilities.accepted(amount.currency()) {
            _ if capabilities.takes(amount) => Ok(()),
            Some(Accepted { least, most, .. }) => {
                Err(Error::field("quantity", format!("Le montant doit être compris entre {least} et {most}.")))
            }
            None => Err(Error::field(
                "currency",
                format!("Le paiement en {} n'est pas possible.", amount.currency().code()),
            )),
        }
    }

    /// Closes the page of a payment that a retry has replaced, so that nobody pays both by mistake.
    pub(super) async fn close_replaced_page(&self, id: Option<PaymentId>) {
        let Some(id) = id else { return };
        match self.services.db.read(move |c| store::find_payment(c, &id)).await {
            Ok(Some(payment)) => drop(self.close_page(&payment.reference).await),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "closing a replaced payment page failed"),
        }
    }

    /// Asks the provider to close a page, and returns whether it has. That is never relied on: money that comes all the same
    /// is treated as late.
    pub(super) async fn close_page(&self, reference: &ProviderReference) -> bool {
        if !self.provider.capabilities().can_cancel {
            return false;
        }
        let answer = tokio::time::timeout(SIDE_CALL_TIMEOUT, self.provider.cancel(reference)).await;
        let closed = answer.unwrap_or(Cancelling::Unknown) == Cancelling::Closed;
        metrics::counter!("payment_pages_withdrawn_total", "closed" => if closed { "yes" } else { "no" }).increment(1);
        closed
    }

    /// Sets the gauges that say which payment channels work now.
    pub async fn record_provider_health(&self) {
        let channels = tokio::time::timeout(SIDE_CALL_TIMEOUT, self.provider.health()).await.unwrap_or_default();
        for channel in channels {
            let is_open = channel.state == Availability::Operational;
            metrics::gauge!("payment_channel_operational", "channel" => channel.name).set(f64::from(u8::from(is_open)));
        }
    }
}
