//! What an operator sets.

use http_client::Url;

pub const LIVE_URL: &str = "https://api.cinetpay.co";

/// It has no `Debug`, because it holds the password.
#[derive(Clone)]
pub struct Settings {
    pub url: Url,
    pub key: String,
    pub password: String,
}

impl Settings {
    /// The service for real money.
    #[expect(clippy::expect_used, reason = "the address is a constant, which a test reads")]
    pub fn live(key: String, password: String) -> Settings {
        Settings { url: Url::parse(LIVE_URL).expect("an address"), key, password }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_live_service_is_the_default() {
        assert_eq!(Settings::live("key".into(), "password".into()).url.as_str(), "https://api.cinetpay.co/");
    }
}
