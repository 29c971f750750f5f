//! Durable writes by many at once: group commit against one commit per write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use database::{Database, DbError, Options, Stats};
use tokio::task::JoinSet;

use crate::Failure;
use crate::report::{Goal, Row, Section, times, whole};
use crate::rounds::{Rounds, in_turns};

const WRITERS: usize = 256;
const ROUNDS: usize = 11;
const ROUND: Duration = Duration::from_millis(800);
const GOAL: f64 = 10.0;

/// Where a PostgreSQL for this benchmark listens, if it is to be measured, too.
const POSTGRES: &str = "BENCH_POSTGRES_URL";

/// A line of every write, as long as a small row of the product.
const BODY: &str = "Une réservation de deux places pour le concert de samedi au bord du lac, à retirer sur place.";

struct Measured {
    per_second: f64,
    per_commit: f64,
}

pub fn run() -> Result<Section, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Beside the binary: the temporary folder of many machines is in memory, where commits cost nothing.
    let binary = std::env::current_exe()?;
    let folder = tempfile::tempdir_in(binary.parent().ok_or("the benchmark has no folder")?)?;
    let open = |name: &str, batch: usize| {
        let mut options = Options::new(format!("sqlite:{}", folder.path().join(name).display()));
        options.batch = batch;
        Database::open(&options)
    };
    let sqlite = runtime.block_on(compare([open("alone.db", 1)?, open("together.db", 256)?]))?;
    let mut rows = vec![
        row("SQLite, one commit per write", &sqlite, 0, None),
        row("SQLite, group commit", &sqlite, 1, Some(GOAL)),
    ];
    let mut notes = vec!["Every write was on the disk (synchronous=FULL) before it was counted.".to_owned()];
    match std::env::var(POSTGRES) {
        Ok(url) => {
            let open = |connections: usize| {
                let mut options = Options::new(&*url);
                options.readers = connections;
                Database::open(&options)
            };
            let postgres = runtime.block_on(compare([open(1)?, open(8)?]))?;
            rows.push(row("PostgreSQL, one connection", &postgres, 0, None));
            rows.push(row("PostgreSQL, eight connections", &postgres, 1, None));
            notes.push("PostgreSQL flushes the commits of its connections together by itself.".to_owned());
        }
        Err(_) => notes.push(format!("PostgreSQL: set {POSTGRES} to measure it.")),
    }
    Ok(Section {
        title: format!("writes: {WRITERS} concurrent writers through Database::write, median of {ROUNDS} rounds"),
        columns: &["", "writes/s", "writes/commit", "ratio"],
        rows,
        notes,
    })
}

fn row(name: &str, rounds: &Rounds<Measured>, side: usize, goal: Option<f64>) -> Row {
    let ratio = rounds.ratio(side, 0, |measured| measured.per_second);
    Row {
        name: name.to_owned(),
        figures: vec![
            whole(rounds.median(side, |measured| measured.per_second)),
            format!("{:.1}", rounds.median(side, |measured| measured.per_commit)),
            times(ratio),
        ],
        goal: goal.map(|at_least| Goal::Ratio { ratio, at_least }),
    }
}

async fn compare(sides: [Database; 2]) -> Result<Rounds<Measured>, Failure> {
    for db in &sides {
        // On PostgreSQL both sides, and runs before this one, share the table.
        db.write(|c| c.execute("DROP TABLE IF EXISTS bench_writes", &[])).await?;
        db.write(|c| c.execute("CREATE TABLE bench_writes (writer BIGINT NOT NULL, body TEXT NOT NULL)", &[])).await?;
    }
    let rounds = in_turns(&sides, ROUNDS, measure).await;
    for db in &sides {
        db.write(|c| c.execute("DROP TABLE IF EXISTS bench_writes", &[])).await?;
        tokio::task::spawn_blocking({
            let db = db.clone();
            move || db.close()
        })
        .await?;
    }
    rounds
}

async fn measure(db: &Database) -> Result<Measured, Failure> {
    let time_is_up = Arc::new(AtomicBool::new(false));
    let written = Arc::new(AtomicU64::new(0));
    let before = db.stats();
    let started = Instant::now();
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS as i64 {
        let (db, time_is_up, written) = (db.clone(), time_is_up.clone(), written.clone());
        writers.spawn(async move {
            while !time_is_up.load(Relaxed) {
                db.write(move |c| {
                    c.execute("INSERT INTO bench_writes (writer, body) VALUES ($1, $2)", &[&writer, &BODY])
                })
                .await?;
                written.fetch_add(1, Relaxed);
            }
            Ok::<_, DbError>(())
        });
    }
    tokio::time::sleep(ROUND).await;
    time_is_up.store(true, Relaxed);
    while let Some(writer) = writers.join_next().await {
        writer??;
    }
    let Stats { commits, .. } = db.stats();
    let (written, commits) = (written.load(Relaxed) as f64, (commits - before.commits) as f64);
    Ok(Measured { per_second: written / started.elapsed().as_secs_f64(), per_commit: written / commits })
}
