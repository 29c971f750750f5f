//! One application on one database for all runs: people sign in once, and every run begins with an empty box office.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use domain::{Currency, Instant, Money, UserId};
use events::RefundPolicy;
use tempfile::TempDir;

use super::commands::{BUYERS, Scenario};
use super::counterparty::Counterparty;
use super::reference_model::ReferenceModel;
use super::reference_types::{Kind, Notable};
use super::run::Run;
use super::sandbox_side::SandboxSide;
use super::simulator_side::SimulatorSide;
use super::webhook_capture::WebhookCapture;
use crate::support::{Engine, Simulators, TODAY, TestApp, TestEvent, Which, day, empty_box_office};

/// A code that two payments may use, for ten percent off.
pub const PROMO: &str = "DIX";

/// No run lasts as long.
const A_YEAR: i64 = 365 * 24 * 3600;

pub struct World {
    pub app: TestApp,
    pub counterparty: Box<dyn Counterparty>,
    pub buyers: Vec<Person>,
    pub owner: Person,
    start: Instant,
    runs: AtomicI64,
    noted: Mutex<BTreeMap<Notable, usize>>,
    _memory: Option<TempDir>,
}

pub struct Person {
    pub id: UserId,
    pub phone: String,
    pub access: String,
}

impl World {
    /// The sandbox takes the money.
    pub async fn with_sandbox(engine: Engine) -> World {
        let capture = WebhookCapture::open().await;
        // Its own address is where a server has news sent to.
        let settings = vec![("TUKIO_LISTEN", capture.address.to_string())];
        World::build(engine, settings, Box::new(SandboxSide(capture))).await
    }

    /// The simulator of a provider takes the money.
    pub async fn with_simulator(engine: Engine, which: Which) -> World {
        let (capture, simulators) = (WebhookCapture::open().await, Simulators::start().await);
        let settings = simulators.settings(which.name());
        let counterparty = Box::new(SimulatorSide::new(which, simulators, capture));
        World::build(engine, settings, counterparty).await
    }

    async fn build(
        engine: Engine,
        mut settings: Vec<(&'static str, String)>,
        counterparty: Box<dyn Counterparty>,
    ) -> World {
        let memory = match engine {
            Engine::Sqlite => in_memory(),
            Engine::Postgres => None,
        };
        let url = memory.as_ref().map(|folder| format!("sqlite:{}", folder.path().join("tukio.db").display()));
        settings.push(("TUKIO_RATE_USD_CDF", "2850.50".to_owned()));
        settings.extend(url.map(|url| ("TUKIO_DATABASE_URL", url)));
        let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let app = TestApp::start_with(engine, &settings).await;
        app.box_office.record_provider_health().await;
        let start = domain::Clock::now(&*app.clock);
        // An access token lasts for minutes: signed in at the end of it all, people are never signed out on the way.
        app.clock.set(start.plus_seconds(A_YEAR));
        let owner = Person::register(&app, "Kilima", "0970000000").await;
        let mut buyers = Vec::new();
        for number in 0..BUYERS {
            buyers.push(Person::register(&app, &format!("Buyer {number}"), &format!("099000000{number}")).await);
        }
        World {
            app,
            counterparty,
            buyers,
            owner,
            start,
            runs: AtomicI64::new(0),
            noted: Mutex::default(),
            _memory: memory,
        }
    }

    /// Plays a scenario to its end. What is wrong, at the first step where it shows.
    pub async fn play(&self, scenario: &Scenario) -> Result<(), String> {
        self.counterparty.begin(scenario.manner, self.start).await;
        self.set_clock(self.start);
        self.app.db.write(empty_box_office).await.unwrap();
        let mut run = self.begin(scenario).await;
        for (number, command) in scenario.commands.iter().enumerate() {
            run.apply(command).await.map_err(|why| format!("command {} ({command:?}): {why}", number + 1))?;
        }
        run.end().await.map_err(|why| format!("in the end: {why}"))?;
        let mut noted = self.noted.lock().unwrap();
        for notable in run.model.noted {
            *noted.entry(notable).or_default() += 1;
        }
        Ok(())
    }

    /// Time passes for everybody.
    pub fn set_clock(&self, now: Instant) {
        self.app.clock.set(now);
        self.counterparty.set_clock(now);
    }

    /// What no run has met so far.
    pub fn never_met(&self) -> Vec<Notable> {
        let noted = self.noted.lock().unwrap();
        Notable::ALL.iter().copied().filter(|notable| !noted.contains_key(notable)).collect()
    }

    async fn begin(&self, scenario: &Scenario) -> Run<'_> {
        let prices = [Money::from_minor(2_500, Currency::Usd), Money::from_minor(700_000, Currency::Cdf)];
        let mut event = TestEvent::new(self.runs.fetch_add(1, Ordering::Relaxed), self.owner.id);
        let mut kinds = Vec::new();
        for (price, places) in prices.into_iter().zip(scenario.places) {
            event = event.places(price.currency().code(), price.minor() / 100, price.currency(), places);
            kinds.push(Kind::new(price, places));
        }
        let first_day = if scenario.tonight { day(TODAY) } else { day(TODAY).plus_days(60) };
        let event = event.with(|row| {
            row.first_day = first_day;
            row.refunds.policy = RefundPolicy::Always;
        });
        let over_at = event.row.over_at();
        let event = self.app.store(event).await;
        let promo = serde_json::json!({ "code": PROMO, "percent": 10, "limit": 2 });
        let path = format!("/api/events/{event}/promo-codes/");
        self.app.call_as(&self.owner.access, reqwest::Method::POST, &path, Some(&promo)).await.expect(201);
        let ids = self.app.db.read(move |c| {
            c.query("SELECT id FROM ticket_types WHERE event_id = $1 ORDER BY position", &[&event], |row| row.get(0))
        });
        Run::new(
            self,
            event,
            ids.await.unwrap(),
            ReferenceModel::new(kinds, over_at, self.counterparty.abilities().pays_back),
        )
    }
}

impl Person {
    async fn register(app: &TestApp, name: &str, phone: &str) -> Person {
        let answer = app.register(name, phone).await;
        let id = UserId::new(answer["user"]["id"].as_i64().unwrap());
        Person { id, phone: phone.to_owned(), access: answer["access"].as_str().unwrap().to_owned() }
    }
}

/// Durability is tested elsewhere: here nobody waits for the disk, where the machine has a place for that.
fn in_memory() -> Option<TempDir> {
    let memory = Path::new("/dev/shm");
    memory.is_dir().then(|| TempDir::new_in(memory).unwrap())
}
