//! The networks that the account can collect from, with their limits: what the active configuration tells.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::simulator::amount::Amount;
use crate::simulator::payers::Network;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NetworkStatus {
    Operational,
    Delayed,
    Closed,
}

/// A network in one currency.
#[derive(Clone, Debug)]
pub struct Line {
    pub provider: &'static str,
    pub currency: &'static str,
    has_decimals: bool,
    min: Amount,
    max: Amount,
    pub status: NetworkStatus,
}

/// A change of a network; without a currency in both.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkChange {
    /// `VODACOM_MPESA_COD`, `AIRTEL_COD`, `ORANGE_COD`.
    pub provider: String,
    #[serde(default)]
    pub currency: Option<String>,
    #[serde(default)]
    pub status: Option<NetworkStatus>,
    #[serde(default)]
    pub min: Option<String>,
    #[serde(default)]
    pub max: Option<String>,
}

pub struct Networks(Vec<Line>);

impl Default for Networks {
    fn default() -> Networks {
        let line = |provider, currency, has_decimals| {
            let (min, max) = if currency == "CDF" { (100, 5_000_000) } else { (1, 2_500) };
            let status = NetworkStatus::Operational;
            Line { provider, currency, has_decimals, min: Amount(min * 100), max: Amount(max * 100), status }
        };
        Networks(vec![
            line("VODACOM_MPESA_COD", "CDF", false),
            line("VODACOM_MPESA_COD", "USD", true),
            line("AIRTEL_COD", "CDF", true),
            line("AIRTEL_COD", "USD", true),
            line("ORANGE_COD", "CDF", true),
            line("ORANGE_COD", "USD", true),
        ])
    }
}

impl Networks {
    /// The code of the network that a number belongs to; pawaPay has no Africell.
    pub fn provider_of(number: &str) -> Option<&'static str> {
        match Network::of(number)? {
            Network::Mpesa => Some("VODACOM_MPESA_COD"),
            Network::Airtel => Some("AIRTEL_COD"),
            Network::Orange => Some("ORANGE_COD"),
            Network::Afrimoney => None,
        }
    }

    pub fn change(&mut self, change: &NetworkChange) -> Result<(), String> {
        let amount = |text: &Option<String>| match text {
            Some(text) => Amount::parse(text).map(Some).ok_or_else(|| format!("{text:?} is no amount")),
            None => Ok(None),
        };
        let (min, max) = (amount(&change.min)?, amount(&change.max)?);
        let concerns = |line: &&mut Line| {
            line.provider == change.provider
                && change.currency.as_deref().is_none_or(|currency| currency == line.currency)
        };
        let mut found = false;
        for line in self.0.iter_mut().filter(concerns) {
            found = true;
            line.status = change.status.unwrap_or(line.status);
            line.min = min.unwrap_or(line.min);
            line.max = max.unwrap_or(line.max);
        }
        found.then_some(()).ok_or_else(|| format!("no network {} in that currency", change.provider))
    }

    /// Why a network does not take an amount, as a code of pawaPay.
    pub fn problem(&self, provider: &str, currency: &str, amount: Amount) -> Option<&'static str> {
        if !self.0.iter().any(|line| line.provider == provider) {
            return Some("INVALID_PROVIDER");
        }
        let line = self.0.iter().find(|line| line.provider == provider && line.currency == currency);
        let Some(line) = line else { return Some("INVALID_CURRENCY") };
        line.problem(amount)
    }

    /// Why no network takes an amount; `None` if one does.
    pub fn problem_of_all(&self, currency: &str, amount: Amount) -> Option<&'static str> {
        let lines = || self.0.iter().filter(|line| line.currency == currency);
        if lines().next().is_none() {
            return Some("INVALID_CURRENCY");
        }
        if lines().any(|line| line.problem(amount).is_none()) {
            return None;
        }
        lines()
            .find(|line| line.status != NetworkStatus::Closed)
            .map_or(Some("PROVIDER_TEMPORARILY_UNAVAILABLE"), |line| line.problem(amount))
    }

    /// The answer of `/v2/active-conf` for the Democratic Republic of the Congo.
    pub fn configuration(&self, operation: Option<&str>, callback_url: Option<&str>, signed: bool) -> Value {
        let mut providers: Vec<&'static str> = self.0.iter().map(|line| line.provider).collect();
        providers.dedup();
        let providers: Vec<Value> = providers
            .into_iter()
            .map(|provider| {
                let lines = self.0.iter().filter(|line| line.provider == provider);
                json!({
                    "provider": provider,
                    "displayName": display_name(provider),
                    "logo": format!("https://static-content.pawapay.example/company_logos/{provider}.png"),
                    "nameDisplayedToCustomer": "TUKIO",
                    "currencies": lines.map(|line| line.configuration(operation, callback_url)).collect::<Vec<_>>(),
                })
            })
            .collect();
        json!({
            "companyName": "Tukio",
            "signatureConfiguration": {"signedRequestsOnly": false, "signedCallbacks": signed},
            "countries": [{
                "country": "COD",
                "displayName": {
                    "en": "Democratic Republic of the Congo",
                    "fr": "République démocratique du Congo",
                },
                "prefix": "243",
                "flag": "https://static-content.pawapay.example/country_flags/cod.svg",
                "providers": providers,
            }],
        })
    }

    /// The answer of `/v2/availability`.
    pub fn availability(&self) -> Value {
        let mut providers: Vec<&'static str> = self.0.iter().map(|line| line.provider).collect();
        providers.dedup();
        let status = |provider| {
            let mut lines = self.0.iter().filter(|line| line.provider == provider);
            lines.next().map_or(NetworkStatus::Closed, |line| line.status)
        };
        let of_provider = |provider| {
            let status = status(provider);
            json!({"provider": provider, "operationTypes": [
                {"operationType": "DEPOSIT", "status": status}, {"operationType": "REFUND", "status": status},
            ]})
        };
        json!([{"country": "COD", "providers": providers.into_iter().map(of_provider).collect::<Vec<_>>()}])
    }
}

