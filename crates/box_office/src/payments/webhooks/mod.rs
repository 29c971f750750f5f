//! Webhooks of providers. One is stored once and makes the cashier ask the provider; it grants nothing by itself.

mod store;

use database::Connection;
use domain::{ProviderReference, hex};
use payment_providers::{Webhook, WebhookRequest, WebhookTrust};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::BoxOffice;
use crate::providers::Listed;
use crate::stored_words::WebhookVerdict;
use platform::Error;
use platform::security_log::{self, Deed};

pub use store::list_webhooks;

/// What a webhook says, once it was judged.
struct Notice {
    reference: ProviderReference,
    verdict: WebhookVerdict,
    /// The provider's own number of the payment, from a notice that knew the payment's secret.
    number: Option<String>,
}

/// The payment and its secret in the address that a provider called.
pub struct CalledAddress {
    pub reference: String,
    pub secret: String,
}

impl BoxOffice {
    /// Stores a webhook, once, and makes the cashier ask the provider. Returns whether the webhook was authentic.
    pub async fn receive_webhook(
        &self,
        provider: &str,
        called: Option<CalledAddress>,
        request: WebhookRequest<'_>,
    ) -> Result<bool, Error> {
        let listed = self.providers.find(provider).ok_or(Error::NotFound("Ce prestataire n'est pas connu."))?;
        let provider = listed.name();
        let Some(notice) = self.judge_webhook(listed, called, &request).await? else {
            metrics::counter!("webhooks_forged_total").increment(1);
            security_log::record_refused(Deed::SendWebhook, "forged", &provider);
            return Ok(false);
        };
        let (body, now) = (request.body.to_vec(), self.services.now());
        let digest = hex(&Sha256::digest(&body));
        let store_and_ask = move |c: &mut Connection<'_>| {
            let Notice { reference, verdict, number } = &notice;
            let webhook = store::StoredWebhook { provider, reference, digest: &digest, body: &body, verdict: *verdict };
            let is_new = store::store_webhook(c, &webhook, now)?;
            if let Some(number) = number {
                store::adopt_number(c, provider, reference, number)?;
            }
            store::ask_about_webhook(c, &webhook, is_new, now)?;
            Ok::<_, Error>(())
        };
        self.services.db.write_row_locked(store_and_ask).await?;
        self.notify_cashier();
        Ok(true)
    }

    /// Returns what a webhook says; none if it is forged.
    async fn judge_webhook(
        &self,
        listed: &Listed,
        called: Option<CalledAddress>,
        request: &WebhookRequest<'_>,
    ) -> Result<Option<Notice>, Error> {
        let needs_secret = listed.provider.capabilities().webhooks == WebhookTrust::HintOnly;
        if needs_secret != called.is_some() {
            return Ok(None);
        }
        if let Some(CalledAddress { reference, secret }) = called
            && !self.has_token(listed.name(), reference.parse().ok(), &secret).await?.unwrap_or(false)
        {
            return Ok(None);
        }
        Ok(match listed.provider.parse_webhook(request).await {
            Webhook::Verified { reference, .. } => {
                Some(Notice { reference, verdict: WebhookVerdict::Verified, number: None })
            }
            Webhook::Hint { reference, number, .. } => {
                Some(Notice { reference, verdict: WebhookVerdict::Hint, number })
            }
            Webhook::Tokened { reference, token, .. } => {
                let verdict = match self.has_token(listed.name(), Some(reference.clone()), &token).await? {
                    Some(true) => Some(WebhookVerdict::Verified),
                    Some(false) => None,
                    // The answer with the token got lost, or the notice came before it.
                    None => Some(WebhookVerdict::Hint),
                };
                verdict.map(|verdict| Notice { reference, verdict, number: None })
            }
            Webhook::Forged => None,
        })
    }

    /// Whether that is the token which was stored beside the payment; `None` where there is none.
    async fn has_token(
        &self,
        provider: &'static str,
        reference: Option<ProviderReference>,
        token: &str,
    ) -> Result<Option<bool>, Error> {
        let Some(reference) = reference else { return Ok(None) };
        let stored = self.services.db.read(move |c| store::find_notice_token(c, provider, &reference)).await?;
        Ok(stored.map(|stored| stored.as_bytes().ct_eq(token.as_bytes()).into()))
    }
}
