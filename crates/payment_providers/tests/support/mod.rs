//! The sandbox on books kept in a map, with a clock that the test moves.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Clock, Currency, FixedClock, Instant, Money, ProviderReference, RefundId};
use payment_providers::sandbox::{Books, BooksError, Decision, Entry, Order, Outcome, PageForm, Sandbox};
use payment_providers::{Intent, Provider, RefundIntent, Status};

pub const START: Instant = Instant::from_millis(1_750_000_000_000);

#[derive(Default)]
pub struct MapBooks {
    orders: Mutex<BTreeMap<ProviderReference, Order>>,
    burnt: Mutex<bool>,
}

impl MapBooks {
    /// From now on nothing can be read or written.
    pub fn burn(&self) {
        *self.burnt.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    fn orders(&self) -> Result<MutexGuard<'_, BTreeMap<ProviderReference, Order>>, BooksError> {
        if *self.burnt.lock().unwrap_or_else(PoisonError::into_inner) {
            return Err(BooksError("burnt".into()));
        }
        Ok(self.orders.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(
        &self,
        reference: &ProviderReference,
        change: impl FnOnce(&mut Order) -> T,
    ) -> Result<Option<T>, BooksError> {
        Ok(self.orders()?.get_mut(reference).map(change))
    }

    fn select(&self, limit: usize, wanted: impl Fn(&Order) -> bool) -> Result<Vec<Order>, BooksError> {
        Ok(self.orders()?.values().filter(|order| wanted(order)).take(limit).cloned().collect())
    }
}

/// The change is made at once and answered a turn later, as a database would: two callers can come between each other.
fn entry<'a, T: Send + 'a>(result: Result<T, BooksError>) -> Entry<'a, T> {
    Box::pin(async move {
        tokio::task::yield_now().await;
        result
    })
}

impl Books for MapBooks {
    fn opened(&self, order: Order) -> Entry<'_, Order> {
        entry(self.orders().map(|mut orders| orders.entry(order.reference.clone()).or_insert(order).clone()))
    }

    fn order<'a>(&'a self, reference: &'a ProviderReference) -> Entry<'a, Option<Order>> {
        entry(self.orders().map(|orders| orders.get(reference).cloned()))
    }

    fn decided<'a>(
        &'a self,
        reference: &'a ProviderReference,
        decision: Decision,
        settles_at: Option<Instant>,
    ) -> Entry<'a, bool> {
        let written = self.change(reference, |order| {
            let first = order.decision.is_none();
            if first {
                (order.decision, order.settles_at) = (Some(decision), settles_at);
            }
            first
        });
        entry(written.map(|written| written == Some(true)))
    }

    fn due(&self, now: Instant, limit: usize) -> Entry<'_, Vec<Order>> {
        entry(self.select(limit, |order| order.outcome.is_none() && order.settles_at.is_some_and(|at| at <= now)))
    }

    fn settled<'a>(&'a self, reference: &'a ProviderReference, outcome: Outcome, now: Instant) -> Entry<'a, bool> {
        let written = self.change(reference, |order| {
            let first = order.outcome.is_none();
            if first {
                (order.outcome, order.deliver_at) = (Some(outcome), Some(now));
            }
            first
        });
        entry(written.map(|written| written == Some(true)))
    }

    fn undelivered(&self, now: Instant, limit: usize) -> Entry<'_, Vec<Order>> {
        entry(self.select(limit, |order| order.deliver_at.is_some_and(|at| at <= now)))
    }

    fn deliver_at<'a>(&'a self, reference: &'a ProviderReference, next: Option<Instant>) -> Entry<'a, ()> {
        entry(self.change(reference, |order| order.deliver_at = next).map(|_| ()))
    }

    fn refunded<'a>(&'a self, reference: &'a ProviderReference, refund: &'a RefundId) -> Entry<'a, Option<RefundId>> {
        entry(self.change(reference, |order| order.refund.get_or_insert_with(|| refund.clone()).clone()))
    }
}

pub struct Counter {
    pub sandbox: Sandbox,
    pub books: Arc<MapBooks>,
    pub clock: Arc<FixedClock>,
}

pub fn counter() -> Counter {
    let (books, clock) = (Arc::new(MapBooks::default()), Arc::new(FixedClock::at(START)));
    let sandbox = Sandbox::new(books.clone(), clock.clone(), "https://tukio.example/", b"webhook secret");
    Counter { sandbox, books, clock }
}

impl Counter {
    /// Opens `PAY1` and pays it, without waiting for anything.
    pub async fn paid_with(form: &PageForm) -> Counter {
        let counter = counter();
        counter.sandbox.init(&intent()).await;
        counter.sandbox.pay("PAY1", form).await.expect("the page takes the payment");
        counter
    }

    /// Time passes, and the service's worker has its turn.
    pub async fn wait(&self, seconds: i64) {
        self.clock.advance_seconds(seconds);
        self.sandbox.settle_due(self.clock.now()).await.expect("the books are open");
    }

    pub async fn status(&self) -> Status {
        self.sandbox.status(&reference("PAY1")).await
    }

    pub async fn order(&self) -> Order {
        self.books.order(&reference("PAY1")).await.expect("the books are open").expect("an order")
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
    }
}

pub fn refund(id: &str) -> RefundIntent {
    RefundIntent { refund: id.parse().expect("a refund's id"), reference: reference("PAY1"), amount: dollars(2_500) }
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
