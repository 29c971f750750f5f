//! Money is an integer number of minor units and a currency: no float ever holds a price.

use crate::NotInList;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Currency {
    Usd,
    Cdf,
}

impl Currency {
    pub const ALL: [Currency; 2] = [Currency::Usd, Currency::Cdf];

    pub fn code(self) -> &'static str {
        match self {
            Currency::Usd => "USD",
            Currency::Cdf => "CDF",
        }
    }
}

impl std::str::FromStr for Currency {
    type Err = NotInList;

    fn from_str(code: &str) -> Result<Currency, NotInList> {
        match code {
            "USD" => Ok(Currency::Usd),
            "CDF" => Ok(Currency::Cdf),
            _ => Err(NotInList),
        }
    }
}

/// Both currencies have hundredths on paper; francs are only ever whole in practice.
const MINOR_PER_MAJOR: i64 = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    #[error("Le prix doit être un nombre")]
    NotANumber,
    #[error("Le prix doit être positif")]
    NotPositive,
    #[error("Le prix en CDF doit être un nombre entier de francs")]
    FrancsHaveNoCentimes,
    #[error("Le prix ne peut pas avoir plus de deux décimales")]
    TooPrecise,
    #[error("Le prix est trop élevé")]
    TooHigh,
}

impl Money {
    /// The highest price of anything sold here, in minor units: far above any ticket, far below an overflow.
    const HIGHEST_PRICE: i64 = 1_000_000_000 * MINOR_PER_MAJOR;

    pub const fn from_minor(minor: i64, currency: Currency) -> Money {
        Money { minor, currency }
    }

    pub const fn minor(self) -> i64 {
        self.minor
    }

    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// Reads a price in major units (`10`, `10.5`), as a person or a JSON number writes it.
    pub fn parse_price(text: &str, currency: Currency) -> Result<Money, PriceError> {
        let price = Money::parse_amount(text, currency)?;
        if price.minor <= Money::HIGHEST_PRICE { Ok(price) } else { Err(PriceError::TooHigh) }
    }

    /// Reads an amount as a price is read; that of many tickets may be higher than any price.
    pub fn parse_amount(text: &str, currency: Currency) -> Result<Money, PriceError> {
        let text = text.trim();
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.ends_with(['.', ',']) {
            return Err(PriceError::NotANumber);
        }
        let fraction = fraction.trim_end_matches('0');
        let is_zero = whole.bytes().chain(fraction.bytes()).all(|byte| byte == b'0');
        if negative || is_zero {
            return Err(PriceError::NotPositive);
        }
        match currency {
            Currency::Cdf if !fraction.is_empty() => return Err(PriceError::FrancsHaveNoCentimes),
            Currency::Usd if fraction.len() > 2 => return Err(PriceError::TooPrecise),
            _ => {}
        }
        let whole: i64 = whole.parse().map_err(|_| PriceError::TooHigh)?;
        let hundredths: i64 = format!("{fraction:0<2}").parse().map_err(|_| PriceError::NotANumber)?;
        let minor = whole
            .checked_mul(MINOR_PER_MAJOR)
            .and_then(|minor| minor.checked_add(hundredths))
            .ok_or(PriceError::TooHigh)?;
        Ok(Money { minor, currency })
    }

    /// Returns major units as JSON carries them: exact for every amount below 2^53 minor units.
    pub fn major(self) -> f64 {
        self.minor as f64 / MINOR_PER_MAJOR as f64
    }

    /// Returns the figures as machines write them: `25.00` dollars, `70000` francs.
    pub fn figures(self) -> String {
        let (whole, hundredths) = (self.minor / MINOR_PER_MAJOR, self.minor % MINOR_PER_MAJOR);
        match self.currency {
            Currency::Usd => format!("{whole}.{hundredths:02}"),
            Currency::Cdf => whole.to_string(),
        }
    }

    pub fn times(self, quantity: u32) -> Option<Money> {
        Some(Money { minor: self.minor.checked_mul(i64::from(quantity))?, ..self })
    }
}

