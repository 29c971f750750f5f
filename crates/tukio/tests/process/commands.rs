//! The commands besides `serve`.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use database::{Database, DbError, Options};
use rstest_reuse::apply;

use crate::support::{Engine, RunFolder, Said, Server, both_engines};

const NOTHING_WRONG: &str = "Rien à signaler.\n";

/// A remark beside it.
const NO_GATEWAY: &str = "no SMS gateway is set: telephone numbers are not proved, and tickets are passed on to any number; \
    TUKIO_SMS_URL or TUKIO_WHATSAPP_URL sets one\n";

#[track_caller]
fn succeeded(said: Said) -> String {
    assert!(said.status.success(), "{}", said.stderr);
    said.stdout
}

#[test]
fn the_contract_is_the_committed_one() {
    let committed = include_str!("../../../../openapi.json");
    let printed = succeeded(RunFolder::new().run(&["openapi"]));
    assert!(printed == committed, "openapi.json is not what the code says: `make contract` writes it anew");
}

#[test]
fn migrate_and_check_may_be_run_at_any_time() {
    let folder = RunFolder::new();
    for command in ["migrate", "migrate"] {
        let said = succeeded(folder.run(&[command]));
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert_eq!(succeeded(folder.run(&["check"])), NOTHING_WRONG);
}

#[test]
fn check_remarks_that_numbers_are_not_proved() {
    let folder = RunFolder::new().with("TUKIO_SMS_URL", "http://gateway.example/send?password=hunter2");
    succeeded(folder.run(&["migrate"]));
    let remarks = |folder: &RunFolder| {
        let said = folder.run(&["check"]);
        let is_remarked = said.stderr.contains(NO_GATEWAY);
        assert_eq!(succeeded(said), NOTHING_WRONG);
        is_remarked
    };
    assert!(!remarks(&folder));
    assert!(remarks(&folder.with("TUKIO_SMS_URL", "")));
}

#[test]
fn a_proxy_that_is_not_believed_is_remarked_upon() {
    let behind_proxy =
        || RunFolder::new().with("TUKIO_PUBLIC_URL", "https://tukio.example").with("TUKIO_ALLOW_SANDBOX", "1");
    let folder = behind_proxy();
    succeeded(folder.run(&["migrate"]));
    let said = succeeded(folder.run(&["check"]));
    assert!(said.starts_with("TUKIO_TRUST_PROXY: off although TUKIO_PUBLIC_URL is https"), "{said}");
    assert!(said.ends_with("Rien à signaler.\n"), "a remark is no failure: {said}");
    assert!(folder.serve().log().contains("TUKIO_TRUST_PROXY: off although"));
    let believed = behind_proxy().with("TUKIO_TRUST_PROXY", "1");
    succeeded(believed.run(&["migrate"]));
    assert_eq!(succeeded(believed.run(&["check"])), "Rien à signaler.\n");
}

#[test]
fn another_ticket_key_is_made_each_time() {
    let folder = RunFolder::new();
    for _ in 0..2 {
        let said = succeeded(folder.run(&["rotate-ticket-key"]));
        assert!(said.contains("nouvelle clé") && said.lines().count() == 1, "{said}");
    }
    succeeded(folder.run(&["check"]));
}

#[test]
fn check_says_when_no_mail_can_leave() {
    // Bound and given back: nobody listens on it.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let away = RunFolder::new().with("TUKIO_SMTP_URL", &format!("smtp://user:hunter2@{address}"));
    // A file in the folder's place: permissions don't stop root.
    let unwritable = RunFolder::new();
    for folder in [&away, &unwritable] {
        succeeded(folder.run(&["migrate"]));
    }
    std::fs::write(unwritable.path("data/mail"), "not a folder").unwrap();
    for (folder, complaint) in
        [(away, "tukio: mail: the SMTP server can't be used: "), (unwritable, "tukio: mail: the folder data/mail ")]
    {
        let said = folder.run(&["check"]);
        assert!(!said.status.success() && said.stdout.is_empty(), "{}", said.stdout);
        assert!(said.stderr.starts_with(complaint) && said.stderr.lines().count() == 1, "{}", said.stderr);
        assert!(!said.stderr.contains("hunter2"), "{}", said.stderr);
    }
}

/// Lets a database look as if the program that made it knew one step less, or one more.
async fn with_steps(folder: &RunFolder, sql: &'static str) {
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    db.write(move |c| c.execute(sql, &[])).await.unwrap();
    db.close();
}

async fn steps(folder: &RunFolder) -> i64 {
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let count = db.read(|c| c.query_one("SELECT count(*) FROM schema_migrations", &[], |row| row.get(0)));
    let count = count.await.unwrap_or_else(|error: DbError| panic!("{error}"));
    db.close();
    count
}

const ONE_LESS: &str = "DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)";
const ONE_MORE: &str = "INSERT INTO schema_migrations (name, hash, applied_at) VALUES ('9999_later', 'x', 0)";

#[apply(both_engines)]
async fn check_changes_no_table(engine: Engine) {
    if let Engine::Postgres = engine {
        let empty = RunFolder::on(engine).await.run(&["check"]);
        assert!(empty.stderr.contains("it lacks 0001_accounts"), "{}", empty.stderr);
    }
    let folder = RunFolder::on(engine).await;
    succeeded(folder.run(&["migrate"]));
    let all = steps(&folder).await;
    with_steps(&folder, ONE_LESS).await;
    let older = folder.run(&["check"]);
    assert!(older.stderr.starts_with("tukio: the database is older than this program: it lacks "), "{}", older.stderr);
    assert!(!older.status.success() && older.stdout.is_empty(), "{}", older.stdout);
    assert_eq!(steps(&folder).await, all - 1, "nothing was applied");
    with_steps(&folder, ONE_MORE).await;
    let newer = folder.run(&["check"]);
    assert!(newer.stderr.contains("newer than this program: it has the migration 9999_later"), "{}", newer.stderr);
    assert!(!newer.status.success() && newer.stdout.is_empty(), "{}", newer.stdout);
}

#[test]
fn where_there_is_no_database_none_is_made() {
    let folder = RunFolder::new();
    for command in [&["check"][..], &["backup", "copy.db"]] {
        let said = folder.run(command);
        assert!(
            !said.status.success() && said.stderr.contains("there is no database at data/tukio.db yet"),
            "{}",
            said.stderr
        );
        assert!(!folder.path("data").exists() && !folder.path("copy.db").exists());
    }
}

#[tokio::test]
async fn a_backup_is_made_of_an_older_and_of_a_newer_database() {
    let folder = RunFolder::new();
    succeeded(folder.run(&["migrate"]));
    let all = steps(&folder).await;
    for (sql, file, expected) in [(ONE_LESS, "older.db", all - 1), (ONE_MORE, "newer.db", all)] {
        with_steps(&folder, sql).await;
        succeeded(folder.run(&["backup", file]));
        assert_eq!(steps(&folder).await, expected, "the database is as it was");
        let copy = RunFolder::new().with("TUKIO_DATABASE_URL", &format!("sqlite:{}", folder.path(file).display()));
        assert_eq!(steps(&copy).await, expected);
    }
}

#[tokio::test]
async fn postgresql_has_its_own_way_to_be_backed_up() {
    let said = RunFolder::on(Engine::Postgres).await.run(&["backup", "copy.sql"]);
    assert!(!said.status.success() && said.stderr.contains("use pg_dump"), "{}", said.stderr);
}

#[test]
fn the_demo_is_filled_in_once() {
    let folder = RunFolder::new();
    let first = succeeded(folder.run(&["demo"]));
    assert!(first.contains("organisateur"), "{first}");
    let second = succeeded(folder.run(&["demo"]));
    assert!(second.contains("rien n'a été ajouté"), "{second}");
}

/// Sales of the demo are as good as real ones, and there is something of everything to look at.
#[apply(both_engines)]
async fn the_demo_adds_up(engine: Engine) {
    let folder = RunFolder::on(engine).await;
    succeeded(folder.run(&["demo"]));
    assert_eq!(succeeded(folder.run(&["check"])), NOTHING_WRONG);
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let count = async |sql: &'static str| -> i64 {
        db.read(move |c| c.query_one(sql, &[], |row| row.get(0)))
            .await
            .unwrap_or_else(|error: DbError| panic!("{error}"))
    };
    for (expected, sql) in [
        (1000.., "SELECT count(*) FROM tickets WHERE status = 'valid'"),
        (100.., "SELECT count(*) FROM tickets WHERE status = 'scanned'"),
        (5.., "SELECT count(*) FROM tickets WHERE status = 'refunded'"),
        (3.., "SELECT count(*) FROM ticket_types WHERE sold = nbr_max"),
        (2.., "SELECT count(*) FROM ticket_types WHERE nbr_max - sold = 2"),
        (5.., "SELECT count(*) FROM ticket_types WHERE sold = 0"),
        (
            8..,
            "SELECT count(*) FROM events JOIN users ON owner_id = users.id WHERE username = 'organisateur'
            AND EXISTS (SELECT 1 FROM ticket_types WHERE event_id = events.id AND sold > 0)",
        ),
        (
            6..,
            "SELECT count(*) FROM tickets JOIN users ON holder_id = users.id JOIN events ON events.id = event_id
            WHERE username = 'participant' AND status = 'valid' AND is_listed = TRUE
            AND over_at > (SELECT max(created_at) FROM events)",
        ),
        (
            2..,
            "SELECT count(*) FROM tickets JOIN users ON holder_id = users.id
            WHERE username = 'participant' AND status = 'scanned'",
        ),
        (
            2..,
            "SELECT count(*) FROM tickets JOIN users ON holder_id = users.id
            WHERE username = 'participant' AND status = 'refunded'",
        ),
    ] {
        let found = count(sql).await;
        assert!(expected.contains(&found), "{found} of {sql}");
    }
    db.close();
}

