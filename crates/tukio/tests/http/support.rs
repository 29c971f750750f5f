//! Starts the real application on its own database, and speaks to it in requests.

use std::collections::HashMap;
use std::sync::Arc;

use database::Database;
use domain::{Activity, Category, Clock, Currency, Day, EventId, FixedClock, Hour, Money, Town, UserId};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tukio::box_office::{BoxOffice, NewTicketType};
use tukio::config::Config;
use tukio::events::NewEvent;
use tukio::events::model::EventRow;
use tukio::facts::PeopleFacts;
use tukio::platform::mail::{Postman, ReadableMail};
use tukio::platform::{Darkroom, Services, server};
use tukio::{accounts, app, box_office, events};

#[derive(Clone, Copy)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Makes two tests of one body.
#[macro_export]
macro_rules! on_both_engines {
    ($(async fn $name:ident($app:ident: TestApp) $body:block)*) => {
        $(mod $name {
            use super::*;

            async fn body($app: TestApp) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                body(TestApp::start($crate::support::Engine::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                body(TestApp::start($crate::support::Engine::Postgres).await).await;
            }
        })*
    };
}

/// Saturday 14 November 2026, noon in Lubumbashi.
pub const TODAY: &str = "2026-11-14";

pub struct TestApp {
    pub address: std::net::SocketAddr,
    pub clock: Arc<FixedClock>,
    pub db: Database,
    pub postman: Postman,
    pub services: Services,
    pub darkroom: Darkroom,
    pub box_office: BoxOffice,
    database_url: String,
    client: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    server: Option<JoinHandle<()>>,
    folder: TempDir,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Answer {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
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
        let state = app::build(config, db.clone(), clock.clone(), None).await.unwrap();
        let (postman, box_office) = (state.postman.clone(), state.box_office.clone());
        let (services, darkroom) = (state.services.clone(), state.services.darkroom.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(server::serve(listener, app::router(state), async {
            let _ = stopped.await;
        }));
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let (stop, server) = (Some(stop), Some(server));
        TestApp {
            address,
            clock,
            db,
            postman,
            services,
            darkroom,
            box_office,
            database_url,
            client,
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

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        Answer { status, headers, text: response.text().await.unwrap() }
    }

    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, self.url(path))
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn get_as(&self, access: &str, path: &str) -> Answer {
        self.send(self.request(Method::GET, path).bearer_auth(access)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    /// A call of somebody signed in, with a JSON body if it has one.
    pub async fn call_as(&self, access: &str, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = self.request(method, path).bearer_auth(access);
        self.send(body.into_iter().fold(request, reqwest::RequestBuilder::json)).await
    }

    pub async fn post_raw(&self, path: &str, body: impl Into<reqwest::Body>) -> Answer {
        let request = self.request(Method::POST, path).header("content-type", "application/json").body(body);
        self.send(request).await
    }

    /// Sends a form with files, as a browser does.
    pub async fn send_form(&self, method: Method, access: &str, path: &str, form: Form) -> Answer {
        self.send(form.fill(self.request(method, path)).bearer_auth(access)).await
    }

    /// Where the files of the storage lie.
    pub fn storage_folder(&self) -> std::path::PathBuf {
        self.folder.path().join("storage")
    }

    /// Every file in the storage, by its key.
    pub fn stored(&self) -> Vec<String> {
        let root = self.storage_folder();
        let mut keys = files_below(&root);
        for key in &mut keys {
            *key = key[root.display().to_string().len() + 1..].to_owned();
        }
        keys.sort();
        keys
    }

    /// Registers somebody and returns the whole answer.
    pub async fn register(&self, username: &str, phone: &str) -> Value {
        let body =
            serde_json::json!({ "username": username, "phone": phone, "password": "secret1", "password2": "secret1" });
        self.post("/api/register/", &body).await.expect(201).json()
    }

    /// Signs in from a browser that is not known, or from one with this device cookie.
    pub async fn login(&self, query: &str, password: &str, device: Option<&str>) -> Answer {
        let body = serde_json::json!({ "query": query, "password": password });
        let request = self.request(Method::POST, "/api/login/").json(&body);
        self.send(device.into_iter().fold(request, |request, device| request.header("cookie", device))).await
    }

    /// Gives somebody a mail address that nobody has verified.
    pub async fn set_email(&self, user: &Value, email: &'static str) {
        let user = UserId::new(user["id"].as_i64().unwrap());
        self.db
            .write(move |c| c.execute("UPDATE users SET email = $2, email_folded = $2 WHERE id = $1", &[&user, &email]))
            .await
            .unwrap();
    }

    /// Every mail so far, in the order of time, after the postman has gone his round.
    pub async fn mails(&self) -> Vec<ReadableMail> {
        self.postman.deliver_due().await.unwrap();
        let Ok(folder) = std::fs::read_dir(self.folder.path().join("mail")) else { return Vec::new() };
        let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|file| ReadableMail::parse(&std::fs::read(file).unwrap())).collect()
    }

    /// Stops as on a signal: what is in flight is answered first.
    pub fn begin_stop(&mut self) -> JoinHandle<()> {
        drop(self.stop.take());
        self.server.take().unwrap()
    }

    /// An organiser for events stored directly.
    pub async fn organiser(&self) -> UserId {
        self.add_person("Kilima", "0970000000", None).await
    }

    /// A professional who never signs in.
    pub async fn provider(&self, username: &str, phone: &str, activity: &str) -> UserId {
        self.add_person(username, phone, Some(activity.parse().unwrap())).await
    }

    async fn add_person(&self, username: &str, phone: &str, activity: Option<Activity>) -> UserId {
        let registration = accounts::Registration::check(username, phone, "secret1", "secret1").unwrap();
        self.db
            .write(move |c| {
                let now = domain::Instant::from_millis(0);
                accounts::insert(c, &PeopleFacts, &registration, "no password", activity, now)
            })
            .await
            .unwrap()
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

    pub async fn store(&self, event: TestEvent) -> EventId {
        let id = event.row.id;
        self.db
            .write(move |c| {
                events::insert(c, &NewEvent { event: event.row.clone(), created: event.created })?;
                for (position, (label, price, nbr_max)) in event.tickets.iter().enumerate() {
                    let (position, label) = (position as i64, label.clone());
                    let (price, nbr_max) = (*price, *nbr_max);
                    let new = NewTicketType { event: id, position, label, price, nbr_max, closed: false };
                    box_office::insert_ticket_type(c, &new)?;
                }
                Ok::<_, database::DbError>(())
            })
            .await
            .unwrap();
        id
    }
}

fn files_below(folder: &std::path::Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path.display().to_string()] }).collect()
}

/// A form with files: `multipart/form-data`.
#[derive(Default, Clone)]
pub struct Form(Vec<u8>);

impl Form {
    const BOUNDARY: &str = "----tukio-test";

    pub fn text(self, name: &str, value: &str) -> Form {
        self.part(&format!("name=\"{name}\""), value.as_bytes())
    }

    pub fn file(self, name: &str, file_name: &str, bytes: &[u8]) -> Form {
        self.part(&format!("name=\"{name}\"; filename=\"{file_name}\"\r\ncontent-type: image/jpeg"), bytes)
    }

    fn part(mut self, disposition: &str, bytes: &[u8]) -> Form {
        let head = format!("--{}\r\ncontent-disposition: form-data; {disposition}\r\n\r\n", Form::BOUNDARY);
        self.0.extend([head.as_bytes(), bytes, b"\r\n"].concat());
        self
    }

    pub fn body(&self) -> Vec<u8> {
        [&self.0[..], format!("--{}--\r\n", Form::BOUNDARY).as_bytes()].concat()
    }

    pub fn content_type() -> String {
        format!("multipart/form-data; boundary={}", Form::BOUNDARY)
    }

    pub fn fill(self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        request.header("content-type", Form::content_type()).body(self.body())
    }
}

/// The device cookie an answer sets, as a browser sends it back.
pub fn device_cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

/// The token of the link in a mail.
#[track_caller]
pub fn token_in(mail: &ReadableMail) -> String {
    let (_, rest) = mail.text.split_once("?token=").unwrap_or_else(|| panic!("no link in {mail:?}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

pub fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// An event to store: a concert in Lubumbashi today at 19:30 unless told otherwise.
pub struct TestEvent {
    pub row: EventRow,
    pub created: domain::Instant,
    tickets: Vec<(String, Money, i64)>,
}

impl TestEvent {
    pub fn new(number: i64, owner: UserId) -> TestEvent {
        let row = EventRow {
            id: EventId::new(100_000_000_000 + number),
            owner,
            name: format!("Concert {number}"),
            category: Category::from_slug("concerts").unwrap(),
            town: Town::Lubumbashi,
            first_day: day(TODAY),
            ended_day: None,
            hour: "19:30".parse().unwrap(),
            address: "Avenue Kasaï 12".to_owned(),
            place: None,
            description: None,
            picture: None,
            is_free: true,
            is_public: true,
            cancelled: false,
        };
        TestEvent { row, created: domain::Instant::from_millis(number), tickets: Vec::new() }
    }

    pub fn with(mut self, change: impl FnOnce(&mut EventRow)) -> TestEvent {
        change(&mut self.row);
        self
    }

    pub fn ticket(self, label: &str, major: i64, currency: Currency) -> TestEvent {
        self.places(label, major, currency, 100)
    }

    /// A ticket type with so many places.
    pub fn places(mut self, label: &str, major: i64, currency: Currency, places: i64) -> TestEvent {
        self.row.is_free = false;
        self.tickets.push((label.to_owned(), Money::from_minor(major * 100, currency), places));
        self
    }
}

/// A PostgreSQL database of one's own: a schema with a name nobody else has.
async fn fresh_schema() -> String {
    let url = std::env::var("TEST_POSTGRES_URL")
        .expect("TEST_POSTGRES_URL is not set: `make test` starts a PostgreSQL and sets it");
    let name = format!("test_{:016x}", u64::from_le_bytes(tukio::platform::random::bytes()));
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    client.batch_execute(&format!("CREATE SCHEMA {name}")).await.unwrap();
    drop(client);
    driver.await.unwrap().unwrap();
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}options=-csearch_path%3D{name}")
}
