//! Starts the real application on its own database, with a clock that the test moves.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use box_office::BoxOffice;
use database::Database;
use domain::{Clock, FixedClock, Hour, Town};
use door::Door;
use organiser::Organiser;
use platform::{AvifEncoder, MailSender, Services, TextSender, server};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tukio::config::Config;
use tukio::{app, router};

use super::engines::{Engine, fresh_schema};
use super::events::day;

/// Saturday 14 November 2026, noon in Lubumbashi.
pub const TODAY: &str = "2026-11-14";

pub struct TestApp {
    pub address: std::net::SocketAddr,
    pub clock: Arc<FixedClock>,
    pub state: app::App,
    pub db: Database,
    pub mail_sender: MailSender,
    pub text_sender: TextSender,
    pub services: Services,
    pub avif_encoder: AvifEncoder,
    pub box_office: BoxOffice,
    pub door: Door,
    pub organiser: Organiser,
    database_url: String,
    pub(super) client: reqwest::Client,
    /// Operations of the contract and the statuses that they have answered so far.
    pub answered: Mutex<BTreeSet<(String, u16)>>,
    stop: Option<oneshot::Sender<()>>,
    server: Option<JoinHandle<()>>,
    pub(super) folder: TempDir,
}

impl TestApp {
    pub async fn start(engine: Engine) -> TestApp {
        TestApp::start_with(engine, &[]).await
    }

    pub async fn start_with(engine: Engine, settings: &[(&str, &str)]) -> TestApp {
        let folder = TempDir::new().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut variables: HashMap<String, String> = HashMap::from([
            ("TUKIO_LISTEN".to_owned(), address.to_string()),
            ("TUKIO_DATA_DIR".to_owned(), folder.path().display().to_string()),
            ("TUKIO_DATABASE_CONNECTIONS".to_owned(), "2".to_owned()),
        ]);
        if let Engine::Postgres = engine {
            variables.insert("TUKIO_DATABASE_URL".to_owned(), fresh_schema().await);
        }
        variables.extend(settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let config = Config::from_map(variables).unwrap();
        let database_url = config.database_url.clone();
        let noon = Hour::from_minutes(12 * 60).unwrap();
        let clock = Arc::new(FixedClock::at(day(TODAY).at(noon, Town::Lubumbashi)));
        let db = app::open_database(&config).unwrap();
        let state = app::build(config, db.clone(), clock.clone()).await.unwrap();
        let (mail_sender, box_office) = (state.mail_sender.clone(), state.box_office.clone());
        let text_sender = state.text_sender.clone();
        let (door, organiser) = (state.door.clone(), state.organiser.clone());
        let (services, avif_encoder) = (state.services.clone(), state.services.avif_encoder.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let idle_per_address = services.settings.idle_per_address();
        let server = tokio::spawn(server::serve(listener, router::router(state.clone()), idle_per_address, async {
            let _ = stopped.await;
        }));
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let (stop, server) = (Some(stop), Some(server));
        TestApp {
            address,
            clock,
            state,
            db,
            mail_sender,
            text_sender,
            services,
            avif_encoder,
            box_office,
            door,
            organiser,
            database_url,
            client,
            answered: Mutex::default(),
            stop,
            server,
            folder,
        }
    }

    /// Another process on the same database, at the same time.
    pub async fn beside(&self, settings: &[(&str, &str)]) -> TestApp {
        let shared = [&[("TUKIO_DATABASE_URL", &*self.database_url)], settings].concat();
        let other = TestApp::start_with(Engine::Sqlite, &shared).await;
        other.clock.set(self.clock.now());
        other
    }

    /// Stops as on a signal: what is in flight is answered first.
    pub fn begin_stop(&mut self) -> JoinHandle<()> {
        drop(self.stop.take());
        self.server.take().unwrap()
    }

    /// The number this statement gives, once it is not zero any more: for what is stored beside an answer.
    pub async fn wait_for(&self, sql: &'static str) -> i64 {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        loop {
            let number: i64 = self.db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap();
            if number > 0 {
                return number;
            }
            assert!(std::time::Instant::now() < deadline, "still nothing: {sql}");
            tokio::task::yield_now().await;
        }
    }
}
