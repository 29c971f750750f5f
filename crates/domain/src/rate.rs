//! The exchange rate between the two currencies.

use crate::{Currency, Money};

/// How many francs a dollar is worth, in hundredths of a franc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(i64);

impl Rate {
    pub fn from_hundredths(hundredths: i64) -> Option<Rate> {
        (hundredths > 0).then_some(Rate(hundredths))
    }

    pub fn hundredths(self) -> i64 {
        self.0
    }

    /// The same value in the other currency, rounded up to what can be paid: whole francs, or cents.
    pub fn convert(self, money: Money, into: Currency) -> Option<Money> {
        let minor = i128::from(money.minor());
        let rate = i128::from(self.0);
        let converted = match (money.currency(), into) {
            (from, to) if from == to => minor,
            (Currency::Usd, _) => round_up(minor * rate, 100 * 100) * 100,
            (Currency::Cdf, _) => round_up(minor * 100, rate),
        };
        Some(Money::from_minor(i64::try_from(converted).ok()?, into))
    }
}

impl std::str::FromStr for Rate {
    type Err = NotARate;

    fn from_str(text: &str) -> Result<Rate, NotARate> {
        let (francs, rest) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(francs) || !is_number(rest) || francs.len() > 9 || rest.len() > 2 {
            return Err(NotARate);
        }
        let hundredths = format!("{francs}{rest:0<2}").parse().map_err(|_| NotARate)?;
        Rate::from_hundredths(hundredths).ok_or(NotARate)
    }
}

/// A text that says no rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a rate")]
pub struct NotARate;

fn round_up(number: i128, unit: i128) -> i128 {
    (number + unit - 1) / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_rounded_up_to_what_can_be_paid() {
        let rate = Rate::from_hundredths(285_050).unwrap();
        // 31.50 × 2 850.50 = 89 790.75 francs.
        let francs = rate.convert(Money::from_minor(3_150, Currency::Usd), Currency::Cdf);
        assert_eq!(francs, Some(Money::from_minor(8_979_100, Currency::Cdf)));
        let dollars = rate.convert(Money::from_minor(1_000_000, Currency::Cdf), Currency::Usd);
        assert_eq!(dollars, Some(Money::from_minor(351, Currency::Usd)));
    }

    #[test]
    fn an_amount_that_comes_out_even_is_not_rounded() {
        let rate = Rate::from_hundredths(285_000).unwrap();
        let (dollars, francs) = (Money::from_minor(1_000, Currency::Usd), Money::from_minor(2_850_000, Currency::Cdf));
        assert_eq!(rate.convert(dollars, Currency::Cdf), Some(francs));
        assert_eq!(rate.convert(francs, Currency::Usd), Some(dollars));
    }

    #[test]
    fn a_currency_is_worth_itself() {
        let (rate, money) = (Rate::from_hundredths(285_050).unwrap(), Money::from_minor(1_001, Currency::Usd));
        assert_eq!(rate.convert(money, Currency::Usd), Some(money));
    }

    #[test]
    fn a_rate_is_read_with_two_decimals_at_most() {
        let hundredths = |text: &str| text.parse().map(Rate::hundredths);
        assert_eq!(hundredths("2850"), Ok(285_000));
        assert_eq!(hundredths("2850.5"), Ok(285_050));
        assert_eq!(hundredths("2850.05"), Ok(285_005));
        assert_eq!(hundredths("999999999"), Ok(99_999_999_900));
        for text in ["", "0", "0.00", "-1", "+1", "1.", ".5", "1,5", "1.234", "1e3", "1234567890"] {
            assert_eq!(hundredths(text), Err(NotARate), "{text}");
        }
    }
}
