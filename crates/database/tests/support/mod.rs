//! One test body, both engines: SQLite in a folder of its own, PostgreSQL in a schema of its own.
#![expect(clippy::expect_used, reason = "a test that can't be set up must say so")]
#![allow(dead_code, unused_macros, reason = "each test file uses its own part")]

use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::{Context, Poll, Waker};

use database::{Connection, Database, DbError, Options};

pub struct Home {
    url: String,
    folder: Option<tempfile::TempDir>,
    schema: Option<&'static str>,
}

impl Home {
    pub fn sqlite() -> Home {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        Home { url, folder: Some(folder), schema: None }
    }

    pub fn postgres() -> Home {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let schema: &str = format!("database_{}_{number}", std::process::id()).leak();
        run_as_admin(format!("create schema {schema}").leak());
        let url = postgres_url();
        let sign = if url.contains('?') { '&' } else { '?' };
        Home { url: format!("{url}{sign}options=-csearch_path%3D{schema}"), folder: None, schema: Some(schema) }
    }

    pub fn options(&self) -> Options {
        Options { readers: 3, ..Options::new(&self.url) }
    }

    pub fn folder(&self) -> &std::path::Path {
        self.folder.as_ref().expect("SQLite").path()
    }

    pub fn open(&self) -> Database {
        Database::open(&self.options()).expect("a database")
    }

    /// Whether there is no table, and in SQLite not even a file.
    pub fn is_untouched(&self) -> bool {
        if let Some(folder) = &self.folder {
            return folder.path().read_dir().expect("the folder").next().is_none();
        }
        let database = self.open();
        let tables = "select count(*) from pg_tables where schemaname = current_schema()";
        let count =
            run_apart(async move { database.read(move |c| c.query_one(tables, &[], |row| row.get::<i64>(0))).await });
        count.expect("a count") == 0
    }

    /// Open, with the table `things` that most tests use.
    pub async fn with_things(&self) -> Database {
        self.with_things_and(self.options()).await
    }

    pub async fn with_things_and(&self, options: Options) -> Database {
        let database = Database::open(&options).expect("a database");
        let created = database
            .write(|c: &mut Connection<'_>| {
                c.execute("create table things (id bigint not null primary key, label text not null)", &[])
            })
            .await;
        created.expect("the table things");
        database
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Some(schema) = self.schema {
            run_as_admin(format!("drop schema {schema} cascade").leak());
        }
    }
}

fn postgres_url() -> String {
    std::env::var("TEST_POSTGRES_URL")
        .expect("TEST_POSTGRES_URL names the PostgreSQL for tests: start it with `make test`")
}

fn run_as_admin(sql: &'static str) {
    let admin = Database::open(&Options { readers: 1, ..Options::new(postgres_url()) }).expect("PostgreSQL");
    run_apart(async move { admin.write(move |c| c.execute(sql, &[])).await }).expect(sql);
}

/// On a thread of its own: a test may already be inside of a runtime.
fn run_apart<T: Send + 'static>(
    future: impl Future<Output = Result<T, DbError>> + Send + 'static,
) -> Result<T, DbError> {
    std::thread::spawn(move || run(future)).join().expect("no panic")
}

pub fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().expect("a runtime");
    // Nothing of the database needs a runtime's timers or sockets: none are enabled here.
    runtime.block_on(future)
}

pub fn insert(id: i64) -> impl Fn(&mut Connection<'_>) -> Result<u64, DbError> + Send + 'static {
    move |c| c.execute("insert into things (id, label) values ($1, $2)", &[&id, &format!("thing {id}")])
}

pub async fn ids(database: &Database) -> Vec<i64> {
    database.read(|c| c.query("select id from things order by id", &[], |row| row.get(0))).await.expect("the ids")
}

/// Polls once, which is enough to put work into the queue.
pub fn start<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Occupies the one connection that writes until it is let go: what is started meanwhile waits in the queue.
pub struct Held {
    let_go: Sender<()>,
    work: tokio::task::JoinHandle<Result<(), DbError>>,
}

impl Held {
    pub fn occupy(database: &Database) -> Held {
        let (begun, has_begun) = channel();
        let (let_go, may_end) = channel();
        let database = database.clone();
        let work = tokio::spawn(async move {
            let work = move |_: &mut Connection<'_>| {
                begun.send(()).expect("the test listens");
                may_end.recv().map_err(|_| DbError::Closed)
            };
            database.write(work).await
        });
        has_begun.recv().expect("the work begins");
        Held { let_go, work }
    }

    pub async fn let_go(self) {
        self.let_go.send(()).expect("the work waits");
        self.work.await.expect("no panic").expect("the work ends well");
    }
}

// Two tests of one body, each on an engine: `#[apply(both_engines)] fn what_is_so(home: Home) { … }`.
#[rstest_reuse::template]
#[rstest::rstest]
#[case::sqlite(Home::sqlite())]
#[case::postgres(Home::postgres())]
fn both_engines(#[case] home: Home) {}
