//! Where the sandbox keeps its orders. The server gives it a table of its own, the tests a map.

use domain::{Instant, ProviderReference, RefundId};

use super::{Decision, Order, Outcome};
use crate::{ProviderFuture, RefundIntent};

/// The orders can't be read or written now; the outcome of a write is unknown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the sandbox's orders are out of reach: {0}")]
pub struct OrderStoreError(pub String);

pub type StoreFuture<'a, T> = ProviderFuture<'a, Result<T, OrderStoreError>>;

/// Every change is made once: the first one stands, and a later or simultaneous one learns that from the answer.
pub trait OrderStore: Send + Sync {
    /// Writes a new order unless there is one under its reference, and returns the order that stands.
    fn insert_order(&self, order: Order) -> StoreFuture<'_, Order>;

    fn find_order<'a>(&'a self, reference: &'a ProviderReference) -> StoreFuture<'a, Option<Order>>;

    /// Writes the payer's decision where there is none, and returns whether it was written.
    fn record_decision<'a>(
        &'a self,
        reference: &'a ProviderReference,
        decision: Decision,
        settles_at: Option<Instant>,
    ) -> StoreFuture<'a, bool>;

    /// Returns orders without outcome whose `settles_at` is not after `now`, the oldest first.
    fn orders_to_settle(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>>;

    /// Writes the outcome where there is none, and `now` as `deliver_at`; returns whether it was written.
    fn record_outcome<'a>(
        &'a self,
        reference: &'a ProviderReference,
        outcome: Outcome,
        now: Instant,
    ) -> StoreFuture<'a, bool>;

    /// Returns orders whose `deliver_at` is not after `now`, the oldest first.
    fn orders_to_deliver(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>>;

    /// Writes when the webhook is sent next; `None` once the merchant has answered it, or it is given up.
    fn schedule_delivery<'a>(&'a self, reference: &'a ProviderReference, next: Option<Instant>) -> StoreFuture<'a, ()>;

    /// Writes a refund unless more would go back of its order than was paid, and returns whether it stands: one that was
    /// written before does.
    fn record_refund<'a>(&'a self, refund: &'a RefundIntent) -> StoreFuture<'a, bool>;

    /// Returns whether this refund was written.
    fn has_refund<'a>(&'a self, refund: &'a RefundId) -> StoreFuture<'a, bool>;
}
