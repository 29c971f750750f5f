//! Which calls a simulator has received, and the books that it keeps about money.

use serde::Serialize;
use serde_json::Value;

/// One call of the merchant.
#[derive(Clone, Debug, Serialize)]
pub struct JournalEntry {
    pub at_ms: i64,
    pub call: &'static str,
    pub reference: Option<String>,
    pub method: String,
    pub path: String,
    /// As JSON, or as text where it is none. Secrets are never kept.
    pub body: Value,
    /// `None` where a fault left the caller without an answer.
    pub answered: Option<u16>,
    /// The answer as the provider meant it, also where a fault kept it back.
    pub answer: Value,
    pub fault: Option<String>,
}

/// A payment or a refund as the provider has it in its books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookLine {
    pub kind: BookKind,
    /// The merchant's reference: checkout, deposit, reference, merchant transaction, refund.
    pub reference: String,
    /// What the provider calls it: the deposit that was paid, the order number, the transaction.
    pub provider_reference: Option<String>,
    /// For a refund: the merchant's reference of the payment.
    pub of: Option<String>,
    /// In hundredths of the currency.
    pub amount: i64,
    pub currency: String,
    pub state: BookState,
    pub channel: Option<String>,
    /// In hundredths; what was paid back of it, by refunds that are done.
    pub refunded: i64,
    /// How often somebody tried to pay it.
    pub attempts: usize,
    /// An attempt has not ended yet, also where its checkout has.
    pub under_way: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BookKind {
    Payment,
    Refund,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BookState {
    Pending,
    Succeeded,
    Failed,
    Expired,
}
