//! What FlexPay has in its books: orders, by mobile money or by card.

use std::collections::BTreeMap;

use crate::simulator::amount::Amount;
use crate::simulator::payers::Network;

/// `transaction.status` of a status answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderStatus {
    Success,
    Failed,
    Pending,
    Refunding,
    Refunded,
    Cancelled,
}

impl OrderStatus {
    pub fn number(self) -> u8 {
        match self {
            OrderStatus::Success => 0,
            OrderStatus::Failed => 1,
            OrderStatus::Pending => 2,
            OrderStatus::Refunding => 3,
            OrderStatus::Refunded => 4,
            OrderStatus::Cancelled => 5,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Means {
    Mobile { phone: String, network: Network },
    Card { approve_url: String, cancel_url: String, decline_url: String, channel: &'static str },
}

#[derive(Clone, Debug)]
pub struct Order {
    pub number: String,
    pub reference: String,
    pub means: Means,
    pub amount: Amount,
    pub currency: String,
    pub description: String,
    pub callback_url: String,
    pub created_ms: i64,
    pub status: OrderStatus,
    pub provider_reference: String,
    pub attempts: usize,
}

impl Order {
    pub fn channel(&self) -> &'static str {
        match &self.means {
            Means::Mobile { network: Network::Mpesa, .. } => "mpesa",
            Means::Mobile { network: Network::Airtel, .. } => "airtel",
            Means::Mobile { network: Network::Orange, .. } => "orange",
            Means::Mobile { network: Network::Afrimoney, .. } => "afrimoney",
            Means::Card { channel, .. } => channel,
        }
    }

    /// With the fee that FlexPay takes from the payer.
    pub fn amount_of_customer(&self) -> Amount {
        Amount(self.amount.0 * 103 / 100)
    }
}

/// Everything that FlexPay knows about the merchant.
pub struct FlexpayBooks {
    /// By order number: there is no way to ask by the merchant's reference.
    pub(super) orders: BTreeMap<String, Order>,
    pub(super) closed: Vec<Network>,
}

impl FlexpayBooks {
    pub(super) fn by_reference(&self, reference: &str) -> Option<&Order> {
        self.orders.values().find(|order| order.reference == reference)
    }
}
