//! Reads JSON as providers write it: a figure may come as a number or as text, and a field may be absent or null.

use domain::{Currency, Money};
use serde_json::Value;

/// Returns a text or a number as text; `None` if it is absent, empty or something else.
pub fn text(object: &Value, field: &str) -> Option<String> {
    match object.get(field)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the first of several names that a field goes by.
pub fn text_of_any(object: &Value, fields: &[&str]) -> Option<String> {
    fields.iter().find_map(|field| text(object, field))
}

/// Returns an amount with its currency. More zeros than a currency has figures are fine (`1000.0000`); what is no amount
/// of ours is `None`, never rounded.
pub fn money(object: &Value, amount: &str) -> Option<Money> {
    let currency: Currency = text(object, "currency")?.parse().ok()?;
    Money::parse_amount(&text(object, amount)?, currency).ok()
}

/// Whether a field holds anything at all.
pub fn has(object: &Value, field: &str) -> bool {
    object.get(field).is_some_and(|value| !value.is_null())
}

/// Figures as providers want them: no zeros in front, and none behind a point.
pub fn plain_figures(amount: Money) -> String {
    let figures = amount.figures();
    match figures.split_once('.') {
        Some(_) => figures.trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => figures,
    }
}

/// Whether an amount can be written in the figures that providers take: francs only whole.
pub fn is_writable(amount: Money) -> bool {
    amount.minor() > 0 && (amount.currency() != Currency::Cdf || amount.minor() % 100 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_are_compared_as_numbers() {
        let francs = |figures: Value| money(&json!({"amount": figures, "currency": "CDF"}), "amount");
        for figures in [json!("1000"), json!("1000.0000"), json!(1000), json!(1000.0), json!(" 1000.00 ")] {
            assert_eq!(francs(figures.clone()), Some(Money::from_minor(100_000, Currency::Cdf)), "{figures}");
        }
        for figures in
            [json!("999.5"), json!(""), json!(null), json!(true), json!("-1000"), json!("1e3"), json!([1000])]
        {
            assert_eq!(francs(figures.clone()), None, "{figures}");
        }
        assert_eq!(money(&json!({"amount": "5", "currency": "ZMW"}), "amount"), None);
        assert_eq!(money(&json!({"amount": "5"}), "amount"), None);
    }

    #[test]
    fn figures_have_no_zeros_at_their_ends() {
        for (minor, currency, figures) in [
            (2_500, Currency::Usd, "25"),
            (1_250, Currency::Usd, "12.5"),
            (1_005, Currency::Usd, "10.05"),
            (5, Currency::Usd, "0.05"),
            (100_000, Currency::Cdf, "1000"),
        ] {
            assert_eq!(plain_figures(Money::from_minor(minor, currency)), figures);
        }
        assert!(
            !is_writable(Money::from_minor(150, Currency::Cdf)) && is_writable(Money::from_minor(150, Currency::Usd))
        );
        assert!(!is_writable(Money::from_minor(0, Currency::Usd)));
    }
}
