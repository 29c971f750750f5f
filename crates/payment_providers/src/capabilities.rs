//! What a provider can do, known without asking it.

use domain::{Currency, Money};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// The provider's name as it is stored beside a payment: `sandbox`.
    pub name: &'static str,
    pub currencies: &'static [Accepted],
    pub flow: Flow,
    /// What a payment can be looked up by, the best first.
    pub lookup: &'static [LookupKey],
    pub webhooks: WebhookTrust,
    pub paid_amount: PaidAmount,
    pub refunds: Refunds,
    pub can_cancel: bool,
}

/// The amounts that are taken in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    pub least: Money,
    pub most: Money,
    /// Figures behind the point: francs are often taken whole only.
    pub decimals: u32,
}

/// Where the buyer pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The buyer pays on a page of the provider's.
    HostedPage,
    /// The buyer confirms on a telephone that rings. Cards are paid on a page all the same.
    Push,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookupKey {
    /// The reference that we chose: also finds a payment whose opening we never heard of.
    OurReference,
    /// The provider's own number, lost with an answer that never came.
    Transaction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookTrust {
    Signed,
    /// It carries a secret that the provider told when the payment was opened.
    Token,
    /// Anybody could have sent it.
    HintOnly,
}

/// Whether the provider says how much was paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaidAmount {
    /// It always does: an answer without an amount is one that we don't understand, and a person looks into it.
    Told,
    /// It never does, and takes exactly the amount that the reference was opened with, which the payer can't change.
    BoundToReference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refunds {
    Full,
    Partial,
    /// Money is paid back by hand, outside the product.
    None,
}

impl Capabilities {
    /// Returns the amounts that are taken in a currency, if any are.
    pub fn accepted(&self, currency: Currency) -> Option<&'static Accepted> {
        self.currencies.iter().find(|accepted| accepted.least.currency() == currency)
    }

    pub fn takes(&self, amount: Money) -> bool {
        self.accepted(amount.currency()).is_some_and(|accepted| accepted.takes(amount))
    }
}

impl Accepted {
    /// Whether an amount in this currency lies between the bounds and has no more decimals than are taken.
    pub fn takes(&self, amount: Money) -> bool {
        // Minor units are hundredths.
        let step = 10_i64.pow(2_u32.saturating_sub(self.decimals));
        (self.least.minor()..=self.most.minor()).contains(&amount.minor()) && amount.minor() % step == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_taken_between_its_bounds_and_in_its_unit() {
        let money = |minor| Money::from_minor(minor, Currency::Cdf);
        let accepted = Accepted { least: money(10_000), most: money(1_000_000), decimals: 0 };
        for (minor, is_taken) in
            [(9_900, false), (10_000, true), (10_050, false), (10_100, true), (1_000_000, true), (1_000_100, false)]
        {
            assert_eq!(accepted.takes(money(minor)), is_taken, "{minor}");
        }
        assert!(Accepted { decimals: 2, ..accepted }.takes(money(10_050)));
    }
}
