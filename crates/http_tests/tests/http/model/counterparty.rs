//! What the model needs of whoever takes the money: the sandbox, or the simulator of a provider. The rules of the model
//! are the same for all; where a provider can't do a thing, it says so here.

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;

use domain::{Currency, Instant, Money};

use super::commands::{Arrival, Lie, Manner, Payer, Provider};
use super::webhook_capture::CapturedWebhook;
use crate::support::TestApp;

pub type Deed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a provider can do at all.
#[derive(Debug, Clone, Copy)]
pub struct Abilities {
    /// It pays back when it is asked to. With others every refund waits for a person.
    pub pays_back: bool,
    /// Seconds that its webhooks are worth something, where they tell their time.
    pub webhooks_last: Option<i64>,
    /// A webhook about a payment that nobody knows is stored: who calls an address of the payment's own is refused.
    pub hears_of_strangers: bool,
    /// A payment that is opened twice is answered with its page twice.
    pub opens_again: bool,
    pub currencies: &'static [Currency],
}

/// A payment as we have it: by this the provider knows it, or we know of the provider.
#[derive(Debug, Clone)]
pub struct Bill {
    pub id: String,
    pub reference: String,
    /// The telephone that was rung, where we have a page that asks for it; nothing for a page that is closed.
    pub pushed_to: Option<String>,
    /// The provider's own number has reached us.
    pub has_number: bool,
    /// The ids of its refunds.
    pub refunds: Vec<String>,
}

/// What the provider says of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Paid(Money),
    /// Paid, and it does not say how much.
    PaidUntold,
    NotPaid,
    /// It knows of no money so far.
    Unsure,
    /// It can't be asked.
    Silent,
}

/// A line of the provider's books.
#[derive(Debug)]
pub struct Entry {
    /// As it was before we had any money paid back.
    pub verdict: Verdict,
    /// What the payer has paid, as it tells.
    pub received: Option<Money>,
    /// Its page is closed, also where it says nothing of the payment.
    pub is_closed: bool,
    /// What it has paid back, by the refund's id.
    pub refunds: BTreeMap<String, i64>,
    /// What it has paid back by itself, in minor units.
    pub by_itself: i64,
}

/// A webhook on its way to us, perhaps tampered with.
pub struct Sent {
    pub webhook: CapturedWebhook,
    /// Nobody can tell it from one that the provider wrote.
    pub is_genuine: bool,
}

pub trait Counterparty: Send + Sync {
    fn abilities(&self) -> Abilities;

    /// A run begins at this moment, with nothing from before.
    fn begin(&self, manner: Manner, now: Instant) -> Deed<'_, ()>;

    fn set_clock(&self, now: Instant);

    /// The payer fills in the page. The status of the page's answer, where it has one.
    fn pay<'a>(&'a self, app: &'a TestApp, bill: &'a Bill, payer: Payer) -> Deed<'a, Option<u16>>;

    /// What the provider does of its own accord.
    fn act<'a>(&'a self, app: &'a TestApp, bill: &'a Bill, does: Provider, now: Instant) -> Deed<'a, ()>;

    /// Somebody else's payment, whose news is sent to us by mistake.
    fn stray<'a>(&'a self, app: &'a TestApp, number: usize, now: Instant) -> Deed<'a, ()>;

    /// The provider is itself again and tells everybody everything once more.
    fn make_up_for_all<'a>(&'a self, app: &'a TestApp, bills: &'a [Bill], now: Instant) -> Deed<'a, ()>;

    /// The webhooks that were sent since somebody looked.
    fn collect(&self, now: Instant) -> Deed<'_, Vec<CapturedWebhook>>;

    /// What becomes of a webhook on its way.
    fn tampered(&self, webhook: &CapturedWebhook, arrives: Arrival) -> Sent;

    /// News of a success that a stranger makes up; none where a stranger knows nothing of the payment.
    fn forged<'a>(&'a self, bill: &'a Bill, amount: Money, lie: Lie, now: Instant) -> Deed<'a, Vec<CapturedWebhook>>;

    /// The reference of the payment that a webhook is about.
    fn subject(&self, webhook: &CapturedWebhook) -> String;

    /// The lines of the books for these payments, by our reference.
    fn entries<'a>(&'a self, app: &'a TestApp, bills: &'a [Bill], now: Instant) -> Deed<'a, HashMap<String, Entry>>;
}
