//! The lines of the organiser's account, summed up by currency: pure.

use std::collections::BTreeMap;

use domain::{Currency, Money};

/// The sum of lines of one kind and currency on the organiser's account.
#[derive(Debug, Clone)]
pub struct AccountLine {
    pub kind: String,
    /// Taken at the door.
    pub is_cash: bool,
    pub amount: Money,
}

/// Minor units of one currency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CurrencySums {
    pub sold: i64,
    pub refunded: i64,
    pub fees: i64,
    pub online: i64,
    pub cash: i64,
}

/// Sums up an account. Whatever is neither a sale nor a fee is money that went back.
pub fn sum_by_currency(lines: &[AccountLine]) -> BTreeMap<Currency, CurrencySums> {
    let mut sums: BTreeMap<Currency, CurrencySums> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry(line.amount.currency()).or_default();
        let minor = line.amount.minor();
        match line.kind.as_str() {
            "fee" => {
                sum.fees -= minor;
                continue;
            }
            "sale" => sum.sold += minor,
            _ => sum.refunded -= minor,
        }
        *if line.is_cash { &mut sum.cash } else { &mut sum.online } += minor;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cash_and_refunds_are_told_apart() {
        let line = |kind: &str, is_cash, minor, currency| AccountLine {
            kind: kind.to_owned(),
            is_cash,
            amount: Money::from_minor(minor, currency),
        };
        let sums = sum_by_currency(&[
            line("sale", false, 10_000, Currency::Usd),
            line("sale", true, 5_000, Currency::Usd),
            line("cancel", false, -2_500, Currency::Usd),
            line("cancel", true, -1_000, Currency::Usd),
            line("fee", false, -300, Currency::Usd),
            line("sale", false, 700, Currency::Cdf),
        ]);
        let usd = CurrencySums { sold: 15_000, refunded: 3_500, fees: 300, online: 7_500, cash: 4_000 };
        assert_eq!(sums[&Currency::Usd], usd);
        assert_eq!(usd.sold - usd.refunded, usd.online + usd.cash);
        assert_eq!(sums[&Currency::Cdf].sold, 700);
    }
}
