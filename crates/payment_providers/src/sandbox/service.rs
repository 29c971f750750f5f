//! The service's own side: the payer's page, settling, and telling the merchant.

use domain::{Instant, ProviderReference};
use serde::Serialize;

use super::{BooksError, FieldProblem, Order, Outcome, PageForm, Sandbox, signature};
use crate::Headers;

/// As many as one turn of the worker takes on: a full turn means that there may be more.
const BATCH: usize = 256;
const FIRST_WAIT_SECONDS: i64 = 5;
const LONGEST_WAIT_SECONDS: i64 = 15 * 60;
const GIVE_UP_AFTER_SECONDS: i64 = 24 * 3600;

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
    Unavailable(#[from] BooksError),
}

/// A message to POST to the merchant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub order: Order,
    pub headers: Headers,
    pub body: Vec<u8>,
}

#[derive(Serialize)]
struct Message<'a> {
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
        let order = self.books.order(&reference).await?.ok_or(PageError::NotFound)?;
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
        let settles_at = choice.settles_after.map(|seconds| self.clock.now().plus_seconds(seconds));
        if self.books.decided(&order.reference, choice.decision, settles_at).await? {
            return Ok(Paid { return_url: order.return_url });
        }
        let standing = self.books.order(&order.reference).await?.ok_or(PageError::NotFound)?;
        Err(PageError::AlreadyDecided(Box::new(standing)))
    }

    /// Gives every order whose time has come its outcome; the merchant is told from then on. How many were settled.
    pub async fn settle_due(&self, now: Instant) -> Result<usize, BooksError> {
        let mut settled = 0;
        for order in self.books.due(now, BATCH).await? {
            if let Some(outcome) = order.decision.and_then(|decision| decision.outcome()) {
                settled += usize::from(self.books.settled(&order.reference, outcome, now).await?);
            }
        }
        Ok(settled)
    }

    /// What the merchant has not heard yet and is to be told now.
    pub async fn undelivered(&self, now: Instant) -> Result<Vec<Delivery>, BooksError> {
        let orders = self.books.undelivered(now, BATCH).await?;
        let delivery = |order: Order| {
            let (headers, body) = self.webhook_for(&order)?;
            Some(Delivery { order, headers, body })
        };
        Ok(orders.into_iter().filter_map(delivery).collect())
    }

    /// The merchant has answered with a success.
    pub async fn delivered(&self, order: &Order) -> Result<(), BooksError> {
        self.books.deliver_at(&order.reference, None).await
    }

    /// Tries again after as long as it has been trying, and gives up after a day: the merchant can always ask.
    pub async fn delivery_failed(&self, order: &Order, now: Instant) -> Result<(), BooksError> {
        let since = order.settles_at.unwrap_or(order.created_at);
        let trying = now.seconds() - since.seconds();
        let wait = trying.clamp(FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS);
        let next = (trying < GIVE_UP_AFTER_SECONDS).then(|| now.plus_seconds(wait));
        self.books.deliver_at(&order.reference, next).await
    }

    /// The signed message about a settled order; `None` while there is nothing to tell.
    pub fn webhook_for(&self, order: &Order) -> Option<(Headers, Vec<u8>)> {
        let body = serde_json::to_vec(&message(order, order.outcome?)).ok()?;
        let signature = signature::sign(&self.secret, self.clock.now(), &body);
        let headers = [("content-type", "application/json"), (signature::HEADER, &signature)];
        Some((headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(), body))
    }
}

fn message(order: &Order, outcome: Outcome) -> Message<'_> {
    let (status, reason) = match outcome {
        Outcome::Completed => ("COMPLETED", None),
        Outcome::Refused => ("FAILED", Some("PAYER_REFUSED")),
        Outcome::InsufficientBalance => ("FAILED", Some("INSUFFICIENT_BALANCE")),
    };
    Message {
        reference: &order.reference,
        status,
        reason,
        amount: order.amount.figures(),
        currency: order.amount.currency().code(),
        transaction: reason.is_none().then(|| order.transaction()),
    }
}
