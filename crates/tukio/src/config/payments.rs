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
