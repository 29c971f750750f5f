//! What an operator sets.

use http_client::Url;

pub const LIVE_URL: &str = "https://api.pawapay.io";

/// It has no `Debug`, because it holds the token.
#[derive(Clone)]
pub struct Settings {
    pub url: Url,
    pub token: String,
    pub mode: Mode,
}

/// What a payment is opened as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Checkout,
    /// For accounts that checkouts are not enabled on.
    Page,
}

impl Settings {
    /// The service for real money, with checkouts.
    #[expect(clippy::expect_used, reason = "the address is a constant, which a test reads")]
    pub fn live(token: String) -> Settings {
        Settings { url: Url::parse(LIVE_URL).expect("an address"), token, mode: Mode::default() }
    }
}

impl Mode {
    pub fn parse(name: &str) -> Option<Mode> {
        match name {
            "checkout" => Some(Mode::Checkout),
            "page" => Some(Mode::Page),
            _ => None,
        }
    }

    pub(super) const fn other(self) -> Mode {
        match self {
            Mode::Checkout => Mode::Page,
            Mode::Page => Mode::Checkout,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_live_service_is_the_default() {
        let settings = Settings::live("token".into());
        assert_eq!((settings.url.as_str(), settings.mode), ("https://api.pawapay.io/", Mode::Checkout));
        assert_eq!(
            (Mode::parse("page"), Mode::parse("checkout"), Mode::parse("")),
            (Some(Mode::Page), Some(Mode::Checkout), None)
        );
    }
}
