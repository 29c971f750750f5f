//! What CinetPay has in its books: payments, and the access tokens that it gave out.

use std::collections::BTreeMap;

use crate::simulator::amount::Amount;
use crate::simulator::payers::Network;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentStatus {
    /// Nobody has paid on the page yet.
    Initiated,
    /// Waits for a telephone.
    Pending,
    Success,
    Failed,
    InsufficientBalance,
    Expired,
}

impl PaymentStatus {
    pub fn word(self) -> &'static str {
        match self {
            PaymentStatus::Initiated => "INITIATED",
            PaymentStatus::Pending => "PENDING",
            PaymentStatus::Success => "SUCCESS",
            PaymentStatus::Failed => "FAILED",
            PaymentStatus::InsufficientBalance => "INSUFFICIENT_BALANCE",
            PaymentStatus::Expired => "EXPIRED",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Payment {
    /// The merchant's own id.
    pub reference: String,
    pub transaction: String,
    pub payment_token: String,
    pub notify_token: String,
    pub amount: Amount,
    pub designation: String,
    pub name: String,
    pub email: String,
    pub number: Option<String>,
    pub success_url: String,
    pub failed_url: String,
    pub notify_url: String,
    pub status: PaymentStatus,
    pub expires_ms: i64,
    pub attempts: usize,
}

/// Everything that CinetPay knows about the merchant.
pub struct CinetpayBooks {
    pub(super) payments: BTreeMap<String, Payment>,
    /// When each access token expires.
    pub(super) tokens: BTreeMap<String, i64>,
    pub(super) closed: Vec<Network>,
    pub(super) least: Amount,
    pub(super) most: Amount,
}

impl CinetpayBooks {
    /// By the merchant's id or by CinetPay's own.
    pub(super) fn find(&self, id: &str) -> Option<&Payment> {
        self.payments.get(id).or_else(|| self.payments.values().find(|payment| payment.transaction == id))
    }

    pub(super) fn by_page(&self, token: &str) -> Option<&Payment> {
        self.payments.values().find(|payment| payment.payment_token == token)
    }
}
