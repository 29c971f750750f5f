//! What every provider works with: the clock, randomness, scripts, payers, callbacks, and how the simulator was started.

use std::net::{IpAddr, Ipv6Addr};

use serde::Deserialize;
use serde_json::Value;

use super::callbacks::{Callback, Callbacks};
use super::clock::{Clock, VIRTUAL_START_MS};
use super::payers::Payers;
use super::random::Random;
use super::script::{Outcome, Script, Scripts};

/// How a simulator is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// On this machine only; 0 for any free port.
    pub port: u16,
    /// The clock of the machine, and callbacks that are sent by themselves. Otherwise time stands still until it is
    /// advanced, and callbacks wait for [`deliver_callbacks`](super::Simulator::deliver_callbacks).
    pub real_time: bool,
    pub seed: u64,
    /// Seconds from an attempt to its end, and from a refund to its end.
    pub delay_s: i64,
    /// Lets callbacks go to addresses of this machine or of a private network, which the real providers refuse.
    pub allow_private_urls: bool,
    /// The bearer token of pawaPay and FlexPay, the key of CinetPay.
    pub token: String,
    /// The merchant code of FlexPay, the password of CinetPay.
    pub merchant: String,
    /// Where callbacks go that have no address of their own (pawaPay has them in its dashboard).
    pub callback_url: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            port: 0,
            real_time: false,
            seed: 1,
            delay_s: 0,
            allow_private_urls: true,
            token: "simulated-token".to_owned(),
            merchant: "SIMULATED".to_owned(),
            callback_url: None,
        }
    }
}

pub struct Context {
    pub options: Options,
    /// Where the simulator is reached, without a slash at the end.
    pub base_url: String,
    pub clock: Clock,
    pub random: Random,
    pub scripts: Scripts,
    pub payers: Payers,
    pub callbacks: Callbacks,
    /// Beginnings of addresses, and what stands behind them on this machine.
    pub detours: Vec<Detour>,
}

/// Callbacks to a public address that go to another one, as through a proxy: signatures and the `Host` are those of the
/// public address.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detour {
    /// Scheme and host, without a slash at the end.
    pub public: String,
    pub actual: String,
}

impl Context {
    pub fn new(options: Options, base_url: String) -> Context {
        Context {
            clock: if options.real_time { Clock::Real(0) } else { Clock::Virtual(VIRTUAL_START_MS) },
            random: Random::new(options.seed),
            options,
            base_url,
            scripts: Scripts::default(),
            payers: Payers::default(),
            callbacks: Callbacks::default(),
            detours: Vec::new(),
        }
    }

    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Sends a callback as the script has it, `at_ms` or when it has become late enough.
    pub fn send(&mut self, reference: &str, kind: &'static str, url: &str, body: Value, script: Script, at_ms: i64) {
        let (reference, url) = (reference.to_owned(), url.to_owned());
        let callback = Callback { reference, kind, url, body, script, due_ms: at_ms, first_ms: at_ms, sent: 0 };
        self.callbacks.push(callback);
    }

    /// Begins an attempt of a payer. What must be told before the call is answered ends at once.
    pub fn begin_attempt(&mut self, key: &str, number: &str, text: &str, script: &Script) {
        let (now, delay) = (self.now_ms(), self.options.delay_s);
        let mut script = script.clone();
        if script.before_reply == Some(true) {
            script.delay_s = Some(0);
            script.prompt = None;
            script.outcome = script.outcome.or(Some(Outcome::Success));
        }
        self.payers.begin(key, number, text, &script, now, delay);
    }

    /// Where a message to an address really goes.
    pub fn actual_address(&self, address: &str) -> String {
        let behind = |detour: &Detour| Some(format!("{}{}", detour.actual, address.strip_prefix(&detour.public)?));
        self.detours.iter().find_map(behind).unwrap_or_else(|| address.to_owned())
    }

    /// Whether an address can be called from the internet, or this simulator was told to let it pass.
    pub fn may_call(&self, address: &str) -> bool {
        let Ok(url) = url::Url::parse(address) else { return false };
        if self.options.allow_private_urls {
            return matches!(url.scheme(), "http" | "https");
        }
        url.scheme() == "https" && url.host().is_some_and(|host| !is_private(&host))
    }
}

fn is_private(host: &url::Host<&str>) -> bool {
    match host {
        url::Host::Domain(name) => *name == "localhost" || name.ends_with(".localhost") || !name.contains('.'),
        url::Host::Ipv4(address) => address.is_private() || address.is_loopback() || address.is_link_local(),
        url::Host::Ipv6(address) => is_private_v6(*address),
    }
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let is_unique_local = address.segments()[0] & 0xfe00 == 0xfc00;
    IpAddr::V6(address).is_loopback() || is_unique_local || address.is_unicast_link_local()
}
