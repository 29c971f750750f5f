//! The account's active configuration: limits, decimals and closed networks, which differ by account.

use domain::{Currency, Money};
use serde_json::Value;

use super::NAME;
use super::networks::network;
use crate::{Accepted, Availability, Channel, ChannelState, json, odd_answers};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    pub channels: Vec<ChannelState>,
    signs_callbacks: Option<bool>,
    wants_signed_requests: Option<bool>,
}

const CHANNELS: [Channel; 3] = [Channel::Mpesa, Channel::Airtel, Channel::Orange];

/// The channels before anything was read.
pub fn not_read_yet(currencies: &[Accepted]) -> Vec<ChannelState> {
    let unknown = |channel| ChannelState { channel, state: Availability::Unknown, accepted: currencies.to_vec() };
    CHANNELS.map(unknown).to_vec()
}

impl Configuration {
    pub fn warn_of_signatures(&self) {
        if self.signs_callbacks == Some(false) {
            tracing::warn!(provider = NAME, "callbacks are not signed and will be refused: enable it in the dashboard");
        }
        if self.wants_signed_requests == Some(true) {
            tracing::error!(
                provider = NAME,
                "only signed requests are taken, and ours are not: refunds will be refused"
            );
        }
    }
}

/// Reads an answer; `None` if it names no network of this country. A network that it leaves out is closed for us.
pub fn read(answer: &Value) -> Option<Configuration> {
    let countries = answer.get("countries")?.as_array()?;
    let ours = countries.iter().find(|country| json::text(country, "country").as_deref() == Some("COD"))?;
    let networks = ours.get("providers")?.as_array()?;
    let named = |channel: Channel| {
        let is_it = |listed: &&Value| json::text(listed, "provider").and_then(|code| network(&code)) == Some(channel);
        networks.iter().find(is_it)
    };
    let signatures = answer.get("signatureConfiguration");
    let flag = |field: &str| signatures.and_then(|flags| flags.get(field)?.as_bool());
    Some(Configuration {
        channels: CHANNELS.map(|channel| channel_state(channel, named(channel))).to_vec(),
        signs_callbacks: flag("signedCallbacks"),
        wants_signed_requests: flag("signedRequestsOnly"),
    })
}

/// A network is open if it is for one of its currencies, and takes those that it is open for. One that is closed keeps its
/// bounds, so that buyers read that it is closed and not that their currency is not taken.
fn channel_state(channel: Channel, listed: Option<&Value>) -> ChannelState {
    let currencies = listed.and_then(|network| network.get("currencies")?.as_array());
    let listed: Vec<(Availability, Accepted)> = currencies
        .into_iter()
        .flatten()
        .filter_map(|currency| Some((currency, deposits(currency)?)))
        .map(|(currency, terms)| (availability(terms), accepted(currency, terms)))
        .filter_map(|(state, accepted)| Some((state, accepted?)))
        .collect();
    let best = [Availability::Operational, Availability::Delayed, Availability::Unknown]
        .into_iter()
        .find(|state| listed.iter().any(|(open, _)| open == state))
        .unwrap_or(Availability::Closed);
    let is_offered = |state: Availability| (state == Availability::Closed) == (best == Availability::Closed);
    let accepted = listed.into_iter().filter(|(state, _)| is_offered(*state)).map(|(_, accepted)| accepted).collect();
    ChannelState { channel, state: best, accepted }
}

/// The terms of deposits: by their name, in a list, or in the currency itself.
fn deposits(currency: &Value) -> Option<&Value> {
    match currency.get("operationTypes") {
        Some(Value::Object(by_name)) => by_name.get("DEPOSIT"),
        Some(Value::Array(list)) => {
            list.iter().find(|terms| json::text(terms, "operationType").as_deref() == Some("DEPOSIT"))
        }
        _ => json::has(currency, "minAmount").then_some(currency),
    }
}

fn availability(terms: &Value) -> Availability {
    match json::text(terms, "status").as_deref() {
        Some("OPERATIONAL") => Availability::Operational,
        Some("DELAYED") => Availability::Delayed,
        Some("CLOSED") => Availability::Closed,
        other => {
            odd_answers::report(NAME, "configuration", other.unwrap_or("no status"));
            Availability::Unknown
        }
    }
}

/// Our amounts are whole francs, whatever a network takes: the buyer chooses the network on pawaPay's page.
fn accepted(currency: &Value, terms: &Value) -> Option<Accepted> {
    let unit: Currency = json::text(currency, "currency")?.parse().ok()?;
    let bound = |field: &str, up: bool| bound(&json::text(terms, field)?, unit, up);
    let decimals = match (unit, json::text(terms, "decimalsInAmount").as_deref()) {
        (Currency::Usd, Some("TWO_PLACES")) => 2,
        _ => 0,
    };
    Some(Accepted { least: bound("minAmount", true)?, most: bound("maxAmount", false)?, decimals })
}

/// Reads a bound. One with centimes is moved inwards to whole francs.
fn bound(figures: &str, unit: Currency, up: bool) -> Option<Money> {
    let (whole, rest) = figures.split_once('.').unwrap_or((figures, ""));
    let rest = rest.trim_end_matches('0');
    if rest.len() > 2 || !rest.bytes().all(|byte| byte.is_ascii_digit()) || whole.is_empty() {
        return None;
    }
    let hundredths: i64 = format!("{rest:0<2}").parse().ok()?;
    let minor = whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(hundredths)?;
    let minor = match unit {
        Currency::Cdf if up => minor.checked_add(99)? / 100 * 100,
        Currency::Cdf => minor / 100 * 100,
        Currency::Usd => minor,
    };
    Some(Money::from_minor(minor, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_they_are_written() {
        for (figures, unit, up, minor) in [
            ("100", Currency::Cdf, true, Some(10_000)),
            ("100.00", Currency::Cdf, true, Some(10_000)),
            ("100.5", Currency::Cdf, true, Some(10_100)),
            ("2500000.75", Currency::Cdf, false, Some(250_000_000)),
            ("0.1", Currency::Usd, true, Some(10)),
            ("0", Currency::Usd, true, Some(0)),
            ("1.005", Currency::Usd, true, None),
            ("abc", Currency::Usd, true, None),
            ("", Currency::Usd, true, None),
            (".5", Currency::Usd, true, None),
        ] {
            assert_eq!(bound(figures, unit, up).map(Money::minor), minor, "{figures}");
        }
    }
}
