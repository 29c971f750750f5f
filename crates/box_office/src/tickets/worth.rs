//! What a ticket brings back, pure.

use domain::{Money, UserId};

use crate::refunds::model::Shares;

/// What a ticket brings back, and to whom.
#[derive(Debug, Clone)]
pub struct TicketWorth {
    /// The name of its type.
    pub label: String,
    /// Nobody we know, of a sale at the door.
    pub buyer: Option<UserId>,
    pub amount: Money,
}

impl TicketWorth {
    /// The share of a payment that is left for one of its tickets, or of a refund for one of those it was made for.
    pub fn new(label: String, buyer: Option<UserId>, payment: Shares, refund: Option<(Money, i64)>) -> TicketWorth {
        let shares = match refund {
            Some((paid, quantity)) => Shares { paid, refunded: 0, quantity, left: quantity },
            None => payment,
        };
        TicketWorth { label, buyer, amount: shares.of_tickets(1) }
    }
}