/// Written as people read it: `25 USD`, `12,50 USD`, `70 000 CDF` (narrow no-break spaces between thousands).
impl std::fmt::Display for Money {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let whole = (self.minor / MINOR_PER_MAJOR).to_string();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                out.write_str("\u{202f}")?;
            }
            write!(out, "{digit}")?;
        }
        match self.minor % MINOR_PER_MAJOR {
            0 => write!(out, " {}", self.currency.code()),
            hundredths => write!(out, ",{hundredths:02} {}", self.currency.code()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn prices_are_read_as_people_write_them() {
        let minor = |text, currency| Money::parse_price(text, currency).map(Money::minor);
        assert_eq!(minor("10", Currency::Usd), Ok(1_000));
        assert_eq!(minor("10.5", Currency::Usd), Ok(1_050));
        assert_eq!(minor("10,05", Currency::Usd), Ok(1_005));
        assert_eq!(minor("70000.00", Currency::Cdf), Ok(7_000_000));
        assert_eq!(minor("70000.5", Currency::Cdf), Err(PriceError::FrancsHaveNoCentimes));
        assert_eq!(minor("0.001", Currency::Usd), Err(PriceError::TooPrecise));
        assert_eq!(minor("0", Currency::Usd), Err(PriceError::NotPositive));
        assert_eq!(minor("-3", Currency::Usd), Err(PriceError::NotPositive));
        assert_eq!(minor("99999999999999999999", Currency::Usd), Err(PriceError::TooHigh));
        for text in ["", "dix", "1e9", "NaN", "1.", ".5", "1 000", "+1", "1.2.3"] {
            assert_eq!(minor(text, Currency::Usd), Err(PriceError::NotANumber), "{text}");
        }
    }

    #[test]
    fn money_is_shown_with_its_code() {
        assert_eq!(Money::from_minor(2_500, Currency::Usd).to_string(), "25 USD");
        assert_eq!(Money::from_minor(1_250, Currency::Usd).to_string(), "12,50 USD");
        assert_eq!(Money::from_minor(25_005, Currency::Usd).to_string(), "250,05 USD");
        assert_eq!(Money::from_minor(7_000_000, Currency::Cdf).to_string(), "70\u{202f}000 CDF");
        assert_eq!(Money::from_minor(123_456_700, Currency::Cdf).to_string(), "1\u{202f}234\u{202f}567 CDF");
    }

    #[test]
    fn an_amount_may_be_higher_than_a_price() {
        let most = Money::from_minor(Money::HIGHEST_PRICE, Currency::Cdf).times(20).unwrap();
        assert_eq!(Money::parse_amount(&most.figures(), Currency::Cdf), Ok(most));
        assert_eq!(Money::parse_price(&most.figures(), Currency::Cdf), Err(PriceError::TooHigh));
    }

    #[test]
    fn a_currency_is_known_by_its_code() {
        for currency in Currency::ALL {
            assert_eq!(currency.code().parse(), Ok(currency));
        }
        assert_eq!("EUR".parse::<Currency>(), Err(NotInList));
    }

    #[test]
    fn no_ticket_costs_more_than_a_thousand_million() {
        let price = |text| Money::parse_price(text, Currency::Usd).map(Money::minor);
        assert_eq!(price("1000000000"), Ok(100_000_000_000));
        assert_eq!(price("1000000000.01"), Err(PriceError::TooHigh));
    }

    #[test]
    fn machines_read_plain_figures() {
        assert_eq!(Money::from_minor(2_500, Currency::Usd).figures(), "25.00");
        assert_eq!(Money::from_minor(1_005, Currency::Usd).figures(), "10.05");
        assert_eq!(Money::from_minor(7_000_000, Currency::Cdf).figures(), "70000");
    }

    proptest! {
        #[test]
        fn any_text_is_a_price_or_a_refusal(text in ".{0,24}") {
            let _ = Money::parse_price(&text, Currency::Usd);
        }

        #[test]
        fn every_price_reads_back(minor in 1..=Money::HIGHEST_PRICE) {
            let money = Money::from_minor(minor, Currency::Usd);
            prop_assert_eq!(Money::parse_price(&money.major().to_string(), Currency::Usd), Ok(money));
        }
    }
}