#[test]
fn an_empty_folder_with_the_demo_serves_within_twenty_seconds() {
    let started = Instant::now();
    let folder = RunFolder::new().with("TUKIO_DEMO", "1");
    let server = folder.serve();
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200 "));
    let took = started.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[tokio::test]
async fn check_names_a_figure_that_does_not_add_up() {
    let folder = RunFolder::new();
    succeeded(folder.run(&["demo"]));
    assert_eq!(succeeded(folder.run(&["check"])), NOTHING_WRONG);
    let db = Database::open(&Options::new(format!("sqlite:{}", folder.path("data/tukio.db").display()))).unwrap();
    let wrong = "UPDATE ticket_types SET sold = 1 WHERE id = (SELECT min(id) FROM ticket_types WHERE sold = 0)";
    db.write(move |c| c.execute(wrong, &[])).await.unwrap();
    db.close();
    let said = folder.run(&["check"]);
    assert!(!said.status.success() && said.stdout.contains("1 sold (facts 0, tickets 0)"), "{}", said.stdout);
    assert_eq!((said.stdout.lines().count(), said.stderr.lines().count()), (1, 1), "{}{}", said.stdout, said.stderr);
}

#[test]
fn metrics_have_an_address_of_their_own() {
    let folder = RunFolder::new().with("TUKIO_METRICS_LISTEN", "127.0.0.1:0");
    let server = folder.serve();
    let address = server.metrics_address();
    let figures = Server::get_from(address, "/metrics");
    assert!(figures.contains("payment_channel_operational{provider=\"sandbox\",channel=\"card\"} 1"), "{figures}");
    let build = concat!("tukio_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(figures.contains(build), "{figures}");
    let elsewhere = Server::get_from(address, "/healthz");
    assert!(elsewhere.starts_with("HTTP/1.1 404 "), "nothing else is told there: {elsewhere}");
    let main = server.get("/metrics");
    assert!(main.starts_with("HTTP/1.1 404 ") && !main.contains("payment_channel"), "{main}");
}

#[test]
fn program_and_pages_name_the_same_version() {
    let folder = RunFolder::new();
    let told = succeeded(folder.run(&["--version"]));
    let number = told.trim().strip_prefix("tukio ").unwrap();
    assert!(number.starts_with(env!("CARGO_PKG_VERSION")), "{told}");
    // React puts a comment between its text and a value.
    let page = folder.serve().get("/about").replace("<!-- -->", "");
    assert!(page.contains(&format!("Tukio, version {number}<")), "{page}");
}

#[test]
fn the_server_says_that_no_money_moves() {
    let server = RunFolder::new().serve();
    let said = server.says("ATTENTION : ");
    assert!(said.contains("AUCUN ARGENT NE CIRCULE"), "{said}");
}

#[tokio::test]
async fn a_backup_beside_a_running_server_is_whole() {
    let folder = RunFolder::new().with("TUKIO_DEMO", "1");
    let server = folder.serve();
    let said = succeeded(folder.run(&["backup", "copy.db"]));
    assert!(said.contains("copy.db"), "{said}");
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200 "), "the server went on");

    let copy = Database::open(&Options::new(format!("sqlite:{}", folder.path("copy.db").display()))).unwrap();
    let (events, state) = copy
        .read(|c| {
            let events = c.query_one("SELECT count(*) FROM events", &[], |row| row.get::<i64>(0))?;
            let state = c.query_one("PRAGMA integrity_check", &[], |row| row.get::<String>(0))?;
            Ok::<_, database::DbError>((events, state))
        })
        .await
        .unwrap();
    assert!(events > 0);
    assert_eq!(state, "ok");
    copy.close();

    let again = folder.run(&["backup", "copy.db"]);
    assert!(!again.status.success(), "an earlier backup is never overwritten");
    assert_eq!(again.stderr.lines().count(), 1, "{}", again.stderr);
}
