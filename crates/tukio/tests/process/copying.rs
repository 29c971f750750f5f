//! `tukio copy`: from one engine to the other and back, refused, and cut off.

use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use database::{Database, DbError, Options};
use rstest_reuse::apply;
use tokio_postgres::{Client, NoTls};
use tukio::migrations::MIGRATIONS;

use crate::support::{Answers, Engine, RunFolder, Said, Server, both_engines, fresh_schema};

const NOTHING_WRONG: &str = "Rien à signaler.\n";

#[track_caller]
fn succeeded(said: Said) -> String {
    assert!(said.status.success(), "{}", said.stderr);
    said.stdout
}

fn stopped(mut server: Server) {
    server.ask_to_stop();
    server.wait();
}

/// Runs in one folder on another database: the storage stays what it is.
fn on(folder: RunFolder, url: &str) -> RunFolder {
    folder.with("TUKIO_DATABASE_URL", url)
}

fn sqlite_url(folder: &RunFolder, name: &str) -> String {
    format!("sqlite:{}", folder.path(name).display())
}

/// The names in `CREATE TABLE` of all migrations: another way to know them than the one of the program.
fn tables() -> Vec<&'static str> {
    let statements = MIGRATIONS.iter().flat_map(|migration| migration.sqlite.split("CREATE TABLE ").skip(1));
    let mut names: Vec<&str> = statements.filter_map(|rest| rest.split_whitespace().next()).collect();
    names.sort_unstable();
    names
}

/// Rows of each table that the one file has and the other not: none, if they hold the same.
fn differences(one: &Path, other: &Path) -> Vec<(&'static str, i64)> {
    let files = rusqlite::Connection::open(one).unwrap();
    files.execute("ATTACH $1 AS other", [other.to_str().unwrap()]).unwrap();
    let count = |table: &str| {
        let (here, there) = (format!("SELECT * FROM main.{table}"), format!("SELECT * FROM other.{table}"));
        let sql = format!(
            "SELECT (SELECT count(*) FROM ({here} EXCEPT {there})) + (SELECT count(*) FROM ({there} EXCEPT {here}))
             + abs((SELECT count(*) FROM main.{table}) - (SELECT count(*) FROM other.{table}))"
        );
        files.query_row(&sql, (), |row| row.get::<_, i64>(0)).unwrap()
    };
    tables().into_iter().map(|table| (table, count(table))).filter(|(_, count)| *count > 0).collect()
}

