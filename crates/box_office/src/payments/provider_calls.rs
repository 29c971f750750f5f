//! What the provider is asked besides opening payments and telling of them: its bounds, to close a page, how it does.

use std::time::Duration;

use domain::{Money, PaymentId, ProviderReference};
use payment_providers::{Accepted, Availability, Cancelling};

use crate::BoxOffice;
use crate::payments::store;
use platform::Error;

/// How long a provider may take for what is not needed to sell: to close a page, and to say how it does.
const SIDE_CALL_TIMEOUT: Duration = Duration::from_secs(5);

impl BoxOffice {
    /// Told before the provider is asked, in words that help.
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

    /// Closes the page of a payment that another one has taken the place of, so that nobody pays both by mistake.
    pub(super) async fn close_replaced_page(&self, id: Option<PaymentId>) {
        let Some(id) = id else { return };
        match self.services.db.read(move |c| store::find_payment(c, &id)).await {
            Ok(Some(payment)) => drop(self.close_page(&payment.reference).await),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "the page of a payment that was replaced stays open"),
        }
    }

    /// Closes a page. Whatever is answered: money that comes all the same is late, not lost. Whether it was open until now.
    pub(super) async fn close_page(&self, reference: &ProviderReference) -> bool {
        if !self.provider.capabilities().can_cancel {
            return false;
        }
        let answer = tokio::time::timeout(SIDE_CALL_TIMEOUT, self.provider.cancel(reference)).await;
        let closed = answer.unwrap_or(Cancelling::Unknown) == Cancelling::Closed;
        metrics::counter!("payment_pages_withdrawn_total", "closed" => if closed { "yes" } else { "no" }).increment(1);
        closed
    }

    /// Writes down for whoever watches which ways to pay can be used now.
    pub async fn record_provider_health(&self) {
        let channels = tokio::time::timeout(SIDE_CALL_TIMEOUT, self.provider.health()).await.unwrap_or_default();
        for channel in channels {
            let is_open = channel.state == Availability::Operational;
            metrics::gauge!("payment_channel_operational", "channel" => channel.name).set(f64::from(u8::from(is_open)));
        }
    }
}
