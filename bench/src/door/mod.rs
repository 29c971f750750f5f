//! The door: how many scans a second, how long a scan takes at a thousand a second against a bare signed-in POST, and how
//! many bytes a gate reads before and during an evening.

mod crowd;
mod roster;
mod scans;

use box_office::audit;
use database::Database;

use crate::Failure;
use crate::report::{Goal, Row, Section, times, whole};
use crate::scale::{self, POSTGRES, Percentiles};
use crate::server::{Server, ServerKind};
use crowd::Crowd;
use scans::{Steady, admit_all, at_a_steady_rate};

const TICKETS: usize = 50_000;

/// Scans that make the server warm, those of the steady rate, and those after which a gate asks for what is new. The rest
/// of the tickets come as fast as they can.
const WARM_UP: usize = 2_000;
const STEADY: usize = 10_000;
const NEWS: usize = 1_000;

const PER_SECOND: f64 = 5_000.0;
const TIMES_BARE: f64 = 5.0;
const ROSTER_BYTES: f64 = 900_000.0;
const DELTA_BYTES: f64 = 10_000.0;
/// A thin network, in bytes a second: 400 kbit/s.
const THIN_NETWORK: f64 = 50_000.0;

struct Outcome {
    per_second: f64,
    crowded: Percentiles,
    steady: Percentiles,
    bare: Percentiles,
    roster: roster::Sizes,
    delta: usize,
}

pub fn run() -> Result<Section, Failure> {
    // The client has one core's worth of threads: the server needs the rest.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<Section, Failure> {
    let mut rows = rows_of("SQLite", &evening(None).await?, Some(PER_SECOND));
    let mut notes = vec![
        format!("{TICKETS} tickets, each admitted once; the door's and the box office's audits agree."),
        "Steady: 1 000 scans a second; the bare POST is signed in and refused before a database is asked.".to_owned(),
    ];
    match std::env::var(POSTGRES) {
        Ok(url) => rows.extend(rows_of("PostgreSQL", &evening(Some(&url)).await?, None)),
        Err(_) => notes.push(format!("PostgreSQL: run it by scripts/with-postgres, or set {POSTGRES}.")),
    }
    Ok(Section {
        title: "door: scans over HTTP, signed in, every admission on the disk before it is answered".into(),
        columns: &["", "figure", "p50 ms", "p99 ms"],
        rows,
        notes,
    })
}

fn rows_of(engine: &str, evening: &Outcome, per_second: Option<f64>) -> Vec<Row> {
    let millis = |times: &Percentiles| [format!("{:.2}", times.p50), format!("{:.2}", times.p99)];
    let row = |name: &str, figure: String, millis: &[String], goal| Row {
        name: format!("{engine}, {name}"),
        figures: [&[figure][..], millis].concat(),
        goal,
    };
    let least = per_second.map(|at_least| Goal::AtLeast { figure: evening.per_second, at_least });
    let ratio = evening.steady.p99 / evening.bare.p99;
    let seconds = |bytes: usize| format!("{:.1} s", bytes as f64 / THIN_NETWORK);
    vec![
        row("scans/s", whole(evening.per_second), &millis(&evening.crowded), least),
        row("a scan at a steady rate", String::new(), &millis(&evening.steady), None),
        row("a bare POST at that rate", String::new(), &millis(&evening.bare), None),
        row("p99 of both", times(ratio), &[], Some(Goal::AtMost { figure: ratio, at_most: TIMES_BARE })),
        row(
            "bytes of the roster",
            whole(evening.roster.whole as f64),
            &[],
            Some(most(evening.roster.whole, ROSTER_BYTES)),
        ),
        row("  whole at 400 kbit/s", seconds(evening.roster.whole), &[], None),
        row("  admits by signature", seconds(evening.roster.first_page), &[], None),
        row("bytes after 1 000 scans", whole(evening.delta as f64), &[], Some(most(evening.delta, DELTA_BYTES))),
    ]
}

fn most(bytes: usize, at_most: f64) -> Goal {
    Goal::AtMost { figure: bytes as f64, at_most }
}

async fn evening(postgres: Option<&str>) -> Result<Outcome, Failure> {
    let folder = scale::folder()?;
    let database = scale::address(folder.path(), postgres, "door").await?;
    let db = scale::open(folder.path(), &database).await?;
    let crowd = Crowd::fill(&db, TICKETS).await?;
    if postgres.is_some() {
        scale::vacuum(&database).await?;
    }
    close(db).await?;
    let server = Server::start(&ServerKind::Filled(folder.path().to_owned(), database.clone()))?;
    let outcome = at_the_gates(&server, &crowd).await?;
    drop(server);
    let db = scale::open(folder.path(), &database).await?;
    check_books(&db).await?;
    close(db).await?;
    Ok(outcome)
}

async fn at_the_gates(server: &Server, crowd: &Crowd) -> Result<Outcome, Failure> {
    let scans = crowd.scans();
    let (warm_up, rest) = scans.split_at(WARM_UP);
    let (steady, rest) = rest.split_at(STEADY);
    let (news, rest) = rest.split_at(NEWS);
    let (roster, cursor) = roster::read(server, crowd).await?;
    admit_all(server, warm_up).await?;
    let bare = vec![crowd.bare_post(); STEADY];
    let bare = at_a_steady_rate(server, Steady { requests: &bare, status: 400 }).await?;
    let steady = at_a_steady_rate(server, Steady { requests: steady, status: 200 }).await?;
    let cursor = roster::read_news(server, crowd, &cursor).await?.1;
    admit_all(server, news).await?;
    let (delta, _) = roster::read_news(server, crowd, &cursor).await?;
    let (seconds, crowded) = admit_all(server, rest).await?;
    Ok(Outcome { per_second: rest.len() as f64 / seconds, crowded, steady, bare, roster, delta })
}

/// Every ticket was admitted, and the product's own audits find nothing.
async fn check_books(db: &Database) -> Result<(), Failure> {
    let admitted = "SELECT count(*) FROM door_entries";
    let admitted: i64 = db.read(move |c| c.query_one(admitted, &[], |row| row.get(0))).await?;
    if admitted != TICKETS as i64 {
        return Err(format!("{admitted} of {TICKETS} tickets were admitted").into());
    }
    let found = [audit::discrepancies(db).await?, door::audit::discrepancies(db).await?].concat();
    if found.is_empty() { Ok(()) } else { Err(found.join("\n").into()) }
}

async fn close(db: Database) -> Result<(), Failure> {
    Ok(tokio::task::spawn_blocking(move || db.close()).await?)
}
