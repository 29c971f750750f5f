//! Amounts of money as the providers write them: exact, in hundredths, never as floating-point numbers.

/// An amount in hundredths of its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(pub i64);

impl Amount {
    /// Reads digits with at most two decimals that count; further decimals must be zeros. `None` for anything else.
    pub fn parse(text: &str) -> Option<Amount> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 15 || !is_digits(whole) || !is_digits(decimals) {
            return None;
        }
        let (counted, rest) = decimals.split_at(decimals.len().min(2));
        if rest.bytes().any(|byte| byte != b'0') {
            return None;
        }
        let hundredths = format!("{counted:0<2}").parse::<i64>().ok()?;
        Some(Amount(whole.parse::<i64>().ok()? * 100 + hundredths))
    }

    pub fn is_whole(self) -> bool {
        self.0 % 100 == 0
    }

    /// With that many decimals, two at least unless none: `1000`, `1000.00`, `1000.0000`.
    pub fn with_decimals(self, decimals: usize) -> String {
        let (whole, hundredths) = (self.0 / 100, self.0 % 100);
        match decimals {
            0 => whole.to_string(),
            _ => format!("{whole}.{:0<decimals$}", format!("{hundredths:02}")),
        }
    }

    /// As short as it can be, yet with a decimal: `1.0`, `10.5`, `10.25`.
    pub fn like_a_float(self) -> String {
        let two = self.with_decimals(2);
        two.strip_suffix('0').map_or(two.clone(), str::to_owned)
    }

    /// As people read it: without decimals where they are zero.
    pub fn plain(self) -> String {
        self.with_decimals(if self.is_whole() { 0 } else { 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::Amount;

    #[test]
    fn amounts_are_read_and_written_exactly() {
        assert_eq!(Amount::parse("1000"), Some(Amount(100_000)));
        assert_eq!(Amount::parse("1000.0000"), Some(Amount(100_000)));
        assert_eq!(Amount::parse("10.5"), Some(Amount(1050)));
        for wrong in ["", ".5", "-1", "1e3", "10.505", "1 000", "10,5"] {
            assert_eq!(Amount::parse(wrong), None, "{wrong:?}");
        }
        assert_eq!(Amount(100_000).with_decimals(4), "1000.0000");
        assert_eq!(Amount(1050).like_a_float(), "10.5");
        assert_eq!(Amount(100).like_a_float(), "1.0");
        assert_eq!(Amount(1025).plain(), "10.25");
    }
}
