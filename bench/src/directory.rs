//! The directory at scale: how long its pages and searches take over HTTP, from the request to the last byte, one after
//! the other on one connection, with 2,000 and with 200,000 people, on both engines.

use crate::report::{Goal, Row, Section, times};
use crate::scale::{self, POSTGRES, Percentiles};
use crate::server::{Server, ServerKind};
use crate::{Failure, fill, load};

const SIZES: [i64; 2] = [2_000, 200_000];
const ASKED: usize = 300;
const WARM_UP: usize = 30;
const GOAL: f64 = 20.0;

pub fn run() -> Result<Section, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<Section, Failure> {
    let mut rows = Vec::new();
    let mut notes = vec![
        "Nothing of it is cached: every answer is read from the database. p99 is the slowest but one percent."
            .to_owned(),
        "\"Unfiltered\": with every bit of `pairs` set, so that the signature filter rules nobody out.".to_owned(),
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
    let row = |((name, is_goal), (few, many)): ((String, bool), (&Percentiles, &Percentiles))| Row {
        name: format!("  {name}"),
        figures: vec![millis(few.p50), millis(few.p99), millis(many.p50), millis(many.p99), times(many.p50 / few.p50)],
        goal: is_goal.then_some(Goal::Millis { millis: many.p99, below: GOAL }),
    };
    let filtered = cases(SIZES[0]).into_iter().map(|(name, _)| (name.to_owned(), true));
    let unfiltered = several_words().into_iter().map(|(name, _)| (format!("{name}, unfiltered"), false));
    let names = filtered.chain(unfiltered);
    Ok(std::iter::once(heading).chain(names.zip(few.iter().zip(&many)).map(row)).collect())
}

/// What is asked of a directory of so many people.
fn cases(people: i64) -> Vec<(&'static str, String)> {
    let pages = people / 10;
    let page = |page: i64| format!("/api/users/?page={page}");
    let search = |words: &str| format!("/api/users/?search={words}");
    let mut cases = vec![
        ("first page", page(1)),
        ("page 1 000, or a middle one", page(pages.min(2000) / 2)),
        ("the very middle, farthest from both ends", page(pages / 2)),
        ("last page", page(pages)),
        ("an activity", "/api/users/?activity=Traiteur".to_owned()),
        ("an activity, in its middle", format!("/api/users/?activity=Traiteur&page={}", people / 800)),
        ("a word", search("mukendi")),
        ("one letter", search("m")),
        ("one letter, deep", format!("/api/users/?search=m&page={}", people / 60)),
        ("two letters", search("m+k")),
        ("two letters, in their middle", format!("/api/users/?search=m+k&page={}", people / 200)),
        ("an activity and a letter", "/api/users/?activity=Traiteur&search=m".to_owned()),
        ("a name nobody has", search("zzyzx")),
    ];
    cases.extend(several_words());
    cases
}

/// The searches that the signature filter is for.
fn several_words() -> Vec<(&'static str, String)> {
    [
        ("two words", "search=jean+mukendi"),
        ("three words", "search=jean+mukendi+traiteur"),
        ("two beginnings", "search=mu+ka"),
        ("two common beginnings", "search=ma+mu"),
        ("an activity and a word", "activity=Traiteur&search=mukendi"),
    ]
    .map(|(name, query)| (name, format!("/api/users/?{query}")))
    .into()
}

async fn one_size(people: i64, postgres: Option<&str>) -> Result<Vec<Percentiles>, Failure> {
    let folder = scale::folder()?;
    let database = scale::address(folder.path(), postgres, &format!("directory_{people}")).await?;
    eprintln!("  filling in {people} people …");
    let db = scale::open(folder.path(), &database).await?;
    fill::people::fill(&db, people).await?;
    tokio::task::spawn_blocking(move || db.close()).await?;
    if postgres.is_some() {
        scale::vacuum(&database).await?;
    }
    let kind = ServerKind::Filled(folder.path().to_owned(), database.clone());
    let mut measured = measure_cases(&kind, cases(people)).await?;
    let db = scale::open(folder.path(), &database).await?;
    fill::people::set_all_pairs(&db).await?;
    tokio::task::spawn_blocking(move || db.close()).await?;
    if postgres.is_some() {
        scale::vacuum(&database).await?;
    }
    measured.extend(measure_cases(&kind, several_words()).await?);
    Ok(measured)
}

async fn measure_cases(kind: &ServerKind, cases: Vec<(&'static str, String)>) -> Result<Vec<Percentiles>, Failure> {
    let server = Server::start(kind)?;
    let mut measured = Vec::new();
    for (_, path) in cases {
        let request = load::request(&path, "identity");
        load::times(server.address, &request, WARM_UP).await?;
        measured.push(Percentiles::of(load::times(server.address, &request, ASKED).await?));
    }
    Ok(measured)
}
