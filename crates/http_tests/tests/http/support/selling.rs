//! An application that sells through the simulators of the real providers, which share its clock.

use domain::{Clock, Currency, EventId, UserId};
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

pub struct Selling {
    pub app: TestApp,
    pub pawapay: Pawapay,
    pub flexpay: Flexpay,
    pub cinetpay: Cinetpay,
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
    let pawapay = Pawapay::start().await.unwrap();
    let flexpay = Flexpay::start().await.unwrap();
    let cinetpay = Cinetpay::start().await.unwrap();
    let (mobile, card, check) = (flexpay.mobile_url(), flexpay.card_url(), flexpay.check_url());
    let mut settings = vec![
        ("TUKIO_PUBLIC_URL", PUBLIC),
        ("TUKIO_PAYMENTS", names),
        ("TUKIO_PAWAPAY_URL", pawapay.base_url()),
        ("TUKIO_PAWAPAY_TOKEN", "simulated-token"),
        ("TUKIO_FLEXPAY_MOBILE_URL", &mobile),
        ("TUKIO_FLEXPAY_CARD_URL", &card),
        ("TUKIO_FLEXPAY_CHECK_URL", &check),
        ("TUKIO_FLEXPAY_MERCHANT", "SIMULATED"),
        ("TUKIO_FLEXPAY_TOKEN", "simulated-token"),
        ("TUKIO_CINETPAY_URL", cinetpay.base_url()),
        ("TUKIO_CINETPAY_KEY", "simulated-token"),
        ("TUKIO_CINETPAY_PASSWORD", "SIMULATED"),
    ];
    settings.extend(more);
    let app = TestApp::start_with(engine, &settings).await;
    let actual = format!("http://{}", app.address);
    pawapay.set_callback_url(&format!("{PUBLIC}/api/payments/webhooks/pawapay/"));
    for which in Which::ALL {
        with_simulator!(Here { pawapay: &pawapay, flexpay: &flexpay, cinetpay: &cinetpay }, which, simulator => {
            simulator.detour(PUBLIC, &actual);
            simulator.set_clock(app.clock.now().millis());
        });
    }
    app.box_office.record_provider_health().await;
    let kito = app.register("Kito", "0980000001").await;
    let owner = UserId::new(kito["user"]["id"].as_i64().unwrap());
    let event = app.store(TestEvent::new(1, owner).places("Standard", 10_000, Currency::Cdf, 10)).await;
    let kind = super::box_office::shown(&app, event).await["id"].to_string();
    let (owner, grace) = (signed_in(&app, "Kito").await, buyer(&app, "Grace", "0990000001").await);
    Selling { app, pawapay, flexpay, cinetpay, owner, grace, event, kind }
}

/// The simulators before there is an application.
struct Here<'a> {
    pawapay: &'a Pawapay,
    flexpay: &'a Flexpay,
    cinetpay: &'a Cinetpay,
}

impl Selling {
    /// Time passes for everybody.
    pub fn pass(&self, seconds: i64) {
        self.app.clock.advance_seconds(seconds);
        let now = self.app.clock.now().millis();
        for which in Which::ALL {
            with_simulator!(self, which, simulator => simulator.set_clock(now));
        }
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