/// The tables that the command has told of, with their rows.
fn told(said: &str) -> Vec<(&str, i64)> {
    let lines = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut told: Vec<(&str, i64)> = lines
        .filter_map(|words| match &*words {
            [table, rows] => Some((*table, rows.parse().ok()?)),
            _ => None,
        })
        .collect();
    told.sort_unstable();
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn there_and_back_each_answer_is_the_same() {
    let mut folder = RunFolder::new().at_one_address();
    succeeded(folder.run(&["demo"]));
    // The first start makes the keys that sign tickets and sessions.
    stopped(folder.serve());
    let urls = [folder.database_url(), fresh_schema().await, sqlite_url(&folder, "back.db")];
    for pair in urls.windows(2) {
        let said = succeeded(folder.run(&["copy", "--from", &pair[0], "--to", &pair[1]]));
        let told = told(&said);
        assert_eq!(told.iter().map(|(table, _)| *table).collect::<Vec<_>>(), tables(), "{said}");
        assert!(told.iter().any(|(table, rows)| *table == "tickets" && *rows > 1000), "{said}");
    }
    let (original, back) = (folder.path("data/tukio.db"), folder.path("back.db"));
    let different = differences(&original, &back);
    assert!(different.is_empty(), "{different:?}");

    let mut answers = Vec::new();
    for url in &urls {
        folder = on(folder, url);
        assert_eq!(succeeded(folder.run(&["check"])), NOTHING_WRONG, "{url}");
        let server = folder.serve();
        answers.push(Answers::of(server.address).await);
        stopped(server);
    }
    answers[0].assert_complete();
    for (copy, url) in answers[1..].iter().zip(&urls[1..]) {
        assert_eq!(answers[0].differences(copy), [""; 0], "{url}");
    }

    // The canary: one row that is gone is seen.
    let file = rusqlite::Connection::open(&back).unwrap();
    file.execute("DELETE FROM follows WHERE rowid = (SELECT min(rowid) FROM follows)", ()).unwrap();
    assert_eq!(differences(&original, &back).iter().filter(|(table, _)| *table == "follows").count(), 1);
}

#[track_caller]
fn refused(folder: &RunFolder, from: &str, to: &str) -> String {
    let said = folder.run(&["copy", "--from", from, "--to", to]);
    assert_eq!((said.status.code(), said.stdout.as_str()), (Some(1), ""), "{}", said.stderr);
    assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    assert!(!said.stderr.contains("hunter2"), "{}", said.stderr);
    said.stderr
}

#[tokio::test]
async fn what_is_wrong_is_said_in_one_sentence() {
    let folder = RunFolder::new();
    succeeded(folder.run(&["migrate"]));
    let here = folder.database_url();
    let schema = fresh_schema().await;
    // Bound and given back: nobody listens on it.
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let unreachable = format!("postgres://tukio:hunter2@{nobody}/tukio");
    let (here, schema, unreachable) = (&*here, &*schema, &*unreachable);
    for (from, to, sentence) in [
        ("mysql://root:hunter2@host/db", here, "tukio: the source: unknown database scheme \"mysql\""),
        (here, "hunter2", "tukio: the target: the database URL has no scheme"),
        (here, "postgres://root:a/hunter2@host/db", "tukio: the target: the PostgreSQL URL can't be read"),
        (unreachable, here, "tukio: the source: PostgreSQL at 127.0.0.1:"),
        (here, unreachable, "tukio: the target: PostgreSQL at 127.0.0.1:"),
        ("sqlite:elsewhere.db", schema, "tukio: the source: there is no database at elsewhere.db yet"),
        (here, here, "tukio: the source and the target are the same database"),
        (schema, here, "tukio: the source holds nothing of this program"),
    ] {
        let said = refused(&folder, from, to);
        assert!(said.starts_with(sentence), "{said}");
    }
    assert!(!folder.path("elsewhere.db").exists());
}

const PERSON: &str = "INSERT INTO users (username, username_folded, phone, phone_normal, password_hash, created_at)
    VALUES ('Amina', 'amina', '0990000001', '+243990000001', '-', 0)";

async fn add_person(url: &str) {
    let db = Database::open(&Options::new(url)).unwrap();
    db.write(|c| c.execute(PERSON, &[])).await.unwrap();
    db.close();
}

async fn people(url: &str) -> i64 {
    let db = Database::open(&Options::new(url)).unwrap();
    let count = db.read(|c| c.query_one("SELECT count(*) FROM users", &[], |row| row.get(0))).await;
    db.close();
    count.unwrap_or_else(|error: DbError| panic!("{error}"))
}

#[apply(both_engines)]
async fn a_target_with_rows_is_left_as_it_is(engine: Engine) {
    let source = RunFolder::new();
    let target = RunFolder::on(engine).await;
    for folder in [&source, &target] {
        succeeded(folder.run(&["migrate"]));
        add_person(&folder.database_url()).await;
    }
    let said = refused(&source, &source.database_url(), &target.database_url());
    assert!(said.starts_with("tukio: the target is not empty: the table users has rows"), "{said}");
    assert_eq!(people(&target.database_url()).await, 1);
}

/// Holds a table of PostgreSQL, so that a copy stops there until it is let go.
async fn hold_tickets(url: &str, how: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(&format!("BEGIN; LOCK TABLE tickets IN {how} MODE")).await.unwrap();
    client
}

/// Returns once somebody waits for that table.
async fn somebody_waits(client: &Client) {
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'tickets'::regclass";
    while client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[apply(both_engines)]
async fn a_copy_that_is_killed_leaves_nothing_and_is_made_again(engine: Engine) {
    let folder = RunFolder::new();
    let (in_file, in_schema) = (folder.database_url(), fresh_schema().await);
    let postgres = on(RunFolder::new(), &in_schema);
    succeeded(postgres.run(&["migrate"]));
    // Whichever side is PostgreSQL stops the copy behind the table of the people.
    let (from, to, how) = match engine {
        Engine::Sqlite => (&in_schema, &in_file, "ACCESS EXCLUSIVE"),
        Engine::Postgres => (&in_file, &in_schema, "SHARE"),
    };
    succeeded(on(RunFolder::new(), from).run(&["migrate"]));
    add_person(from).await;
    let holding = hold_tickets(&in_schema, how).await;
    let mut copying = folder.start(&["copy", "--from", from, "--to", to]);
    somebody_waits(&holding).await;
    copying.kill().unwrap();
    copying.wait().unwrap();
    drop(holding);
    if let Engine::Sqlite = engine {
        let said = on(RunFolder::new(), to).run(&["check"]);
        assert!(said.stderr.contains("it lacks 0001_accounts"), "{}", said.stderr);
    } else {
        assert_eq!(people(to).await, 0);
    }
    let said = succeeded(folder.run(&["copy", "--from", from, "--to", to]));
    assert!(told(&said).contains(&("users", 1)), "{said}");
    assert_eq!(people(to).await, 1);
}
