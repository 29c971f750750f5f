//! What an event has brought in, in its main currency and in each currency: pure.

use std::collections::BTreeMap;

use domain::{Currency, Money, Rate};

use events::Takings;

/// Sales with the same currencies, at the same rate.
#[derive(Debug, Clone, Copy)]
pub struct SalesGroup {
    /// What was agreed on, in the currency of the ticket type; the price may have changed since.
    pub price: Money,
    /// The same in the currency that was paid.
    pub amount: Money,
    pub rate: Option<Rate>,
    /// The money went back, or is about to.
    pub is_refunded: bool,
    /// Taken at the door.
    pub is_cash: bool,
}

impl SalesGroup {
    /// Converts at the rate of the day it was sold; `None` where there was no rate.
    fn in_currency(&self, currency: Currency) -> Option<Money> {
        let paid_in = [self.amount, self.price].into_iter().find(|money| money.currency() == currency);
        paid_in.or_else(|| self.rate?.convert(self.amount, currency))
    }
}

/// Sums up the sales of an event. The first of its currencies is its main one; each is in the answer, also without sales.
pub fn sum_takings(currencies: &[Currency], taken: &[SalesGroup]) -> Takings {
    let kept = || taken.iter().filter(|taken| !taken.is_refunded);
    let mut by_currency: BTreeMap<Currency, i64> = currencies.iter().map(|currency| (*currency, 0)).collect();
    for taken in kept() {
        *by_currency.entry(taken.amount.currency()).or_default() += taken.amount.minor();
    }
    let major = |minor: i64, currency: Currency| Money::from_minor(minor, currency).major();
    let named = |sums: BTreeMap<Currency, i64>| -> BTreeMap<String, f64> {
        sums.into_iter().map(|(currency, minor)| (currency.code().to_owned(), major(minor, currency))).collect()
    };
    let net_by_currency = named(by_currency);
    let cash_by_currency = named(sum_cash(taken, false));
    let cash_to_return = named(sum_cash(taken, true));
    let Some(main) = currencies.first().copied() else {
        return Takings { net_by_currency, cash_by_currency, cash_to_return, ..Takings::default() };
    };
    let in_main = |taken: &SalesGroup| taken.in_currency(main).map_or(0, Money::minor);
    Takings {
        gross: major(taken.iter().map(in_main).sum(), main),
        net: major(kept().map(in_main).sum(), main),
        net_by_currency,
        cash_by_currency,
        cash_to_return,
    }
}

/// What was taken in cash in each currency: of sales that stand, or of those that are cancelled.
fn sum_cash(taken: &[SalesGroup], is_refunded: bool) -> BTreeMap<Currency, i64> {
    let mut sums = BTreeMap::new();
    for sale in taken.iter().filter(|sale| sale.is_cash && sale.is_refunded == is_refunded) {
        *sums.entry(sale.amount.currency()).or_default() += sale.amount.minor();
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(price: Money, amount: Money, rate: Option<i64>) -> SalesGroup {
        SalesGroup { price, amount, rate: rate.and_then(Rate::from_hundredths), is_refunded: false, is_cash: false }
    }

    fn usd(major: i64) -> Money {
        Money::from_minor(major * 100, Currency::Usd)
    }

    fn cdf(major: i64) -> Money {
        Money::from_minor(major * 100, Currency::Cdf)
    }

    #[test]
    fn the_other_currency_counts_at_the_rate_of_its_day() {
        let sales = [
            taken(usd(50), usd(50), Some(285_000)),
            // A price in dollars paid in francs, at two rates: the price is what it brought.
            taken(usd(50), cdf(142_500), Some(285_000)),
            taken(usd(50), cdf(150_000), Some(300_000)),
            // A price in francs paid in francs.
            taken(cdf(57_000), cdf(57_000), Some(285_000)),
            SalesGroup { is_refunded: true, ..taken(usd(10), usd(10), None) },
        ];
        let takings = sum_takings(&[Currency::Usd, Currency::Cdf], &sales);
        assert_eq!((takings.gross, takings.net), (180.0, 170.0));
        assert_eq!(takings.net_by_currency, BTreeMap::from([("CDF".to_owned(), 349_500.0), ("USD".to_owned(), 50.0)]));
        let in_francs = sum_takings(&[Currency::Cdf, Currency::Usd], &sales);
        assert_eq!(in_francs.net, 142_500.0 + 142_500.0 + 150_000.0 + 57_000.0);
    }

    #[test]
    fn cash_is_part_of_what_came_in_until_it_is_to_be_handed_back() {
        let cash = SalesGroup { is_cash: true, ..taken(usd(50), usd(50), None) };
        let sales = [cash, SalesGroup { is_refunded: true, ..cash }, taken(usd(10), usd(10), None)];
        let takings = sum_takings(&[Currency::Usd], &sales);
        assert_eq!((takings.gross, takings.net), (110.0, 60.0));
        let fifty = BTreeMap::from([("USD".to_owned(), 50.0)]);
        assert_eq!((takings.cash_by_currency, takings.cash_to_return), (fifty.clone(), fifty));
    }

    #[test]
    fn without_a_rate_only_the_main_currency_counts() {
        let sales = [taken(usd(50), usd(50), None), taken(cdf(57_000), cdf(57_000), None)];
        let takings = sum_takings(&[Currency::Usd, Currency::Cdf], &sales);
        assert_eq!((takings.gross, takings.net), (50.0, 50.0));
        assert_eq!(takings.net_by_currency["CDF"], 57_000.0);
        assert_eq!(sum_takings(&[], &[]), Takings::default());
    }
}
