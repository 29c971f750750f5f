//! Who takes the money, and what each needs for it.

use payment_providers::{cinetpay, flexpay, pawapay};
use url::Url;

use crate::config::values::{ConfigError, choice, problem};
use crate::settings::Settings;

/// What one provider is set up with. It has no `Debug`, because it holds tokens.
#[derive(Clone)]
pub enum ProviderSettings {
    Pawapay(pawapay::Settings),
    Flexpay(flexpay::Settings),
    Cinetpay(cinetpay::Settings),
}

/// Where the product runs, as far as money is concerned.
pub struct Place {
    /// In production or at an https address, in the words of a refusal; `None` on a developer's machine.
    pub public: Option<&'static str>,
}

/// The providers in the order of preference; none: the sandbox. Every setting is read whether or not its provider is used, so
/// that all of them are known.
pub fn payment_settings(settings: &Settings, place: &Place) -> Result<Vec<ProviderSettings>, ConfigError> {
    let names = settings.text("TUKIO_PAYMENTS", "sandbox");
    let allowed = settings.text("TUKIO_ALLOW_SANDBOX", "0");
    let is_allowed = choice("TUKIO_ALLOW_SANDBOX", &allowed, &[("0", false), ("1", true)])?;
    let all = AllSettings::read(settings, place)?;
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    // Nobody may sell real tickets for play money without having said so. An address with a certificate is one that people
    // are sent to, whatever the environment is called.
    if names == ["sandbox"] {
        return match place.public {
            Some(place) if !is_allowed => Err(problem(
                "TUKIO_PAYMENTS",
                format!("the sandbox takes no real money: {place} it needs TUKIO_ALLOW_SANDBOX=1"),
            )),
            _ => Ok(Vec::new()),
        };
    }
    let choices = [("pawapay", Name::Pawapay), ("flexpay", Name::Flexpay), ("cinetpay", Name::Cinetpay)];
    let mut chosen = Vec::new();
    for name in names {
        let name = choice("TUKIO_PAYMENTS", name, &choices)?;
        if chosen.contains(&name) {
            return Err(problem("TUKIO_PAYMENTS", "each provider is named once"));
        }
        chosen.push(name);
    }
    chosen.into_iter().map(|name| all.of(name)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Pawapay,
    Flexpay,
    Cinetpay,
}

/// What is set of each, complete or not.
struct AllSettings {
    pawapay: Option<pawapay::Settings>,
    flexpay: Option<flexpay::Settings>,
    cinetpay: Option<cinetpay::Settings>,
}

impl AllSettings {
    fn read(settings: &Settings, place: &Place) -> Result<AllSettings, ConfigError> {
        let secret = |name| settings.optional(name).map(str::to_owned);
        let url = |name, live: Url| match settings.optional(name) {
            Some(text) => provider_url(name, text, place),
            None => Ok(live),
        };
        let modes = [("checkout", pawapay::Mode::Checkout), ("page", pawapay::Mode::Page)];
        let mode = choice("TUKIO_PAWAPAY_MODE", &settings.text("TUKIO_PAWAPAY_MODE", "checkout"), &modes)?;
        let token = secret("TUKIO_PAWAPAY_TOKEN");
        let live = pawapay::Settings::live(token.clone().unwrap_or_default());
        let pawapay = pawapay::Settings { url: url("TUKIO_PAWAPAY_URL", live.url.clone())?, mode, ..live };
        let pawapay = token.map(|_| pawapay);

        let (merchant, token) = (secret("TUKIO_FLEXPAY_MERCHANT"), secret("TUKIO_FLEXPAY_TOKEN"));
        let live = flexpay::Settings::live(merchant.clone().unwrap_or_default(), token.clone().unwrap_or_default());
        let flexpay = flexpay::Settings {
            mobile_url: url("TUKIO_FLEXPAY_MOBILE_URL", live.mobile_url.clone())?,
            card_url: url("TUKIO_FLEXPAY_CARD_URL", live.card_url.clone())?,
            check_url: url("TUKIO_FLEXPAY_CHECK_URL", live.check_url.clone())?,
            ..live
        };
        let flexpay = merchant.and(token).map(|_| flexpay);

        let (key, password) = (secret("TUKIO_CINETPAY_KEY"), secret("TUKIO_CINETPAY_PASSWORD"));
        let live = cinetpay::Settings::live(key.clone().unwrap_or_default(), password.clone().unwrap_or_default());
        let cinetpay = cinetpay::Settings { url: url("TUKIO_CINETPAY_URL", live.url.clone())?, ..live };
        let cinetpay = key.and(password).map(|_| cinetpay);
        Ok(AllSettings { pawapay, flexpay, cinetpay })
    }

    fn of(&self, name: Name) -> Result<ProviderSettings, ConfigError> {
        let missing = |what| problem("TUKIO_PAYMENTS", what);
        match name {
            Name::Pawapay => (self.pawapay.clone().map(ProviderSettings::Pawapay))
                .ok_or_else(|| missing("pawapay needs TUKIO_PAWAPAY_TOKEN")),
            Name::Flexpay => (self.flexpay.clone().map(ProviderSettings::Flexpay))
                .ok_or_else(|| missing("flexpay needs TUKIO_FLEXPAY_MERCHANT and TUKIO_FLEXPAY_TOKEN")),
            Name::Cinetpay => (self.cinetpay.clone().map(ProviderSettings::Cinetpay))
                .ok_or_else(|| missing("cinetpay needs TUKIO_CINETPAY_KEY and TUKIO_CINETPAY_PASSWORD")),
        }
    }
}

/// Tokens travel in every call, so that nobody may listen: https, but for a simulator beside a developer.
fn provider_url(name: &'static str, text: &str, place: &Place) -> Result<Url, ConfigError> {
    let url = Url::parse(text).ok().filter(|url| url.host().is_some());
    let url = url.ok_or_else(|| problem(name, "expected an http address"))?;
    match url.scheme() {
        "https" => Ok(url),
        "http" if place.public.is_none() => Ok(url),
        _ => Err(problem(name, "expected an https address: tokens travel in every call")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::ProviderSettings;
    use crate::config::Config;

    const PAWAPAY: [(&str, &str); 1] = [("TUKIO_PAWAPAY_TOKEN", "secret-of-pawapay")];
    const FLEXPAY: [(&str, &str); 2] =
        [("TUKIO_FLEXPAY_MERCHANT", "KITO"), ("TUKIO_FLEXPAY_TOKEN", "secret-of-flexpay")];
    const CINETPAY: [(&str, &str); 2] =
        [("TUKIO_CINETPAY_KEY", "secret-key"), ("TUKIO_CINETPAY_PASSWORD", "secret-password")];

    /// The names of the providers in their order, or what is wrong.
    fn read(payments: &str, settings: &[(&str, &str)]) -> Result<Vec<&'static str>, String> {
        let all = [settings, &[("TUKIO_PAYMENTS", payments)]].concat();
        let variables: HashMap<String, String> =
            all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let name = |settings: &ProviderSettings| match settings {
            ProviderSettings::Pawapay(_) => "pawapay",
            ProviderSettings::Flexpay(_) => "flexpay",
            ProviderSettings::Cinetpay(_) => "cinetpay",
        };
        let config = Config::from_map(variables).map_err(|error| error.to_string())?;
        Ok(config.payments.iter().map(name).collect())
    }

    #[test]
    fn providers_stand_in_the_order_of_preference() {
        let all = [&PAWAPAY[..], &FLEXPAY, &CINETPAY].concat();
        assert_eq!(read("cinetpay, pawapay,flexpay", &all), Ok(vec!["cinetpay", "pawapay", "flexpay"]));
        assert_eq!(read("flexpay", &all), Ok(vec!["flexpay"]));
        assert_eq!(read("sandbox", &all), Ok(Vec::new()));
        assert!(read("flexpay,pawapay,flexpay", &all).unwrap_err().contains("named once"));
        for names in ["pawapay,", "pawapay,sandbox", "paypal"] {
            assert!(read(names, &all).unwrap_err().starts_with("TUKIO_PAYMENTS: "), "{names}");
        }
    }

    #[test]
    fn a_provider_without_its_secrets_is_refused_by_their_names() {
        for (name, settings, missing) in [
            ("pawapay", &FLEXPAY[..], "TUKIO_PAWAPAY_TOKEN"),
            ("flexpay", &FLEXPAY[..1], "TUKIO_FLEXPAY_TOKEN"),
            ("flexpay", &FLEXPAY[1..], "TUKIO_FLEXPAY_MERCHANT"),
            ("cinetpay", &CINETPAY[..1], "TUKIO_CINETPAY_PASSWORD"),
            ("cinetpay", &CINETPAY[1..], "TUKIO_CINETPAY_KEY"),
        ] {
            let error = read(name, settings).unwrap_err();
            assert!(error.contains(missing) && !error.contains("secret-"), "{error}");
        }
    }

    #[test]
    fn tokens_travel_by_https_where_people_are_sent_to() {
        let all = [&PAWAPAY[..], &FLEXPAY, &CINETPAY].concat();
        for name in [
            "TUKIO_PAWAPAY_URL",
            "TUKIO_FLEXPAY_MOBILE_URL",
            "TUKIO_FLEXPAY_CARD_URL",
            "TUKIO_FLEXPAY_CHECK_URL",
            "TUKIO_CINETPAY_URL",
        ] {
            let plain = [&all[..], &[(name, "http://127.0.0.1:9001/")]].concat();
            assert!(read("pawapay,flexpay,cinetpay", &plain).is_ok(), "{name}: beside a developer");
            for public in [("TUKIO_ENV", "production"), ("TUKIO_PUBLIC_URL", "https://tukio.example")] {
                let error = read("pawapay,flexpay,cinetpay", &[&plain[..], &[public]].concat()).unwrap_err();
                assert!(error.starts_with(&format!("{name}: ")) && error.contains("https"), "{error}");
                let safe = [&all[..], &[(name, "https://pay.example/"), public]].concat();
                assert!(read("pawapay,flexpay,cinetpay", &safe).is_ok(), "{name}");
            }
            for wrong in ["pay.example", "ftp://pay.example", "https://"] {
                assert!(read("pawapay", &[&all[..], &[(name, wrong)]].concat()).is_err(), "{name} {wrong}");
            }
        }
        assert!(read("pawapay", &[&all[..], &[("TUKIO_PAWAPAY_MODE", "popup")]].concat()).is_err());
    }
}
