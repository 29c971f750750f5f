//! What an event has brought in, told in one currency and in each: pure.

use std::collections::BTreeMap;

use domain::{Currency, Money, Rate};

use events::Takings;

/// Sales with the same currencies, at the same rate.
#[derive(Debug, Clone, Copy)]
pub struct Taken {
    /// In the currency of the ticket type: from what was agreed on, for the price may have changed since.
    pub price: Money,
    /// In the currency that was paid.
    pub amount: Money,
    pub rate: Option<Rate>,
    /// Paid back, or about to be.
    pub goes_back: bool,
}

impl Taken {
    /// At the rate of the day it was sold; nothing where there was none.
    fn in_currency(&self, currency: Currency) -> Option<Money> {
        let told = [self.amount, self.price].into_iter().find(|money| money.currency() == currency);
        told.or_else(|| self.rate?.convert(self.amount, currency))
    }
}

/// The first of the event's currencies is its main one; all of them are told.
pub fn sum(currencies: &[Currency], taken: &[Taken]) -> Takings {
    let kept = || taken.iter().filter(|taken| !taken.goes_back);
    let mut by_currency: BTreeMap<Currency, i64> = currencies.iter().map(|currency| (*currency, 0)).collect();
    for taken in kept() {
        *by_currency.entry(taken.amount.currency()).or_default() += taken.amount.minor();
    }
    let major = |minor: i64, currency: Currency| Money::from_minor(minor, currency).major();
    let net_by_currency =
        by_currency.into_iter().map(|(currency, minor)| (currency.code().to_owned(), major(minor, currency))).collect();
    let Some(main) = currencies.first().copied() else {
        return Takings { net_by_currency, ..Takings::default() };
    };
    let in_main = |taken: &Taken| taken.in_currency(main).map_or(0, Money::minor);
    Takings {
        gross: major(taken.iter().map(in_main).sum(), main),
        net: major(kept().map(in_main).sum(), main),
        net_by_currency,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(price: Money, amount: Money, rate: Option<i64>) -> Taken {
        Taken { price, amount, rate: rate.and_then(Rate::from_hundredths), goes_back: false }
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
            Taken { goes_back: true, ..taken(usd(10), usd(10), None) },
        ];
        let takings = sum(&[Currency::Usd, Currency::Cdf], &sales);
        assert_eq!((takings.gross, takings.net), (180.0, 170.0));
        assert_eq!(takings.net_by_currency, BTreeMap::from([("CDF".to_owned(), 349_500.0), ("USD".to_owned(), 50.0)]));
        let in_francs = sum(&[Currency::Cdf, Currency::Usd], &sales);
        assert_eq!(in_francs.net, 142_500.0 + 142_500.0 + 150_000.0 + 57_000.0);
    }

    #[test]
    fn without_a_rate_only_the_main_currency_counts() {
        let sales = [taken(usd(50), usd(50), None), taken(cdf(57_000), cdf(57_000), None)];
        let takings = sum(&[Currency::Usd, Currency::Cdf], &sales);
        assert_eq!((takings.gross, takings.net), (50.0, 50.0));
        assert_eq!(takings.net_by_currency["CDF"], 57_000.0);
        assert_eq!(sum(&[], &[]), Takings::default());
    }
}
