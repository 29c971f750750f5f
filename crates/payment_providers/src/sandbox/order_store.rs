//! Where the sandbox writes its orders. The server keeps them in its database, the tests in a map.

use domain::{Instant, ProviderReference, RefundId};

use super::{Decision, Order, Outcome};
use crate::Answer;

/// The books can't be read or written now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the sandbox's books are out of reach: {0}")]
pub struct BooksError(pub String);

pub type Entry<'a, T> = Answer<'a, Result<T, BooksError>>;

/// Every change is made once: the first one stands, and a later or simultaneous one is told so.
pub trait Books: Send + Sync {
    /// Writes a new order, unless its reference is there. Answers the one that stands in the books.
    fn opened(&self, order: Order) -> Entry<'_, Order>;

    fn order<'a>(&'a self, reference: &'a ProviderReference) -> Entry<'a, Option<Order>>;

    /// Writes the payer's decision where there is none. Whether it was written.
    fn decided<'a>(
        &'a self,
        reference: &'a ProviderReference,
        decision: Decision,
        settles_at: Option<Instant>,
    ) -> Entry<'a, bool>;

    /// Orders without outcome whose `settles_at` is not after `now`, the oldest first.
    fn due(&self, now: Instant, limit: usize) -> Entry<'_, Vec<Order>>;

    /// Writes the outcome where there is none, and `now` as `deliver_at`. Whether it was written.
    fn settled<'a>(&'a self, reference: &'a ProviderReference, outcome: Outcome, now: Instant) -> Entry<'a, bool>;

    /// Orders whose `deliver_at` is not after `now`, the oldest first.
    fn undelivered(&self, now: Instant, limit: usize) -> Entry<'_, Vec<Order>>;

    /// When to tell the merchant next: `None` once it was heard.
    fn deliver_at<'a>(&'a self, reference: &'a ProviderReference, next: Option<Instant>) -> Entry<'a, ()>;

    /// Writes the refund where there is none. Answers the one that stands; `None` for an unknown order.
    fn refunded<'a>(&'a self, reference: &'a ProviderReference, refund: &'a RefundId) -> Entry<'a, Option<RefundId>>;
}
