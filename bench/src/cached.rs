//! Answers that are ready in memory: the event list as JSON and an event's page as HTML, over real HTTP, as a fraction
//! of what a bare axum "hello" of the same length gives.

use std::sync::Arc;
use std::time::Duration;

use crate::Failure;
use crate::load;
use crate::report::{Goal, Row, Section, times, whole};
use crate::rounds::{Rounds, in_turns};
use crate::server::{Server, ServerKind};

const CONNECTIONS: usize = 48;
const ROUNDS: usize = 21;
const ROUND: Duration = Duration::from_millis(300);
const WARM_UP: Duration = Duration::from_millis(300);
const GOAL: f64 = 0.5;

/// Places of the sides in a comparison.
const HELLO: usize = 0;
const TUKIO: usize = 2;

struct Case {
    name: String,
    path: String,
    encoding: &'static str,
    length: usize,
}

struct Side<'a> {
    name: &'static str,
    server: &'a Server,
    request: Arc<[u8]>,
    length: usize,
}

struct Measured {
    answers: f64,
    seconds: f64,
    /// The server's own processor time.
    processor_seconds: f64,
}

pub fn run() -> Result<Section, Failure> {
    // One thread: the servers keep the other core, and on two cores the client is never what is measured.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<Section, Failure> {
    let folder = tempfile::tempdir()?;
    let tukio = Server::start(&ServerKind::Tukio(folder.path().to_owned()))?;
    let cases = cases(&tukio).await?;
    let lengths: Vec<usize> = cases.iter().map(|case| case.length).collect();
    let hello = Server::start(&ServerKind::Hello(lengths.clone()))?;
    let hello_axum = Server::start(&ServerKind::HelloAxum(lengths))?;
    let mut rows = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let side = |name, server, path: &str| {
            let request = load::request(path, case.encoding);
            Side { name, server, request, length: case.length }
        };
        let constant = format!("/{index}");
        let sides = [
            side("hello, axum::serve", &hello_axum, &constant),
            side("hello, our accept loop", &hello, &constant),
            side("tukio", &tukio, &case.path),
        ];
        for side in &sides {
            load::run(side.server.address, &side.request, side.length, CONNECTIONS, WARM_UP).await?;
        }
        let rounds = in_turns(&sides, ROUNDS, one_round).await?;
        rows.push(Row { name: case.name.clone(), figures: vec![whole(case.length as f64)], goal: None });
        rows.extend(sides.iter().enumerate().map(|(index, side)| row(side, &rounds, index)));
    }
    Ok(Section {
        title: format!("cached: {CONNECTIONS} kept connections on 127.0.0.1, median of {ROUNDS} rounds"),
        columns: &["", "bytes", "answers/s", "of hello", "server µs/answer", "of hello"],
        rows,
        notes: vec![
            "The client shares the machine: its cost is in answers/s on all sides, and not in the server's processor time."
                .to_owned(),
        ],
    })
}

async fn cases(tukio: &Server) -> Result<Vec<Case>, Failure> {
    let list = "/api/events/".to_owned();
    let first = load::ask(tukio.address, &load::request(&list, "identity")).await?;
    let events: serde_json::Value = serde_json::from_slice(&first.body)?;
    let event = events["results"][0]["id"].as_i64().ok_or("the demo has no events")?;
    let page = format!("/events/{event}");
    let mut cases = Vec::new();
    for (what, path) in [("GET /api/events/", &list), ("HTML of an event page", &page)] {
        for encoding in ["identity", "br"] {
            let answer = load::ask(tukio.address, &load::request(path, encoding)).await?;
            if answer.encoding.as_deref().unwrap_or("identity") != encoding {
                return Err(format!("{path} came as {:?} instead of {encoding}", answer.encoding).into());
            }
            let name = format!("{what}, {encoding}");
            cases.push(Case { name, path: path.clone(), encoding, length: answer.body.len() });
        }
    }
    Ok(cases)
}

async fn one_round(side: &Side<'_>) -> Result<Measured, Failure> {
    let before = side.server.processor_seconds();
    let load = load::run(side.server.address, &side.request, side.length, CONNECTIONS, ROUND).await?;
    let spent = side.server.processor_seconds().zip(before).map_or(f64::NAN, |(after, before)| after - before);
    Ok(Measured { answers: load.answers as f64, seconds: load.seconds, processor_seconds: spent })
}

fn row(side: &Side<'_>, rounds: &Rounds<Measured>, index: usize) -> Row {
    let per_second = |measured: &Measured| measured.answers / measured.seconds;
    // The system counts it in hundredths of a second: too coarse for one round.
    let micros = |side| rounds.sum(side, |it| it.processor_seconds) * 1e6 / rounds.sum(side, |it| it.answers);
    let ratio = rounds.ratio(index, HELLO, per_second);
    let figures = vec![
        String::new(),
        whole(rounds.median(index, per_second)),
        times(ratio),
        format!("{:.1}", micros(index)),
        times(micros(HELLO) / micros(index)),
    ];
    let goal = (index == TUKIO).then_some(Goal::Ratio { ratio, at_least: GOAL });
    Row { name: format!("  {}", side.name), figures, goal }
}
