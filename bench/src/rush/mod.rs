//! The rush: one hot ticket type over HTTP, each attempt by somebody else who is signed in. The desk's batches against
//! one commit per reservation, in turns; then PostgreSQL with one and with three processes.

mod attempts;
pub mod buyers;

use box_office::audit;
use database::{Database, Options};
use domain::TicketTypeId;
use tukio::migrations::MIGRATIONS;

use crate::Failure;
use crate::report::{Goal, Row, Section, times, whole};
use crate::rounds::{Rounds, in_turns};
use crate::scale::{self, POSTGRES};
use crate::server::{Server, ServerKind};
use attempts::{Outcome, Rush};

pub use attempts::purchase;

/// Attempts and places.
const WHOLE: Size = Size { attempts: 100_000, places: 20_000 };

/// For the way that commits each reservation alone: as many for each place, but it would take minutes.
const ALONE: Size = Size { attempts: 10_000, places: 2_000 };

/// What sells another type first, everywhere: a server that sells out an evening was not started that second.
const WARM_UP: Size = Size { attempts: 2_000, places: 2_000 };

/// What the desk takes at once, and what it would without batches.
const TOGETHER: usize = 256;

/// The disk is not as fast at one moment as at the next.
const ROUNDS: usize = 3;

const PER_SECOND: f64 = 10_000.0;
const TIMES_ALONE: f64 = 10.0;
const FLUSHES: f64 = 0.02;

#[derive(Clone, Copy)]
struct Size {
    attempts: usize,
    places: i64,
}

/// One rush: how many ask for how many places, on which database and how many servers.
struct Setting<'a> {
    size: Size,
    batch: usize,
    postgres: Option<&'a str>,
    processes: usize,
}

pub fn run() -> Result<Section, Failure> {
    // The client has one core's worth of threads: the servers need the rest.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<Section, Failure> {
    let sqlite = |size, batch| Setting { size, batch, postgres: None, processes: 1 };
    let rounds = in_turns(&[sqlite(ALONE, 1), sqlite(WHOLE, TOGETHER)], ROUNDS, rush).await?;
    let (alone, together) = (0, 1);
    let ratio = rounds.ratio(together, alone, Outcome::reserved_per_second);
    let per_second = rounds.median(together, Outcome::reserved_per_second);
    let flushes = rounds.median(together, Outcome::flushes_each);
    let mut rows = vec![
        row("SQLite, one commit each", &rounds, alone, None),
        row("SQLite, the desk", &rounds, together, Some(ratio)),
        goal("  reservations/s", Goal::AtLeast { figure: per_second, at_least: PER_SECOND }),
        goal("  against one commit each", Goal::Ratio { ratio, at_least: TIMES_ALONE }),
        goal("  flushes each", Goal::AtMost { figure: flushes, at_most: FLUSHES }),
    ];
    let mut notes = vec![
        format!("{} attempts for {} places (one commit each: a tenth of both).", WHOLE.attempts, WHOLE.places),
        format!(
            "SQLite: medians of {ROUNDS} rounds in turns. Every server sold {} of another type first.",
            WARM_UP.places
        ),
        "Every place was sold once, nobody who asked after the first refusal got one, and the audit agrees.".to_owned(),
    ];
    match std::env::var(POSTGRES) {
        Ok(url) => {
            let postgres = |processes| Setting { size: WHOLE, batch: TOGETHER, postgres: Some(&url), processes };
            let rounds = in_turns(&[postgres(1), postgres(3)], 1, rush).await?;
            rows.push(row("PostgreSQL, one process", &rounds, 0, None));
            rows.push(row("PostgreSQL, three processes", &rounds, 1, None));
        }
        Err(_) => notes.push(format!("PostgreSQL: run it by scripts/with-postgres, or set {POSTGRES}.")),
    }
    Ok(Section {
        title: "rush: one ticket type, over HTTP, signed in, every reservation on the disk before it is answered"
            .into(),
        columns: &["", "reservations/s", "attempts/s", "p50 ms", "p99 ms", "flushes each", "ratio"],
        rows,
        notes,
    })
}

fn row(name: &str, rounds: &Rounds<Outcome>, side: usize, ratio: Option<f64>) -> Row {
    let mut figures = vec![
        whole(rounds.median(side, Outcome::reserved_per_second)),
        whole(rounds.median(side, Outcome::attempts_per_second)),
        format!("{:.1}", rounds.median(side, |outcome| outcome.millis.p50)),
        format!("{:.1}", rounds.median(side, |outcome| outcome.millis.p99)),
        format!("{:.4}", rounds.median(side, Outcome::flushes_each)),
    ];
    figures.extend(ratio.map(times));
    Row { name: name.to_owned(), figures, goal: None }
}

fn goal(name: &str, goal: Goal) -> Row {
    Row { name: name.to_owned(), figures: Vec::new(), goal: Some(goal) }
}

async fn rush(setting: &Setting<'_>) -> Result<Outcome, Failure> {
    let folder = scale::folder()?;
    let database = scale::address(folder.path(), setting.postgres, "rush").await?;
    let db = open(&database).await?;
    let mut buyers = buyers::fill(&db, setting.size.attempts + WARM_UP.attempts).await?;
    let event = buyers::insert_event(&db).await?;
    let ticket_type = buyers::insert_ticket_type_for(&db, event, setting.size.places).await?;
    let other_type = buyers::insert_ticket_type_for(&db, event, WARM_UP.places).await?;
    if setting.postgres.is_some() {
        scale::vacuum(&database).await?;
    }
    close(db).await?;
    let serve = ServerKind::Selling(folder.path().to_owned(), database.clone(), setting.batch);
    let servers = (0..setting.processes).map(|_| Server::start(&serve)).collect::<Result<Vec<_>, _>>()?;
    let first = buyers.split_off(setting.size.attempts);
    Rush { servers: &servers, buyers: first, ticket_type: other_type, places: WARM_UP.places }.run().await?;
    let outcome = Rush { servers: &servers, buyers, ticket_type, places: setting.size.places }.run().await?;
    drop(servers);
    let db = open(&database).await?;
    check_books(&db, ticket_type, setting.size.places).await?;
    close(db).await?;
    Ok(outcome)
}

/// Every place is held once, and the product's own audit finds nothing.
async fn check_books(db: &Database, ticket_type: TicketTypeId, places: i64) -> Result<(), Failure> {
    let held: i64 = db
        .read(move |c| c.query_one("SELECT held FROM ticket_types WHERE id = $1", &[&ticket_type], |row| row.get(0)))
        .await?;
    if held != places {
        return Err(format!("{held} of {places} places are held").into());
    }
    match &*audit::discrepancies(db).await? {
        [] => Ok(()),
        found => Err(found.join("\n").into()),
    }
}

pub async fn open(database: &str) -> Result<Database, Failure> {
    let options = Options::new(database);
    let open = move || -> Result<Database, Failure> {
        let db = Database::open(&options)?;
        db.migrate(MIGRATIONS)?;
        Ok(db)
    };
    tokio::task::spawn_blocking(open).await?
}

pub async fn close(db: Database) -> Result<(), Failure> {
    Ok(tokio::task::spawn_blocking(move || db.close()).await?)
}
