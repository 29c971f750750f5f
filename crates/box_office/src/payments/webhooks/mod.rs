//! Webhooks of providers. One is stored once and makes the cashier ask the provider; it grants nothing by itself.

mod store;

use database::Connection;
use domain::hex;
use payment_providers::{Webhook, WebhookRequest};
use sha2::{Digest, Sha256};

use crate::BoxOffice;
use crate::stored_words::WebhookVerdict;
use platform::Error;
use platform::security_log::{self, Deed};

impl BoxOffice {
    /// Stores a webhook, once, and makes the cashier ask the provider. Returns whether the webhook was authentic.
    pub async fn receive_webhook(&self, request: WebhookRequest<'_>) -> Result<bool, Error> {
        let provider = self.provider.capabilities().name;
        let (reference, verdict) = match self.provider.parse_webhook(&request) {
            Webhook::Verified { reference, .. } => (reference, WebhookVerdict::Verified),
            Webhook::Hint { reference, .. } => (reference, WebhookVerdict::Hint),
            Webhook::Forged => {
                metrics::counter!("webhooks_forged_total").increment(1);
                security_log::record_refused(Deed::SendWebhook, "forged", &provider);
                return Ok(false);
            }
        };
        let (body, now) = (request.body.to_vec(), self.services.now());
        let digest = hex(&Sha256::digest(&body));
        let store_and_ask = move |c: &mut Connection<'_>| {
            let webhook =
                store::StoredWebhook { provider, reference: &reference, digest: &digest, body: &body, verdict };
            let is_new = store::store_webhook(c, &webhook, now)?;
            store::ask_about_webhook(c, &webhook, is_new, now)?;
            Ok::<_, Error>(())
        };
        self.services.db.write_row_locked(store_and_ask).await?;
        self.notify_cashier();
        Ok(true)
    }
}
