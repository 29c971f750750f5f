//! Money that goes back to buyers: how much, pure.

use domain::{Currency, EventId, Instant, Money, PaymentId, RefundId};
use payment_providers::{Handle, RefundIntent};

use crate::stored_words::{RefundCause, RefundState};

/// A row of `refunds`.
#[derive(Debug, Clone)]
pub struct Refund {
    pub id: RefundId,
    pub payment: PaymentId,
    pub event: EventId,
    pub amount: Money,
    pub state: RefundState,
    pub cause: RefundCause,
    pub reason: Option<String>,
    pub created: Instant,
    pub done: Option<Instant>,
    pub tried: i64,
    pub problem: Option<String>,
    pub note: Option<String>,
}

/// A refund that the provider is to be asked for.
#[derive(Debug, Clone)]
pub struct DueRefund {
    pub id: RefundId,
    pub payment: PaymentId,
    pub provider: String,
    pub handle: Handle,
    pub amount: Money,
    /// How often it was asked for before.
    pub tried: i64,
}

impl DueRefund {
    pub fn intent(&self) -> RefundIntent {
        RefundIntent { refund: self.id.clone(), handle: self.handle.clone(), amount: self.amount }
    }
}

/// What a payment has still to give back for its tickets.
#[derive(Debug, Clone, Copy)]
pub struct Shares {
    pub paid: Money,
    /// What went back before, in minor units.
    pub refunded: i64,
    /// Tickets that the payment has bought, and those of them that were not paid back.
    pub quantity: i64,
    pub left: i64,
}

impl Shares {
    /// Returns what goes back for so many of the tickets that are left. Each has the same share of what was paid, in a unit
    /// that can be paid; the last one gets the remainder.
    pub fn of_tickets(&self, count: i64) -> Money {
        let remainder = self.paid.minor() - self.refunded;
        let unit = match self.paid.currency() {
            Currency::Usd => 1,
            // There are no centimes of a franc.
            Currency::Cdf => 100,
        };
        let share = self.paid.minor() / self.quantity.max(1) / unit * unit;
        let minor = if count >= self.left { remainder } else { (share * count).min(remainder) };
        Money::from_minor(minor, self.paid.currency())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn in_turn(paid: Money, quantity: i64) -> Vec<i64> {
        let mut refunded = 0;
        let share = |left: i64| {
            let minor = Shares { paid, refunded, quantity, left }.of_tickets(1).minor();
            refunded += minor;
            minor
        };
        (1..=quantity).rev().map(share).collect()
    }

    #[test]
    fn the_last_ticket_gets_the_remainder() {
        assert_eq!(in_turn(Money::from_minor(1_000, Currency::Usd), 3), [333, 333, 334]);
        assert_eq!(in_turn(Money::from_minor(100_000, Currency::Cdf), 3), [33_300, 33_300, 33_400], "whole francs");
        assert_eq!(in_turn(Money::from_minor(0, Currency::Usd), 2), [0, 0], "what was a gift");
    }

    proptest! {
        #[test]
        fn all_of_it_goes_back_and_no_more(minor in 0..1_000_000_i64, quantity in 1..21_i64) {
            for currency in Currency::ALL {
                let shares = in_turn(Money::from_minor(minor, currency), quantity);
                prop_assert_eq!(shares.iter().sum::<i64>(), minor);
                prop_assert!(shares.iter().all(|share| *share >= 0));
            }
        }
    }
}
