//! What an operator sets. The three addresses are set each by itself: none can be derived from another.

use http_client::Url;

pub const LIVE_MOBILE_URL: &str = "https://backend.flexpay.cd/api/rest/v1/paymentService";
pub const LIVE_CARD_URL: &str = "https://cardpayment.flexpay.cd/v1.1/pay";
pub const LIVE_CHECK_URL: &str = "https://apicheck.flexpaie.com/api/rest/v1/check/";

/// It has no `Debug`, because it holds the token.
#[derive(Clone)]
pub struct Settings {
    /// The whole address of the payment service.
    pub mobile_url: Url,
    /// The whole address of the card service.
    pub card_url: Url,
    /// What stands before the order number.
    pub check_url: Url,
    pub merchant: String,
    /// With or without the word `Bearer`: FlexPay hands out both.
    pub token: String,
}

impl Settings {
    /// The service for real money.
    #[expect(clippy::expect_used, reason = "the addresses are constants, which a test reads")]
    pub fn live(merchant: String, token: String) -> Settings {
        let [mobile_url, card_url, check_url] =
            [LIVE_MOBILE_URL, LIVE_CARD_URL, LIVE_CHECK_URL].map(|url| Url::parse(url).expect("an address"));
        Settings { mobile_url, card_url, check_url, merchant, token }
    }
}

/// Returns the token without the word that stands before it in a header.
pub fn bare_token(token: &str) -> &str {
    let token = token.trim();
    match token.split_at_checked(6) {
        Some((word, rest)) if word.eq_ignore_ascii_case("bearer") && rest.starts_with(char::is_whitespace) => {
            rest.trim()
        }
        _ => token,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_taken_with_and_without_its_word() {
        for token in ["abc.def", "Bearer abc.def", "bearer  abc.def", " BEARER abc.def\n"] {
            assert_eq!(bare_token(token), "abc.def", "{token}");
        }
        assert_eq!(bare_token("Bearerabc"), "Bearerabc");
        assert_eq!(bare_token("é"), "é");
    }

    #[test]
    fn the_live_service_is_the_default() {
        let settings = Settings::live("TUKIO".into(), "token".into());
        assert_eq!(settings.mobile_url.as_str(), LIVE_MOBILE_URL);
        assert_eq!(settings.card_url.as_str(), LIVE_CARD_URL);
        assert_eq!(settings.check_url.as_str(), LIVE_CHECK_URL);
    }
}
