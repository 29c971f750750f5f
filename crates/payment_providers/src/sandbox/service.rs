//! The service's own side: the payer's page, settling, and webhooks that are sent again with exponential back-off.

use std::time::Duration;

use domain::{Instant, ProviderReference};
use serde::Serialize;

use super::{FieldProblem, Order, OrderStoreError, Outcome, PageForm, Sandbox, signature};
use crate::Headers;

/// How many orders one call settles or delivers at most: a full batch means that there may be more.
const BATCH: usize = 256;
const FIRST_RETRY_AFTER: Duration = Duration::from_secs(5);
const LONGEST_RETRY_AFTER: Duration = Duration::from_mins(15);
const GIVE_UP_AFTER: Duration = Duration::from_hours(24);

/// The payer's part is done: where their browser goes now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    pub return_url: String,
}

/// Why the page can't take the payment, with what is needed to show it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    #[error("Ce paiement n'existe pas.")]
    NotFound,
    #[error("Ce paiement a expiré. Recommencez depuis la billetterie.")]
    Expired,
    /// Show [`super::page`] of it: it says what was decided.
    #[error("Ce paiement a déjà été fait.")]
    AlreadyDecided(Box<Order>),
    /// Show [`super::page_with_problem`].
    #[error("{}", .1.message)]
    Field(Box<Order>, FieldProblem),
    #[error("Le service est momentanément indisponible. Réessayez.")]
    Unavailable(#[from] OrderStoreError),
}

/// A webhook to POST to the merchant. It has no `Debug`, because whoever has its signature can send it once more.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookDelivery {
    pub order: Order,
    pub headers: Headers,
    pub body: Vec<u8>,
}

#[derive(Serialize)]
struct WebhookPayload<'a> {
    reference: &'a ProviderReference,
    status: &'static str,
    reason: Option<&'static str>,
    amount: String,
    currency: &'static str,
    transaction: Option<String>,
}

impl Sandbox {
    /// The order whose page is asked for, unless it is over.
    pub async fn order(&self, reference: &str) -> Result<Order, PageError> {
        let reference = reference.parse().map_err(|_| PageError::NotFound)?;
        let order = self.orders.find_order(&reference).await?.ok_or(PageError::NotFound)?;
        if order.is_expired(self.clock.now()) { Err(PageError::Expired) } else { Ok(order) }
    }

    /// Takes what the payer typed. Of two submissions the first counts, even when they come at once.
    pub async fn pay(&self, reference: &str, form: &PageForm) -> Result<Paid, PageError> {
        let order = self.order(reference).await?;
        if order.decision.is_some() {
            return Err(PageError::AlreadyDecided(Box::new(order)));
        }
        let choice = match form.choice() {
            Ok(choice) => choice,
            Err(problem) => return Err(PageError::Field(Box::new(order), problem)),
        };
        let settles_at = choice.settles_after.map(|wait| self.clock.now() + wait);
        if self.orders.record_decision(&order.reference, choice.decision, settles_at).await? {
            return Ok(Paid { return_url: order.return_url });
        }
        let standing = self.orders.find_order(&order.reference).await?.ok_or(PageError::NotFound)?;
        Err(PageError::AlreadyDecided(Box::new(standing)))
    }

    /// Gives every order whose time has come its outcome, from which on its webhook is due. Returns how many it settled.
    pub async fn settle_due(&self, now: Instant) -> Result<usize, OrderStoreError> {
        let mut settled = 0;
        for order in self.orders.orders_to_settle(now, BATCH).await? {
            if let Some(outcome) = order.decision.and_then(|decision| decision.outcome()) {
                settled += usize::from(self.orders.record_outcome(&order.reference, outcome, now).await?);
            }
        }
        Ok(settled)
    }

    /// Returns the webhooks that the merchant has not answered yet and that are to be sent now.
    pub async fn due_deliveries(&self, now: Instant) -> Result<Vec<WebhookDelivery>, OrderStoreError> {
        let orders = self.orders.orders_to_deliver(now, BATCH).await?;
        let delivery = |order: Order| {
            let (headers, body) = self.webhook_for(&order)?;
            Some(WebhookDelivery { order, headers, body })
        };
        Ok(orders.into_iter().filter_map(delivery).collect())
    }

    /// The merchant has answered with a success.
    pub async fn record_delivered(&self, order: &Order) -> Result<(), OrderStoreError> {
        self.orders.schedule_delivery(&order.reference, None).await
    }

    /// Schedules the next attempt after as long as it has been trying, so that each wait doubles the whole. Gives up after a
    /// day: the merchant can always ask.
    pub async fn record_failed_delivery(&self, order: &Order, now: Instant) -> Result<(), OrderStoreError> {
        let since = order.settles_at.unwrap_or(order.created_at);
        let trying = now.since(since);
        let wait = trying.clamp(FIRST_RETRY_AFTER, LONGEST_RETRY_AFTER);
        let next = (trying < GIVE_UP_AFTER).then(|| now + wait);
        self.orders.schedule_delivery(&order.reference, next).await
    }

    /// Headers and body of the signed webhook about a settled order; `None` while it is not settled.
    pub fn webhook_for(&self, order: &Order) -> Option<(Headers, Vec<u8>)> {
        let body = serde_json::to_vec(&payload(order, order.outcome?)).ok()?;
        let signature = signature::sign(&self.secret, self.clock.now(), &body);
        let headers = [("content-type", "application/json"), (signature::HEADER, &signature)];
        Some((headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(), body))
    }
}

fn payload(order: &Order, outcome: Outcome) -> WebhookPayload<'_> {
    let (status, reason) = match outcome {
        Outcome::Completed => ("COMPLETED", None),
        Outcome::Refused => ("FAILED", Some("PAYER_REFUSED")),
        Outcome::InsufficientBalance => ("FAILED", Some("INSUFFICIENT_BALANCE")),
    };
    WebhookPayload {
        reference: &order.reference,
        status,
        reason,
        amount: order.amount.figures(),
        currency: order.amount.currency().code(),
        transaction: reason.is_none().then(|| order.transaction()),
    }
}
