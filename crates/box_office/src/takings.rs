//! What an event has brought in, in its main currency and in each currency: pure.

use std::collections::BTreeMap;

use domain::{Currency, Money, Rate};

use events::Takings;

/// Sales with the same currencies, at the same rate.
#[derive(Debug, Clone, Copy)]
pub struct SalesGroup {
    /// What was agreed on, in the currency of the ticket type; the price may have changed since. `None` where a promo code
    /// took something off, because then only the amount is what came in.
    pub price: Option<Money>,
    /// The same in the currency that was paid.
    pub amount: Money,
    /// What of both went back, or is about to.
    pub refunded_price: i64,
    pub refunded: i64,
    pub rate: Option<Rate>,
    /// Taken at the door.
    pub is_cash: bool,
    /// Of `refunded`, what the organiser has still to hand back.
    pub to_hand_back: i64,
}

impl SalesGroup {
    /// Converts at the rate of the day it was sold; `None` where there was no rate.
    fn in_currency(&self, currency: Currency) -> Option<Money> {
        let agreed = [Some(self.amount), self.price].into_iter().flatten();
        let paid_in = agreed.into_iter().find(|money| money.currency() == currency);
        paid_in.or_else(|| self.rate?.convert(self.amount, currency))
    }

    /// The same sales without what went back.
    fn kept(&self) -> SalesGroup {
        let less = |money: Money, minor: i64| Money::from_minor(money.minor() - minor, money.currency());
        SalesGroup {
            price: self.price.map(|price| less(price, self.refunded_price)),
            amount: less(self.amount, self.refunded),
            refunded_price: 0,
            refunded: 0,
            ..*self
        }
    }
}

/// Sums up the sales of an event. The first of its currencies is its main one; each is in the answer, also without sales.
pub fn sum_takings(currencies: &[Currency], taken: &[SalesGroup]) -> Takings {
    let kept: Vec<SalesGroup> = taken.iter().map(SalesGroup::kept).collect();
    let sums = |of: &dyn Fn(&SalesGroup) -> i64| {
        let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
        for sale in kept.iter().filter(|sale| of(sale) != 0) {
            *sums.entry(sale.amount.currency()).or_default() += of(sale);
        }
        sums
    };
    let mut by_currency: BTreeMap<Currency, i64> = currencies.iter().map(|currency| (*currency, 0)).collect();
    by_currency.extend(sums(&|sale| sale.amount.minor()));
    let major = |minor: i64, currency: Currency| Money::from_minor(minor, currency).major();
    let named = |sums: BTreeMap<Currency, i64>| -> BTreeMap<String, f64> {
        sums.into_iter().map(|(currency, minor)| (currency.code().to_owned(), major(minor, currency))).collect()
    };
    let net_by_currency = named(by_currency);
    let cash_by_currency = named(sums(&|sale| if sale.is_cash { sale.amount.minor() } else { 0 }));
    let cash_to_return = named(sums(&|sale| if sale.is_cash { sale.to_hand_back } else { 0 }));
    let Some(main) = currencies.first().copied() else {
        return Takings { net_by_currency, cash_by_currency, cash_to_return, ..Takings::default() };
    };
    let in_main = |taken: &SalesGroup| taken.in_currency(main).map_or(0, Money::minor);
    Takings {
        gross: major(taken.iter().map(in_main).sum(), main),
        net: major(kept.iter().map(in_main).sum(), main),
        net_by_currency,
        cash_by_currency,
        cash_to_return,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(price: Money, amount: Money, rate: Option<i64>) -> SalesGroup {
        let rate = rate.and_then(Rate::from_hundredths);
        let price = Some(price);
        SalesGroup { price, amount, refunded_price: 0, refunded: 0, rate, is_cash: false, to_hand_back: 0 }
    }

    fn paid_back(sales: SalesGroup) -> SalesGroup {
        let (refunded_price, refunded) = (sales.price.map_or(0, Money::minor), sales.amount.minor());
        SalesGroup { refunded_price, refunded, to_hand_back: if sales.is_cash { refunded } else { 0 }, ..sales }
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
            paid_back(taken(usd(10), usd(10), None)),
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
        let sales = [cash, paid_back(cash), taken(usd(10), usd(10), None)];
        let takings = sum_takings(&[Currency::Usd], &sales);
        assert_eq!((takings.gross, takings.net), (110.0, 60.0));
        let fifty = BTreeMap::from([("USD".to_owned(), 50.0)]);
        assert_eq!((takings.cash_by_currency, takings.cash_to_return), (fifty.clone(), fifty));
    }

    #[test]
    fn a_part_that_goes_back_is_taken_off_in_each_currency() {
        // One of two tickets of fifty dollars that were paid in francs.
        let sale = taken(usd(100), cdf(285_000), Some(285_000));
        let sale = SalesGroup { refunded_price: 5_000, refunded: 14_250_000, ..sale };
        let takings = sum_takings(&[Currency::Usd], &[sale]);
        assert_eq!((takings.gross, takings.net, takings.net_by_currency["CDF"]), (100.0, 50.0, 142_500.0));
    }

    #[test]
    fn what_a_code_took_off_never_came_in() {
        let discounted = SalesGroup { price: None, ..taken(usd(50), cdf(71_250), Some(285_000)) };
        let takings = sum_takings(&[Currency::Usd], &[discounted]);
        assert_eq!((takings.gross, takings.net), (25.0, 25.0));
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
