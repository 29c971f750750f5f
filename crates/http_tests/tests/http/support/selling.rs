//! An application that sells through the simulators of the real providers, which share its clock.

use std::net::SocketAddr;
use std::ops::Deref;

use domain::{Clock, Currency, EventId, Instant, UserId};
use provider_simulators::{Cinetpay, Delivery, Flexpay, Order, Pawapay};
use reqwest::Method;
use serde_json::{Value, json};

use super::answers::Answer;
use super::app::TestApp;
use super::buyers::{Buyer, buyer, signed_in};
use super::engines::Engine;
use super::events::TestEvent;

/// Where the world finds the application; the simulators know the way to the test's own.
const PUBLIC: &str = "http://tukio.example";

/// An M-Pesa number whose owner pays at once.
pub const PAYS: &str = "243813456789";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Pawapay,
    Flexpay,
    Cinetpay,
}

impl Which {
    pub const ALL: [Which; 3] = [Which::Pawapay, Which::Flexpay, Which::Cinetpay];

    pub fn name(self) -> &'static str {
        match self {
            Which::Pawapay => "pawapay",
            Which::Flexpay => "flexpay",
            Which::Cinetpay => "cinetpay",
        }
    }
}

/// Does the same with one of three simulators, which have no type in common.
macro_rules! with_simulator {
    ($selling:expr, $which:expr, $simulator:ident => $work:expr) => {
        match $which {
            $crate::support::Which::Pawapay => {
                let $simulator = &$selling.pawapay;
                $work
            }
            $crate::support::Which::Flexpay => {
                let $simulator = &$selling.flexpay;
                $work
            }
            $crate::support::Which::Cinetpay => {
                let $simulator = &$selling.cinetpay;
                $work
            }
        }
    };
}
pub(crate) use with_simulator;

/// The simulators of all providers.
pub struct Simulators {
    pub pawapay: Pawapay,
    pub flexpay: Flexpay,
    pub cinetpay: Cinetpay,
}

impl Simulators {
    pub async fn start() -> Simulators {
        Simulators {
            pawapay: Pawapay::start().await.unwrap(),
            flexpay: Flexpay::start().await.unwrap(),
            cinetpay: Cinetpay::start().await.unwrap(),
        }
    }

    /// The settings of an application that sells through the providers of these names.
    pub fn settings(&self, names: &str) -> Vec<(&'static str, String)> {
        let set = |name, value: &str| (name, value.to_owned());
        vec![
            set("TUKIO_PUBLIC_URL", PUBLIC),
            set("TUKIO_PAYMENTS", names),
            set("TUKIO_PAWAPAY_URL", self.pawapay.base_url()),
            set("TUKIO_PAWAPAY_TOKEN", "simulated-token"),
            set("TUKIO_FLEXPAY_MOBILE_URL", &self.flexpay.mobile_url()),
            set("TUKIO_FLEXPAY_CARD_URL", &self.flexpay.card_url()),
            set("TUKIO_FLEXPAY_CHECK_URL", &self.flexpay.check_url()),
            set("TUKIO_FLEXPAY_MERCHANT", "SIMULATED"),
            set("TUKIO_FLEXPAY_TOKEN", "simulated-token"),
            set("TUKIO_CINETPAY_URL", self.cinetpay.base_url()),
            set("TUKIO_CINETPAY_KEY", "simulated-token"),
            set("TUKIO_CINETPAY_PASSWORD", "SIMULATED"),
        ]
    }

    /// Callbacks go to whoever listens at that address.
    pub fn call_back(&self, address: SocketAddr) {
        self.pawapay.set_callback_url(&format!("{PUBLIC}/api/payments/webhooks/pawapay/"));
        for which in Which::ALL {
            with_simulator!(self, which, simulator => simulator.detour(PUBLIC, &format!("http://{address}")));
        }
    }

    pub fn set_clock(&self, now: Instant) {
        for which in Which::ALL {
            with_simulator!(self, which, simulator => simulator.set_clock(now.millis()));
        }
    }
}

/// Our reference as a provider writes it, worked out here once more.
pub fn wire(which: Which, reference: &str) -> String {
    let number = u128::from_str_radix(reference, 16).unwrap();
    let letter = |place: u32| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[(number >> (5 * place) & 31) as usize]);
    match which {
        Which::Pawapay => {
            let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &reference[part]);
            parts.join("-")
        }
        Which::Flexpay => (0..20).rev().map(letter).collect(),
        Which::Cinetpay => (0..26).rev().map(letter).collect(),
    }
}

pub struct Selling {
    pub app: TestApp,
    simulators: Simulators,
    pub owner: Buyer,
    pub grace: Buyer,
    pub event: EventId,
    /// A type of ten places at 10 000 francs.
    pub kind: String,
}

/// Sells through the providers of these names, in that order.
pub async fn selling(engine: Engine, names: &str) -> Selling {
    selling_with(engine, names, &[]).await
}

