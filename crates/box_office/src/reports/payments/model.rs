//! Payments as their event's organisers list them.

use domain::{Instant, Money, PaymentId, UserId};

use crate::reports::channel::Channel;
use crate::stored_words::PaymentState;

#[derive(Debug, Clone)]
pub struct PaymentRow {
    pub id: PaymentId,
    /// Nobody we know, of a sale at the door.
    pub buyer: Option<UserId>,
    pub quantity: i64,
    /// The name of the ticket type.
    pub label: String,
    pub amount: Money,
    pub channel: Channel,
    pub state: PaymentState,
    pub created: Instant,
}

/// Which payments of an event are asked for.
#[derive(Debug, Clone, Default)]
pub struct PaymentFilter {
    pub state: Option<PaymentState>,
    pub found: Option<(Vec<UserId>, Option<PaymentId>)>,
}

/// What goes back of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundSums {
    pub count: i64,
    pub done: i64,
    pub amount: Money,
}

/// Everything that is stored about the way of one payment.
pub struct PaymentFacts {
    pub payment: PaymentWay,
    /// Kind, places and moment of each change of the stock.
    pub stock: Vec<(String, i64, Instant)>,
    /// Kind, amount and moment of each movement of money, without the line that balances it.
    pub money: Vec<(String, Money, Instant)>,
    pub webhooks: Vec<Instant>,
    pub tickets: Vec<TicketWay>,
    pub refunds: Vec<RefundWay>,
}

pub struct PaymentWay {
    pub quantity: i64,
    pub state: PaymentState,
    pub reason: Option<String>,
    pub has_page: bool,
    pub created: Instant,
    pub settled: Option<Instant>,
    pub asked: i64,
    pub asked_at: Option<Instant>,
    pub mailed: Option<Instant>,
}

pub struct TicketWay {
    pub code: String,
    pub issue: i64,
    pub issued: Instant,
    pub changed: Instant,
    pub void: Option<Instant>,
}

pub struct RefundWay {
    pub amount: Money,
    pub state: String,
    pub created: Instant,
    pub done: Option<Instant>,
    pub tried: i64,
}
