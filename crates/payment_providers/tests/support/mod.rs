//! The sandbox on orders kept in a map, with a clock that the test moves.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Clock, Currency, FixedClock, Instant, Money, ProviderReference, RefundId};
use payment_providers::sandbox::{
    Decision, Order, OrderStore, OrderStoreError, Outcome, PageForm, Sandbox, StoreFuture,
};
use payment_providers::{Handle, Intent, Provider, RefundIntent, Status};

pub const START: Instant = Instant::from_millis(1_750_000_000_000);

#[derive(Default)]
pub struct MapOrderStore {
    orders: Mutex<BTreeMap<ProviderReference, Order>>,
    refunds: Mutex<BTreeSet<RefundId>>,
    offline: Mutex<bool>,
}

impl MapOrderStore {
    /// From now on nothing can be read or written.
    pub fn go_offline(&self) {
        *self.offline.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    fn orders(&self) -> Result<MutexGuard<'_, BTreeMap<ProviderReference, Order>>, OrderStoreError> {
        if *self.offline.lock().unwrap_or_else(PoisonError::into_inner) {
            return Err(OrderStoreError("offline".into()));
        }
        Ok(self.orders.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(
        &self,
        reference: &ProviderReference,
        change: impl FnOnce(&mut Order) -> T,
    ) -> Result<Option<T>, OrderStoreError> {
        Ok(self.orders()?.get_mut(reference).map(change))
    }

    fn select(&self, limit: usize, wanted: impl Fn(&Order) -> bool) -> Result<Vec<Order>, OrderStoreError> {
        Ok(self.orders()?.values().filter(|order| wanted(order)).take(limit).cloned().collect())
    }
}

/// The change is made at once and answered a turn later, as a database would: two callers can come between each other.
fn entry<'a, T: Send + 'a>(result: Result<T, OrderStoreError>) -> StoreFuture<'a, T> {
    Box::pin(async move {
        tokio::task::yield_now().await;
        result
    })
}

impl OrderStore for MapOrderStore {
    fn insert_order(&self, order: Order) -> StoreFuture<'_, Order> {
        entry(self.orders().map(|mut orders| orders.entry(order.reference.clone()).or_insert(order).clone()))
    }

    fn find_order<'a>(&'a self, reference: &'a ProviderReference) -> StoreFuture<'a, Option<Order>> {
        entry(self.orders().map(|orders| orders.get(reference).cloned()))
    }

    fn record_decision<'a>(
        &'a self,
        reference: &'a ProviderReference,
        decision: Decision,
        settles_at: Option<Instant>,
    ) -> StoreFuture<'a, bool> {
        let written = self.change(reference, |order| {
            let first = order.decision.is_none();
            if first {
                (order.decision, order.settles_at) = (Some(decision), settles_at);
            }
            first
        });
        entry(written.map(|written| written == Some(true)))
    }

    fn orders_to_settle(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>> {
        entry(self.select(limit, |order| order.outcome.is_none() && order.settles_at.is_some_and(|at| at <= now)))
    }

    fn record_outcome<'a>(
        &'a self,
        reference: &'a ProviderReference,
        outcome: Outcome,
        now: Instant,
    ) -> StoreFuture<'a, bool> {
        let written = self.change(reference, |order| {
            let first = order.outcome.is_none();
            if first {
                (order.outcome, order.deliver_at) = (Some(outcome), Some(now));
            }
            first
        });
        entry(written.map(|written| written == Some(true)))
    }

    fn orders_to_deliver(&self, now: Instant, limit: usize) -> StoreFuture<'_, Vec<Order>> {
        entry(self.select(limit, |order| order.deliver_at.is_some_and(|at| at <= now)))
    }

    fn schedule_delivery<'a>(&'a self, reference: &'a ProviderReference, next: Option<Instant>) -> StoreFuture<'a, ()> {
        entry(self.change(reference, |order| order.deliver_at = next).map(|_| ()))
    }

    fn record_refund<'a>(&'a self, refund: &'a RefundIntent) -> StoreFuture<'a, bool> {
        let mut refunds = self.refunds.lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.change(&refund.handle.reference, |order| {
            let fits = order.refunded + refund.amount.minor() <= order.amount.minor();
            if fits && refunds.insert(refund.refund.clone()) {
                order.refunded += refund.amount.minor();
            }
            refunds.contains(&refund.refund)
        });
        entry(written.map(|written| written == Some(true)))
    }

    fn has_refund<'a>(&'a self, refund: &'a RefundId) -> StoreFuture<'a, bool> {
        let refunds = self.refunds.lock().unwrap_or_else(PoisonError::into_inner);
        entry(self.orders().map(|_| refunds.contains(refund)))
    }
}

pub struct TestSandbox {
    pub sandbox: Sandbox,
    pub store: Arc<MapOrderStore>,
    pub clock: Arc<FixedClock>,
}

pub fn test_sandbox() -> TestSandbox {
    let (store, clock) = (Arc::new(MapOrderStore::default()), Arc::new(FixedClock::at(START)));
    let sandbox = Sandbox::new(store.clone(), clock.clone(), "https://tukio.example/", b"webhook secret");
    TestSandbox { sandbox, store, clock }
}

impl TestSandbox {
    /// Opens `PAY1` and pays it, without waiting for anything.
    pub async fn paid_with(form: &PageForm) -> TestSandbox {
        let test = test_sandbox();
        test.sandbox.init(&intent()).await;
        test.sandbox.pay("PAY1", form).await.expect("the page takes the payment");
        test
    }

    /// Time passes, and the service's worker has its turn.
    pub async fn wait(&self, seconds: i64) {
        self.clock.advance_seconds(seconds);
        self.sandbox.settle_due(self.clock.now()).await.expect("the store answers");
    }

    pub async fn status(&self) -> Status {
        self.sandbox.status(&handle("PAY1")).await
    }

    pub async fn order(&self) -> Order {
        self.store.find_order(&reference("PAY1")).await.expect("the store answers").expect("an order")
    }
}

pub fn intent() -> Intent {
    Intent {
        payment: "p-1".parse().expect("a payment's id"),
        reference: reference("PAY1"),
        amount: dollars(2_500),
        description: "2 × Standard".into(),
        return_url: "https://tukio.example/retour?payment=p-1".into(),
        callback_url: "https://tukio.example/api/payments/webhook/sandbox".into(),
        deadline: START.plus_seconds(900),
        channel: None,
        phone: None,
        buyer_name: "Amani Kabila".into(),
        buyer_email: "amani@tukio.example".into(),
    }
}

pub fn refund(id: &str) -> RefundIntent {
    RefundIntent { refund: id.parse().expect("a refund's id"), handle: handle("PAY1"), amount: dollars(2_500) }
}

pub fn handle(text: &str) -> Handle {
    Handle { reference: reference(text), number: None }
}

pub fn reference(text: &str) -> ProviderReference {
    text.parse().expect("a reference")
}

pub fn dollars(cents: i64) -> Money {
    Money::from_minor(cents, Currency::Usd)
}

pub fn phone(number: &str) -> PageForm {
    PageForm { phone: Some(number.into()), card: None }
}

pub fn card(number: &str) -> PageForm {
    PageForm { phone: None, card: Some(number.into()) }
}
