//! SQL of `webhooks`.

use database::{Connection, DbError};
use domain::{Instant, ProviderReference};

use crate::stored_words::WebhookVerdict;

type Result<T> = std::result::Result<T, DbError>;

/// A webhook as it was received, byte for byte.
pub struct StoredWebhook<'a> {
    pub provider: &'a str,
    pub reference: &'a ProviderReference,
    pub digest: &'a str,
    pub body: &'a [u8],
    pub verdict: WebhookVerdict,
}

/// Returns whether it is new: a webhook that was stored before is not stored again.
pub fn store_webhook(c: &mut Connection<'_>, webhook: &StoredWebhook<'_>, now: Instant) -> Result<bool> {
    let kept = c.execute(
        "INSERT INTO webhooks (provider, reference, digest, body, verdict, received_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (provider, digest) DO NOTHING",
        &[&webhook.provider, &webhook.reference, &webhook.digest, &webhook.body, &webhook.verdict, &now],
    )?;
    Ok(kept > 0)
}

/// Makes the cashier ask about the payment that a webhook names. A repeated webhook counts as long as no money has arrived,
/// because the provider may not have answered when it came first.
pub fn ask_about_webhook(
    c: &mut Connection<'_>,
    webhook: &StoredWebhook<'_>,
    is_new: bool,
    now: Instant,
) -> Result<()> {
    c.execute(
        "UPDATE payments SET ask_at = $3
         WHERE provider = $1 AND reference = $2
            AND ($4 OR state IN ('pending', 'failed') OR (state = 'review' AND settled_at IS NULL))",
        &[&webhook.provider, &webhook.reference, &now, &is_new],
    )?;
    Ok(())
}

/// Returns what notices about a payment have to carry; none if the payment is not known, or was not told any.
pub fn find_notice_token(
    c: &mut Connection<'_>,
    provider: &str,
    reference: &ProviderReference,
) -> Result<Option<String>> {
    let found: Option<Option<String>> = c.query_opt(
        "SELECT notice_token FROM payments WHERE provider = $1 AND reference = $2",
        &[&provider, reference],
        |row| row.get(0),
    )?;
    Ok(found.flatten())
}

/// Stores the provider's own number of a payment if its answer with that number got lost. One that we know stays.
pub fn adopt_number(c: &mut Connection<'_>, provider: &str, reference: &ProviderReference, number: &str) -> Result<()> {
    c.execute(
        "UPDATE payments SET provider_number = $3
         WHERE provider = $1 AND reference = $2 AND provider_number IS NULL",
        &[&provider, reference, &number],
    )?;
    Ok(())
}

/// Returns when webhooks about a payment came, and whether they could be believed.
pub fn list_webhooks(
    c: &mut Connection<'_>,
    provider: &str,
    reference: &ProviderReference,
) -> Result<Vec<(Instant, WebhookVerdict)>> {
    c.query(
        "SELECT received_at, verdict FROM webhooks WHERE provider = $1 AND reference = $2 ORDER BY id",
        &[&provider, reference],
        |row| Ok((row.get("received_at")?, row.get("verdict")?)),
    )
}
