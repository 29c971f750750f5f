//! The sandbox inside the server: its orders in our database, its page, and its webhooks, which are sent to us over HTTP.

mod delivery;
mod order_batches;
pub mod routes;
mod store;

use std::sync::Arc;

use database::{Connection, Database, DbError};
use domain::{Clock, Instant, ProviderReference, RefundId};
use payment_providers::sandbox::{
    Decision, Order, OrderStore, OrderStoreError, Outcome, Sandbox, StoreFuture, WebhookDelivery,
};
use payment_providers::{Intent, RefundIntent};
use tokio::sync::watch;
use tokio::task::JoinSet;

use order_batches::OrderBatches;
use platform::sealing::KeyTable;
use platform::{Error, Services, random};

/// The sandbox's orders in its own table, which no other part reads.
struct SqlOrderStore {
    db: Database,
    batches: OrderBatches,
}

impl SqlOrderStore {
    fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Connection<'_>) -> Result<T, DbError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move { self.db.read(read).await.map_err(store_error) })
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl Fn(&mut Connection<'_>) -> Result<T, DbError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move { self.db.write_row_locked(write).await.map_err(store_error) })
    }
}

fn store_error(error: DbError) -> OrderStoreError {
    OrderStoreError(error.to_string())
}

impl OrderStore for SqlOrderStore {
    fn insert_order(&self, order: Order) -> StoreFuture<'_, Order> {
        Box::pin(async move { self.batches.insert(order).await.map_err(store_error) })
    }

    fn find_order<'a>(&'a self, reference: &'a ProviderReference) -> StoreFuture<'a, Option<Order>> {
        let reference = reference.clone();
        self.read(move |c| store::find_order(c, &reference))
    }

    fn record_decision<'a>(
        &'a self,
        reference: &'a ProviderReference,
        decision: Decision,
        settles_at: Option<Instant>,
    ) -> StoreFuture<'a, bool> {
        let reference = reference.clone();
        self.write(move |c| store::record_decision(c, &reference, decision, settles_at))
    }

    fn orders_to_settle(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>> {
        self.read(move |c| store::orders_to_settle(c, now, limit as i64))
    }

    fn record_outcome<'a>(
        &'a self,
        reference: &'a ProviderReference,
        outcome: Outcome,
        now: Instant,
    ) -> StoreFuture<'a, bool> {
        let reference = reference.clone();
        self.write(move |c| store::record_outcome(c, &reference, outcome, now))
    }

    fn orders_to_deliver(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>> {
        self.read(move |c| store::orders_to_deliver(c, now, limit as i64))
    }

    fn schedule_delivery<'a>(&'a self, reference: &'a ProviderReference, next: Option<Instant>) -> StoreFuture<'a, ()> {
        let reference = reference.clone();
        self.write(move |c| store::schedule_delivery(c, &reference, next))
    }

    fn record_refund<'a>(&'a self, refund: &'a RefundIntent) -> StoreFuture<'a, bool> {
        let refund = refund.clone();
        self.write(move |c| store::record_refund(c, &refund))
    }

    fn has_refund<'a>(&'a self, refund: &'a RefundId) -> StoreFuture<'a, bool> {
        let refund = refund.clone();
        self.read(move |c| store::has_refund(c, &refund))
    }
}

/// Inserts an order that was opened, paid and reported at earlier times, inside the caller's transaction.
pub fn insert_paid_order(
    c: &mut Connection<'_>,
    intent: &Intent,
    opened: Instant,
    paid: Instant,
) -> Result<(), DbError> {
    store::insert_orders(c, &[Order::new(intent, opened)])?;
    store::record_decision(c, &intent.reference, Decision::Pay, Some(paid))?;
    store::record_outcome(c, &intent.reference, Outcome::Completed, paid)?;
    store::schedule_delivery(c, &intent.reference, None)
}

/// Records that the money of an order went back, inside the caller's transaction.
pub fn insert_refund(c: &mut Connection<'_>, refund: &RefundIntent) -> Result<(), DbError> {
    store::record_refund(c, refund)?;
    Ok(())
}

/// Names payments that the sandbox has money for and that failed here.
pub fn find_missed_payments(c: &mut Connection<'_>) -> Result<Vec<String>, DbError> {
    store::find_missed_payments(c)
}

/// Names payments whose state contradicts the sandbox's order.
pub fn find_contradictions(c: &mut Connection<'_>) -> Result<Vec<String>, DbError> {
    store::find_contradictions(c)
}

/// The sandbox for who only asks how it does: it needs no secret, so it works beside a running server.
pub fn sandbox_to_ask(db: &Database, clock: &Arc<dyn Clock>) -> Sandbox {
    let orders = Arc::new(SqlOrderStore { batches: OrderBatches::new(db.clone()), db: db.clone() });
    Sandbox::new(orders, clock.clone(), "", &[])
}

const SECRET_TABLE: &str = "sandbox_secret";

/// The secret of its webhooks as it is stored, for who seals it.
pub const SANDBOX_SECRET: KeyTable =
    KeyTable { name: SECRET_TABLE, list: store::list_secrets, replace: store::replace_secret };

/// The sandbox with what it needs to work by itself.
#[derive(Clone)]
pub struct SandboxService {
    pub sandbox: Arc<Sandbox>,
    pub public_url: String,
    /// Tells the cashier that a payment is about to settle.
    pub duties_changed: Arc<watch::Sender<()>>,
    db: Database,
    clock: Arc<dyn Clock>,
}

impl SandboxService {
    /// The secret of its webhooks is a row, so that processes on one database accept each other's webhooks, and this one its
    /// own after a restart.
    pub async fn open(services: &Services, duties_changed: Arc<watch::Sender<()>>) -> Result<SandboxService, DbError> {
        let (db, clock) = (services.db.clone(), services.clock.clone());
        let public_url = services.settings.public_url.clone();
        let fresh = services.sealer.seal(SECRET_TABLE, &random::bytes());
        let stored = db.write_row_locked(move |c| store::find_or_insert_secret(c, &fresh)).await?;
        let opened = services.sealer.open(SECRET_TABLE, &stored);
        let secret = opened.map_err(|error| DbError::Decode(format!("sandbox_secret: {error}")))?;
        let orders = Arc::new(SqlOrderStore { batches: OrderBatches::new(db.clone()), db: db.clone() });
        let sandbox = Arc::new(Sandbox::new(orders, clock.clone(), &public_url, &secret));
        Ok(SandboxService { sandbox, public_url, duties_changed, db, clock })
    }

    /// Settles the orders that are due, and delivers the webhooks that are due.
    pub async fn settle_and_deliver(&self) -> Result<(), Error> {
        let now = self.clock.now();
        let failed = |error: OrderStoreError| Error::Internal(error.to_string());
        self.sandbox.settle_due(now).await.map_err(failed)?;
        // Concurrently, so that a receiver that does not answer delays no other.
        let deliveries = self.sandbox.due_deliveries(now).await.map_err(failed)?;
        let delivering: JoinSet<_> =
            deliveries.into_iter().map(|delivery| self.clone().deliver(delivery, now)).collect();
        delivering.join_all().await.into_iter().try_for_each(|delivered| delivered.map_err(failed))
    }

    async fn deliver(self, delivery: WebhookDelivery, now: Instant) -> Result<(), OrderStoreError> {
        match delivery::post_webhook(&delivery.order.callback_url, &delivery.headers, delivery.body).await {
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
