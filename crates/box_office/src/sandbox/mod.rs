//! The sandbox's place in the server: its books, its page, and the hands that carry its news to us over HTTP.

mod openings;
mod post;
pub mod routes;
mod store;

use std::sync::Arc;

use database::{Connection, Database, DbError};
use domain::{Clock, Instant, ProviderReference, RefundId};
use payment_providers::sandbox::{
    Decision, Order, OrderStore, OrderStoreError, Outcome, Sandbox, StoreFuture, WebhookDelivery,
};
use payment_providers::{Channel, Intent, Provider};
use tokio::task::JoinSet;

use openings::Openings;
use platform::{Error, random};

/// The sandbox's orders in our database: its own table, which no other part reads.
struct SqlOrderStore {
    db: Database,
    openings: Openings,
}

impl SqlOrderStore {
    fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Connection<'_>) -> Result<T, DbError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move { self.db.read(read).await.map_err(unreachable) })
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl Fn(&mut Connection<'_>) -> Result<T, DbError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move { self.db.write_row_locked(write).await.map_err(unreachable) })
    }
}

fn unreachable(error: DbError) -> OrderStoreError {
    OrderStoreError(error.to_string())
}

impl OrderStore for SqlOrderStore {
    fn insert_order(&self, order: Order) -> StoreFuture<'_, Order> {
        Box::pin(async move { self.openings.open(order).await.map_err(unreachable) })
    }

    fn find_order<'a>(&'a self, reference: &'a ProviderReference) -> StoreFuture<'a, Option<Order>> {
        let reference = reference.clone();
        self.read(move |c| store::find(c, &reference))
    }

    fn record_decision<'a>(
        &'a self,
        reference: &'a ProviderReference,
        decision: Decision,
        settles_at: Option<Instant>,
    ) -> StoreFuture<'a, bool> {
        let reference = reference.clone();
        self.write(move |c| store::decide(c, &reference, decision, settles_at))
    }

    fn orders_to_settle(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>> {
        self.read(move |c| store::due(c, now, limit as i64))
    }

    fn record_outcome<'a>(
        &'a self,
        reference: &'a ProviderReference,
        outcome: Outcome,
        now: Instant,
    ) -> StoreFuture<'a, bool> {
        let reference = reference.clone();
        self.write(move |c| store::settle(c, &reference, outcome, now))
    }

    fn orders_to_deliver(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>> {
        self.read(move |c| store::undelivered(c, now, limit as i64))
    }

    fn schedule_delivery<'a>(&'a self, reference: &'a ProviderReference, next: Option<Instant>) -> StoreFuture<'a, ()> {
        let reference = reference.clone();
        self.write(move |c| store::deliver_at(c, &reference, next))
    }

    fn record_refund<'a>(
        &'a self,
        reference: &'a ProviderReference,
        refund: &'a RefundId,
    ) -> StoreFuture<'a, Option<RefundId>> {
        let (reference, refund) = (reference.clone(), refund.clone());
        self.write(move |c| store::refund(c, &reference, &refund))
    }
}

/// An order that was opened, paid and heard of at an earlier time. Inside the caller's transaction.
pub fn paid_before(c: &mut Connection<'_>, intent: &Intent, opened: Instant, paid: Instant) -> Result<(), DbError> {
    store::open(c, &[Order::new(intent, opened)])?;
    store::decide(c, &intent.reference, Decision::Pay, Some(paid))?;
    store::settle(c, &intent.reference, Outcome::Completed, paid)?;
    store::deliver_at(c, &intent.reference, None)
}

/// An order whose money went back at an earlier time. Inside the caller's transaction.
pub fn paid_back_before(
    c: &mut Connection<'_>,
    reference: &ProviderReference,
    refund: &RefundId,
) -> Result<(), DbError> {
    store::refund(c, reference, refund)?;
    Ok(())
}

/// Payments that the sandbox has money for, and that we have given up.
pub fn unheard(c: &mut Connection<'_>) -> Result<Vec<String>, DbError> {
    store::unheard(c)
}

/// Where our books and the sandbox's say different things.
pub fn contradictions(c: &mut Connection<'_>) -> Result<Vec<String>, DbError> {
    store::contradictions(c)
}

/// How its ways to pay do, for whoever asks beside a running server: that takes no secret.
pub async fn health(db: &Database, clock: Arc<dyn Clock>) -> Vec<Channel> {
    let orders = Arc::new(SqlOrderStore { openings: Openings::new(db.clone()), db: db.clone() });
    Sandbox::new(orders, clock, "", &[]).health().await
}

/// The sandbox and the hands that work for it.
#[derive(Clone)]
pub struct SandboxService {
    pub sandbox: Arc<Sandbox>,
    db: Database,
    clock: Arc<dyn Clock>,
}

impl SandboxService {
    /// The secret of its webhooks stands in the books: what one process signs, another one on this database believes,
    /// and so does this one after a restart. To be called where tasks can run.
    pub async fn open(db: Database, clock: Arc<dyn Clock>, public_url: &str) -> Result<SandboxService, DbError> {
        let fresh: [u8; 32] = random::bytes();
        let secret = db.write_row_locked(move |c| store::secret(c, &fresh)).await?;
        let orders = Arc::new(SqlOrderStore { openings: Openings::new(db.clone()), db: db.clone() });
        let sandbox = Arc::new(Sandbox::new(orders, clock.clone(), public_url, &secret));
        Ok(SandboxService { sandbox, db, clock })
    }

    /// Settles what is due, and tells of it whoever is to be told, once.
    pub async fn work(&self) -> Result<(), Error> {
        let now = self.clock.now();
        let failed = |error: OrderStoreError| Error::Internal(error.to_string());
        self.sandbox.settle_due(now).await.map_err(failed)?;
        // Side by side: who doesn't answer keeps nobody else waiting.
        let deliveries = self.sandbox.due_deliveries(now).await.map_err(failed)?;
        let telling: JoinSet<_> = deliveries.into_iter().map(|delivery| self.clone().tell(delivery, now)).collect();
        telling.join_all().await.into_iter().try_for_each(|told| told.map_err(failed))
    }

    async fn tell(self, delivery: WebhookDelivery, now: Instant) -> Result<(), OrderStoreError> {
        match post::post(&delivery.order.callback_url, &delivery.headers, delivery.body).await {
            Ok(()) => self.sandbox.record_delivered(&delivery.order).await,
            Err(error) => {
                tracing::warn!(%error, "sandbox webhook delivery failed");
                self.sandbox.record_failed_delivery(&delivery.order, now).await
            }
        }
    }

    pub async fn next_duty(&self) -> Result<Option<Instant>, Error> {
        Ok(self.db.read(store::next_duty).await?)
    }
}