impl Line {
    fn problem(&self, amount: Amount) -> Option<&'static str> {
        if self.status == NetworkStatus::Closed {
            Some("PROVIDER_TEMPORARILY_UNAVAILABLE")
        } else if !self.has_decimals && !amount.is_whole() {
            Some("INVALID_AMOUNT")
        } else if amount < self.min || amount > self.max {
            Some("AMOUNT_OUT_OF_BOUNDS")
        } else {
            None
        }
    }

    fn configuration(&self, operation: Option<&str>, callback_url: Option<&str>) -> Value {
        let limits = json!({
            "minAmount": self.min.plain(),
            "maxAmount": self.max.plain(),
            "decimalsInAmount": if self.has_decimals { "TWO_PLACES" } else { "NONE" },
            "status": self.status,
            "callbackUrl": callback_url,
        });
        let mut deposit = limits.clone();
        if let Value::Object(fields) = &mut deposit {
            fields.insert("authType".to_owned(), json!("PROVIDER_AUTH"));
            fields.insert("pinPrompt".to_owned(), json!("AUTOMATIC"));
            fields.insert("pinPromptRevivable".to_owned(), json!(false));
        }
        let mut operations = json!({"DEPOSIT": deposit, "REFUND": limits});
        if let (Value::Object(operations), Some(wanted)) = (&mut operations, operation) {
            operations.retain(|name, _| name == wanted);
        }
        let symbol = if self.currency == "CDF" { "FC" } else { "$" };
        json!({"currency": self.currency, "displayName": symbol, "operationTypes": operations})
    }
}

fn display_name(provider: &str) -> &'static str {
    match provider {
        "VODACOM_MPESA_COD" => "M-Pesa",
        "AIRTEL_COD" => "Airtel Money",
        _ => "Orange Money",
    }
}
