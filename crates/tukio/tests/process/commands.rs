//! The commands besides `serve`.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use database::{Database, DbError, Options};

use crate::support::{Place, Said};

#[track_caller]
fn succeeded(said: Said) -> String {
    assert!(said.status.success(), "{}", said.stderr);
    said.stdout
}

#[test]
fn the_contract_is_the_committed_one() {
    let committed = include_str!("../../../../openapi.json");
    let printed = succeeded(Place::new().run(&["openapi"]));
    assert!(printed == committed, "openapi.json is not what the code says: `make contract` writes it anew");
}

#[test]
fn migrate_and_check_may_be_run_at_any_time() {
    let place = Place::new();
    for command in ["migrate", "migrate", "check"] {
        let said = succeeded(place.run(&[command]));
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn check_says_when_no_mail_can_leave() {
    // Bound and given back: nobody listens on it.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let away = Place::new().with("TUKIO_SMTP_URL", &format!("smtp://user:hunter2@{address}"));
    // A file in the folder's place: permissions don't stop root.
    let unwritable = Place::new();
    std::fs::create_dir(unwritable.path("data")).unwrap();
    std::fs::write(unwritable.path("data/mail"), "not a folder").unwrap();
    for (place, complaint) in
        [(away, "tukio: mail: the SMTP server can't be used: "), (unwritable, "tukio: mail: the folder data/mail ")]
    {
        let said = place.run(&["check"]);
        assert!(!said.status.success() && said.stdout.is_empty(), "{}", said.stdout);
        assert!(said.stderr.starts_with(complaint) && said.stderr.lines().count() == 1, "{}", said.stderr);
        assert!(!said.stderr.contains("hunter2"), "{}", said.stderr);
    }
}

#[test]
fn the_demo_is_filled_in_once() {
    let place = Place::new();
    let first = succeeded(place.run(&["demo"]));
    assert!(first.contains("organisateur"), "{first}");
    let second = succeeded(place.run(&["demo"]));
    assert!(second.contains("rien n'a été ajouté"), "{second}");
}

/// Sales of the demo are as good as real ones, and there is something of everything to look at.
async fn the_demo_adds_up(place: Place) {
    succeeded(place.run(&["demo"]));
    assert_eq!(succeeded(place.run(&["check"])), "Rien à signaler.\n");
    let db = Database::open(&Options::new(place.database_url())).unwrap();
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

#[tokio::test]
async fn the_demo_adds_up_on_sqlite() {
    the_demo_adds_up(Place::new()).await;
}

#[tokio::test]
async fn the_demo_adds_up_on_postgres() {
    the_demo_adds_up(Place::on_postgres().await).await;
}

#[test]
fn an_empty_folder_with_the_demo_serves_within_twenty_seconds() {
    let started = Instant::now();
    let place = Place::new().with("TUKIO_DEMO", "1");
    let server = place.serve();
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200 "));
    let took = started.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[tokio::test]
async fn check_names_a_figure_that_does_not_add_up() {
    let place = Place::new();
    succeeded(place.run(&["demo"]));
    assert_eq!(succeeded(place.run(&["check"])), "Rien à signaler.\n");
    let db = Database::open(&Options::new(format!("sqlite:{}", place.path("data/tukio.db").display()))).unwrap();
    let wrong = "UPDATE ticket_types SET sold = 1 WHERE id = (SELECT min(id) FROM ticket_types WHERE sold = 0)";
    db.write(move |c| c.execute(wrong, &[])).await.unwrap();
    db.close();
    let said = place.run(&["check"]);
    assert!(!said.status.success() && said.stdout.contains("1 sold (facts 0, tickets 0)"), "{}", said.stdout);
    assert_eq!((said.stdout.lines().count(), said.stderr.lines().count()), (1, 1), "{}{}", said.stdout, said.stderr);
}

#[tokio::test]
async fn a_backup_beside_a_running_server_is_whole() {
    let place = Place::new().with("TUKIO_DEMO", "1");
    let server = place.serve();
    let said = succeeded(place.run(&["backup", "copy.db"]));
    assert!(said.contains("copy.db"), "{said}");
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200 "), "the server went on");
    let figures = server.get("/metrics");
    assert!(figures.contains("payment_channel_operational{channel=\"card\"} 1"), "{figures}");

    let copy = Database::open(&Options::new(format!("sqlite:{}", place.path("copy.db").display()))).unwrap();
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

    let again = place.run(&["backup", "copy.db"]);
    assert!(!again.status.success(), "an earlier backup is never overwritten");
    assert_eq!(again.stderr.lines().count(), 1, "{}", again.stderr);
}
