//! The directory at scale: how long its pages and searches take over HTTP, from the request to the last byte, one after
//! the other on one connection, with 2,000 and with 200,000 people, on both engines.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use tukio::app;
use tukio::config::Config;

use crate::report::{Goal, Row, Section, times};
use crate::server::{Server, What};
use crate::{Failure, fill, load};

const SIZES: [i64; 2] = [2_000, 200_000];
const ASKED: usize = 300;
const WARM_UP: usize = 30;
const GOAL: f64 = 20.0;

/// Where a PostgreSQL listens, as `scripts/with-postgres` sets it.
const POSTGRES: &str = "TUKIO_TEST_POSTGRES_URL";

struct Measured {
    half: f64,
    nearly_all: f64,
}

pub fn run() -> Result<Section, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<Section, Failure> {
    let mut rows = Vec::new();
    let mut notes = vec![
        "Nothing of it is cached: every answer is read from the database. p99 is the slowest but one percent."
            .to_owned(),
    ];
    rows.extend(engine("SQLite", None).await?);
    match std::env::var(POSTGRES) {
        Ok(url) => rows.extend(engine("PostgreSQL", Some(&url)).await?),
        Err(_) => notes.push(format!("PostgreSQL: run it by scripts/with-postgres, or set {POSTGRES}.")),
    }
    Ok(Section {
        title: format!(
            "directory: {ASKED} answers each over HTTP, milliseconds; growth of p50 with a hundredfold of people"
        ),
        columns: &["", "2 000: p50", "p99", "200 000: p50", "p99", "growth"],
        rows,
        notes,
    })
}

async fn engine(name: &str, postgres: Option<&str>) -> Result<Vec<Row>, Failure> {
    let few = one_size(SIZES[0], postgres).await?;
    let many = one_size(SIZES[1], postgres).await?;
    let heading = Row { name: name.to_owned(), figures: Vec::new(), goal: None };
    let millis = |millis: f64| format!("{millis:.2}");
    let row = |((name, _), (few, many)): (&(&str, String), (&Measured, &Measured))| Row {
        name: format!("  {name}"),
        figures: vec![
            millis(few.half),
            millis(few.nearly_all),
            millis(many.half),
            millis(many.nearly_all),
            times(many.half / few.half),
        ],
        goal: Some(Goal::Millis { millis: many.nearly_all, below: GOAL }),
    };
    let rows = cases(SIZES[0]);
    Ok(std::iter::once(heading).chain(rows.iter().zip(few.iter().zip(&many)).map(row)).collect())
}

/// What is asked of a directory of so many people.
fn cases(people: i64) -> Vec<(&'static str, String)> {
    let pages = people / 10;
    let page = |page: i64| format!("/api/users/?page={page}");
    let search = |words: &str| format!("/api/users/?search={words}");
    vec![
        ("first page", page(1)),
        ("page 1 000, or a middle one", page(pages.min(2000) / 2)),
        ("the very middle, farthest from both ends", page(pages / 2)),
        ("last page", page(pages)),
        ("an activity", "/api/users/?activity=Traiteur".to_owned()),
        ("an activity, in its middle", format!("/api/users/?activity=Traiteur&page={}", people / 800)),
        ("a word", search("mukendi")),
        ("one letter", search("m")),
        ("one letter, deep", format!("/api/users/?search=m&page={}", people / 60)),
        ("two words", search("jean+mukendi")),
        ("two letters", search("m+k")),
        ("an activity and a letter", "/api/users/?activity=Traiteur&search=m".to_owned()),
        ("a name nobody has", search("zzyzx")),
    ]
}

async fn one_size(people: i64, postgres: Option<&str>) -> Result<Vec<Measured>, Failure> {
    // Beside the binary, on a real disk.
    let binary = std::env::current_exe()?;
    let folder = tempfile::tempdir_in(binary.parent().ok_or("the benchmark has no folder")?)?;
    let database = match postgres {
        Some(url) => fresh_schema(url, people).await?,
        None => format!("sqlite:{}", folder.path().join("tukio.db").display()),
    };
    eprintln!("  filling in {people} people …");
    filled(folder.path(), &database, people).await?;
    if postgres.is_some() {
        tidied(&database).await?;
    }
    let server = Server::start(&What::Filled(folder.path().to_owned(), database))?;
    let mut measured = Vec::new();
    for (_, path) in cases(people) {
        let request = load::request(&path, "identity");
        load::times(server.address, &request, WARM_UP).await?;
        measured.push(Measured::of(load::times(server.address, &request, ASKED).await?));
    }
    Ok(measured)
}

async fn filled(folder: &Path, database: &str, people: i64) -> Result<(), Failure> {
    let variables = HashMap::from([
        ("TUKIO_DATA_DIR".to_owned(), folder.display().to_string()),
        ("TUKIO_DATABASE_URL".to_owned(), database.to_owned()),
    ]);
    let config = Config::from_map(variables)?;
    let db = tokio::task::spawn_blocking(move || app::open_database(&config)).await??;
    fill::people(&db, people).await?;
    tokio::task::spawn_blocking(move || db.close()).await?;
    Ok(())
}

/// A schema of its own in the given database, new each time.
async fn fresh_schema(url: &str, people: i64) -> Result<String, Failure> {
    let name = format!("bench_directory_{people}");
    in_postgres(url, &format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}")).await?;
    let separator = if url.contains('?') { '&' } else { '?' };
    Ok(format!("{url}{separator}options=-csearch_path%3D{name}"))
}

/// What PostgreSQL does by itself within minutes of such a change.
async fn tidied(url: &str) -> Result<(), Failure> {
    for table in ["users", "directory", "directory_words", "directory_counts"] {
        in_postgres(url, &format!("VACUUM ANALYZE {table}")).await?;
    }
    Ok(())
}

async fn in_postgres(url: &str, statements: &str) -> Result<(), Failure> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
    let driver = tokio::spawn(connection);
    client.batch_execute(statements).await?;
    drop(client);
    Ok(driver.await??)
}

impl Measured {
    fn of(mut times: Vec<Duration>) -> Measured {
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1000.0;
        Measured { half: at(0.5), nearly_all: at(0.99) }
    }
}
