//! The sandbox's own record of a payment: what was ordered, what the payer decided, what became of it.

use domain::{Instant, Money, ProviderReference};
use serde::{Deserialize, Serialize};

use super::wire;
use crate::{Intent, Reason, Status};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub reference: ProviderReference,
    #[serde(flatten, with = "wire::money")]
    pub amount: Money,
    pub description: String,
    pub return_url: String,
    pub callback_url: String,
    #[serde(with = "wire::instant")]
    pub created_at: Instant,
    /// After it nobody can begin to pay.
    #[serde(with = "wire::instant")]
    pub expires_at: Instant,
    pub decision: Option<Decision>,
    /// When the decision takes effect; `None` for an order that nobody answers.
    #[serde(with = "wire::maybe_instant")]
    pub settles_at: Option<Instant>,
    pub outcome: Option<Outcome>,
    /// When the webhook is sent next; `None` before the outcome is known and after the merchant has answered.
    #[serde(with = "wire::maybe_instant")]
    pub deliver_at: Option<Instant>,
    /// What went back of the amount, in minor units.
    pub refunded: i64,
}

/// What the payer's number stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Pay,
    Refuse,
    LackBalance,
    NeverAnswer,
    /// The merchant closed the page before anybody paid.
    Withdrawn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Completed,
    Refused,
    InsufficientBalance,
}

impl Decision {
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Decision::Pay => Some(Outcome::Completed),
            Decision::Refuse => Some(Outcome::Refused),
            Decision::LackBalance => Some(Outcome::InsufficientBalance),
            Decision::NeverAnswer | Decision::Withdrawn => None,
        }
    }
}

impl Outcome {
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Outcome::Completed => None,
            Outcome::Refused => Some(Reason::Refused),
            Outcome::InsufficientBalance => Some(Reason::InsufficientBalance),
        }
    }
}

impl Order {
    /// A new order, which nobody has paid yet.
    pub fn new(intent: &Intent, now: Instant) -> Order {
        Order {
            reference: intent.reference.clone(),
            amount: intent.amount,
            description: intent.description.clone(),
            return_url: intent.return_url.clone(),
            callback_url: intent.callback_url.clone(),
            created_at: now,
            expires_at: intent.deadline,
            decision: None,
            settles_at: None,
            outcome: None,
            deliver_at: None,
            refunded: 0,
        }
    }

    /// The service's own number of the payment, made from the reference so that it needs no column and every question gets the same answer.
    pub fn transaction(&self) -> String {
        format!("SBX-{}", self.reference)
    }

    pub fn is_expired(&self, now: Instant) -> bool {
        match self.decision {
            None => now >= self.expires_at,
            Some(decision) => decision == Decision::Withdrawn && self.outcome.is_none(),
        }
    }

    pub fn status(&self, now: Instant) -> Status {
        match self.outcome {
            Some(Outcome::Completed) if self.refunded >= self.amount.minor() => Status::Refunded,
            Some(outcome) => outcome.reason().map_or_else(|| self.succeeded(), Status::Failed),
            None if self.is_expired(now) => Status::Expired,
            None => Status::Pending,
        }
    }

    fn succeeded(&self) -> Status {
        Status::Succeeded { amount: Some(self.amount), transaction: self.transaction(), channel: None }
    }

    /// Whether a repeated `init` asks for what was ordered.
    pub(super) fn asks_the_same_as(&self, other: &Order) -> bool {
        self.reference == other.reference && self.amount == other.amount
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Currency;

    #[test]
    fn an_order_is_kept_as_json() {
        let order = Order {
            reference: "PAY1".parse().unwrap(),
            amount: Money::from_minor(2_500, Currency::Usd),
            description: "2 × Standard".into(),
            return_url: "https://tukio.example/retour".into(),
            callback_url: "https://tukio.example/rappel".into(),
            created_at: Instant::from_millis(1_000),
            expires_at: Instant::from_millis(9_000),
            decision: Some(Decision::LackBalance),
            settles_at: Some(Instant::from_millis(3_000)),
            outcome: None,
            deliver_at: None,
            refunded: 0,
        };
        let json = serde_json::to_value(&order).unwrap();
        assert_eq!(json["amount"], 2_500);
        assert_eq!(json["currency"], "USD");
        assert_eq!(json["decision"], "lack_balance");
        assert_eq!(json["settles_at"], 3_000);
        assert_eq!(serde_json::from_value::<Order>(json).unwrap(), order);
    }
}