pub async fn selling_with(engine: Engine, names: &str, more: &[(&str, &str)]) -> Selling {
    let simulators = Simulators::start().await;
    let settings = simulators.settings(names);
    let mut settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    settings.extend(more);
    let app = TestApp::start_with(engine, &settings).await;
    simulators.call_back(app.address);
    simulators.set_clock(app.clock.now());
    app.box_office.record_provider_health().await;
    let kito = app.register("Kito", "0980000001").await;
    let owner = UserId::new(kito["user"]["id"].as_i64().unwrap());
    let event = app.store(TestEvent::new(1, owner).places("Standard", 10_000, Currency::Cdf, 10)).await;
    let kind = super::box_office::shown(&app, event).await["id"].to_string();
    let (owner, grace) = (signed_in(&app, "Kito").await, buyer(&app, "Grace", "0990000001").await);
    Selling { app, simulators, owner, grace, event, kind }
}

impl Deref for Selling {
    type Target = Simulators;

    fn deref(&self) -> &Simulators {
        &self.simulators
    }
}

impl Selling {
    /// Time passes for everybody.
    pub fn pass(&self, seconds: i64) {
        self.app.clock.advance_seconds(seconds);
        self.set_clock(self.app.clock.now());
    }

    /// Time passes, then the cashier does what is due.
    pub async fn work(&self, seconds: i64) {
        self.pass(seconds);
        self.app.box_office.run_cashier_once().await.unwrap();
    }

    /// Sends the callbacks that are due, and returns what they were answered.
    pub async fn deliver(&self) -> Vec<Delivery> {
        self.deliver_in(Order::Due).await
    }

    pub async fn deliver_in(&self, order: Order) -> Vec<Delivery> {
        let mut sent = self.pawapay.deliver_callbacks_in(order).await;
        sent.extend(self.flexpay.deliver_callbacks_in(order).await);
        sent.extend(self.cinetpay.deliver_callbacks_in(order).await);
        sent
    }

    /// Sends what is due, expects that all of it is heard, and lets the cashier ask.
    pub async fn hear(&self) {
        let statuses: Vec<_> = self.deliver().await.iter().map(|sent| sent.status).collect();
        assert!(!statuses.is_empty() && statuses.iter().all(|status| *status == Some(200)), "{statuses:?}");
        self.work(0).await;
    }

    pub fn wish(&self, channel: Option<&str>) -> Value {
        let mut wish = json!({ "ticket_type_id": self.kind, "quantity": 1, "currency": "CDF" });
        if let Some(channel) = channel {
            wish["channel"] = json!(channel);
        }
        wish
    }

    pub async fn init(&self, channel: Option<&str>) -> Answer {
        self.grace.post(&self.app, "/api/payments/init/", self.wish(channel)).await
    }

    pub async fn begin(&self) -> Value {
        self.init(Some("mpesa")).await.expect(200).json()
    }

    /// Pays as the buyer would with a number: on the provider's page, or on ours.
    pub async fn pay(&self, which: Which, payment: &Value, number: &str) {
        match which {
            Which::Pawapay => self.pawapay.pay(&self.reference(which), number).unwrap(),
            Which::Cinetpay => self.cinetpay.pay(&self.reference(which), number).unwrap(),
            Which::Flexpay => drop(self.type_number(payment, number).await.expect(303)),
        }
    }

    /// Sends a number from the page of ours.
    pub async fn type_number(&self, payment: &Value, number: &str) -> Answer {
        let path = self.page(payment);
        let form = self.app.request(Method::POST, &path).header("content-type", "application/x-www-form-urlencoded");
        self.app.send(form.body(format!("phone={number}"))).await
    }

    /// The path of the page of ours on which a payment is made.
    pub fn page(&self, payment: &Value) -> String {
        payment["payment_url"].as_str().unwrap().strip_prefix(PUBLIC).unwrap().to_owned()
    }

    /// The reference of the payment that was begun last with a provider, as the provider writes it.
    pub fn reference(&self, which: Which) -> String {
        let begins = ["checkout", "payment_page", "mobile", "card", "payment"];
        let journal = with_simulator!(self, which, simulator => simulator.journal());
        let begun = journal.into_iter().rev().find(|entry| begins.contains(&entry.call));
        begun.and_then(|entry| entry.reference).unwrap()
    }

    pub fn calls(&self, which: Which, kind: &str) -> usize {
        with_simulator!(self, which, simulator => simulator.calls(kind))
    }

    /// A column of a payment, as text.
    pub async fn stored(&self, payment: &Value, sql: &'static str) -> Option<String> {
        let id = payment["payment_id"].as_str().unwrap().to_owned();
        self.app.db.read(move |c| c.query_one(sql, &[&id], |row| row.get(0))).await.unwrap()
    }

    pub async fn state(&self, payment: &Value) -> String {
        self.stored(payment, "SELECT state FROM payments WHERE id = $1").await.unwrap()
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        self.app.db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap()
    }

    pub async fn tickets(&self) -> i64 {
        self.count("SELECT count(*) FROM tickets").await
    }
}
