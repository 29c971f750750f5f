//! What pawaPay has in its books: checkouts, deposits, sessions of the payment page, refunds.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::networks::Networks;
use super::signing::Keys;
use crate::simulator::amount::Amount;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckoutStatus {
    WaitingPayment,
    Completed,
    Failed,
    Expired,
}

impl CheckoutStatus {
    pub fn word(self) -> &'static str {
        match self {
            CheckoutStatus::WaitingPayment => "WAITING_PAYMENT",
            CheckoutStatus::Completed => "COMPLETED",
            CheckoutStatus::Failed => "FAILED",
            CheckoutStatus::Expired => "EXPIRED",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Price {
    pub amount: Amount,
    pub currency: String,
}

#[derive(Clone, Debug)]
pub struct Checkout {
    pub id: String,
    pub status: CheckoutStatus,
    pub prices: Vec<Price>,
    pub code: String,
    pub client_reference: Option<String>,
    pub return_url: String,
    pub returns_at_once: bool,
    pub reason: Value,
    pub metadata: Map<String, Value>,
    pub created_ms: i64,
    pub expires_ms: i64,
    /// The deposits of all attempts, the latest last.
    pub attempts: Vec<String>,
    /// Callbacks of attempts that wait until the checkout's own has been sent.
    pub held_back: Vec<Value>,
}

/// How a deposit or a refund stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    Processing,
    Completed { transaction: String },
    Failed { code: String },
}

impl Progress {
    pub fn word(&self) -> &'static str {
        match self {
            Progress::Processing => "PROCESSING",
            Progress::Completed { .. } => "COMPLETED",
            Progress::Failed { .. } => "FAILED",
        }
    }

    pub fn is_final(&self) -> bool {
        *self != Progress::Processing
    }
}

#[derive(Clone, Debug)]
pub struct Deposit {
    pub id: String,
    pub checkout: Option<String>,
    pub price: Price,
    pub number: String,
    pub provider: String,
    pub message: Option<String>,
    pub client_reference: Option<String>,
    pub metadata: Map<String, Value>,
    pub created_ms: i64,
    pub progress: Progress,
}

impl Deposit {
    /// What the merchant knows it by: the checkout, if it is an attempt of one.
    pub fn owner(&self) -> &str {
        self.checkout.as_deref().unwrap_or(&self.id)
    }
}

/// A session of the payment page. There is no deposit until somebody presses the button.
#[derive(Clone, Debug)]
pub struct PageSession {
    pub id: String,
    pub price: Price,
    pub number: Option<String>,
    pub return_url: String,
    pub reason: Option<String>,
    pub message: Option<String>,
    pub metadata: Map<String, Value>,
    pub expires_ms: i64,
}

#[derive(Clone, Debug)]
pub struct Refund {
    pub id: String,
    pub deposit: String,
    pub price: Price,
    pub client_reference: Option<String>,
    pub metadata: Map<String, Value>,
    pub created_ms: i64,
    pub progress: Progress,
    /// When it ends; never where there is none.
    pub due_ms: Option<i64>,
}

/// Where callbacks go, as the dashboard has it: for each kind of operation, not for each request.
#[derive(Clone, Debug, Default)]
pub struct CallbackUrls {
    pub deposits: Option<String>,
    pub checkouts: Option<String>,
    pub refunds: Option<String>,
}

/// Everything that pawaPay knows about the merchant.
pub struct PawapayBooks {
    pub(super) checkouts: BTreeMap<String, Checkout>,
    pub(super) deposits: BTreeMap<String, Deposit>,
    pub(super) pages: BTreeMap<String, PageSession>,
    pub(super) refunds: BTreeMap<String, Refund>,
    pub(super) networks: Networks,
    pub(super) urls: CallbackUrls,
    pub(super) keys: Keys,
    /// Whether callbacks are signed, as the dashboard has it.
    pub(super) signs: bool,
}

impl PawapayBooks {
    /// What was paid back of a deposit, by refunds that are done or under way.
    pub(super) fn refunded(&self, deposit: &str, only_done: bool) -> i64 {
        let counts = |refund: &&Refund| match &refund.progress {
            Progress::Completed { .. } => true,
            Progress::Processing => !only_done,
            Progress::Failed { .. } => false,
        };
        let of_deposit = self.refunds.values().filter(|refund| refund.deposit == deposit);
        of_deposit.filter(counts).map(|refund| refund.price.amount.0).sum()
    }
}
