//! Events at scale: how long the list's first pages, searches and an event take, from the question to the JSON, in turns
//! with 10,000 and with 1,000,000 events, on both engines. Asked of the product itself, because over HTTP
//! every answer but the first would come from the cache.

use std::sync::Arc;
use std::time::Instant;

use domain::{Clock, EventId, SystemClock, Town, today_in};
use serde_json::to_string;
use tukio::app::{self, AppState};
use tukio::events::{EventFilters, Events};

use crate::report::{Goal, Row, Section, times};
use crate::scale::{self, Measured, POSTGRES};
use crate::{Failure, fill};

const SIZES: [i64; 2] = [10_000, 1_000_000];
const ASKED: usize = 200;
const WARM_UP: usize = 20;
const BELOW: f64 = 20.0;
const GROWTH: f64 = 2.0;

/// What is asked of the list.
const LISTS: &[(&str, &str)] = &[
    ("first page", ""),
    ("third page", "page=3"),
    ("a category", "category=Concerts"),
    ("a town", "town=Kolwezi"),
    ("two towns, two categories", "town=Kolwezi&town=Goma&category=Concerts&category=Mode"),
    ("today", "date_range=today"),
    ("this week, free", "date_range=week&is_free=true"),
    ("this month", "date_range=month"),
    ("next March", "month=2"),
    ("recent", "recent=true"),
    ("recent in a town", "recent=true&town=Likasi"),
    ("free", "is_free=true"),
    ("near the centre", "near=-11.66,27.48"),
    ("near, in a suburb", "near=-11.612,27.431"),
    ("near, far from every town", "near=-6.1,23.5"),
    ("near, a category", "near=-11.66,27.48&category=Concerts"),
    ("near, today", "near=-11.66,27.48&date_range=today"),
    ("within 1 km", "location=-11.65,27.47,1"),
    ("within 60 km", "location=-11.66,27.48,60"),
    ("within 100 km of nowhere", "location=-6.1,23.5,100"),
    ("somebody's", "owner=7"),
    ("search: a common word", "name=concert"),
    ("search: a common beginning", "name=con"),
    ("search: two words", "name=jazz+mukendi"),
    ("search: a slip", "name=lubumbasi"),
    ("search: a slip and a word", "name=kalindlua+grace"),
    ("search: a word and a category", "name=rumba&category=Concerts"),
    ("search: nothing", "name=zzyzx"),
];

pub fn run() -> Result<Section, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<Section, Failure> {
    let mut rows = engine("SQLite", None).await?;
    let mut notes = Vec::new();
    match std::env::var(POSTGRES) {
        Ok(url) => rows.extend(engine("PostgreSQL", Some(&url)).await?),
        Err(_) => notes.push(format!("PostgreSQL: run it by scripts/with-postgres, or set {POSTGRES}.")),
    }
    Ok(Section {
        title: format!("events: {ASKED} answers each, milliseconds; growth of p50 with a hundredfold of events"),
        columns: &["", "10 000: p50", "p99", "1 000 000: p50", "p99", "growth"],
        rows,
        notes,
    })
}

async fn engine(name: &str, postgres: Option<&str>) -> Result<Vec<Row>, Failure> {
    let few = Side::filled(SIZES[0], postgres).await?;
    let many = Side::filled(SIZES[1], postgres).await?;
    let names = LISTS.iter().map(|(name, _)| *name).chain(["an event", "like an event"]);
    let heading = Row { name: name.to_owned(), figures: Vec::new(), goal: None };
    let rows = names.zip(in_turns(&few, &many).await?).map(|(name, (few, many))| row(name, &few, &many));
    Ok(std::iter::once(heading).chain(rows).collect())
}

fn row(name: &str, few: &Measured, many: &Measured) -> Row {
    let growth = many.half / few.half;
    let mut figures: Vec<String> =
        [few.half, few.nearly_all, many.half, many.nearly_all].iter().map(|millis| format!("{millis:.2}")).collect();
    figures.push(times(growth));
    let goal = Goal::Scale { millis: many.nearly_all, below: BELOW, growth, at_most: GROWTH };
    Row { name: format!("  {name}"), figures, goal: Some(goal) }
}

/// The product with so many events.
struct Side {
    product: AppState,
    events: i64,
    /// Kept as long as its files are read.
    _folder: tempfile::TempDir,
}

impl Side {
    async fn filled(events: i64, postgres: Option<&str>) -> Result<Side, Failure> {
        let folder = scale::folder()?;
        let database = scale::address(folder.path(), postgres, &format!("events_{events}")).await?;
        eprintln!("  filling in {events} events …");
        let db = scale::open(folder.path(), &database).await?;
        fill::people::fill(&db, fill::events::ORGANISERS).await?;
        fill::events::fill(&db, events, today_in(Town::Lubumbashi, SystemClock.now())).await?;
        if postgres.is_some() {
            scale::tidy(&database).await?;
        }
        let config = scale::config(folder.path(), &database)?;
        let product = app::build(config, db, Arc::new(SystemClock), None).await?;
        Ok(Side { product, events, _folder: folder })
    }

    fn some(&self, turn: usize) -> EventId {
        EventId::new(1 + turn as i64 * 7919 % self.events)
    }
}

async fn in_turns(few: &Side, many: &Side) -> Result<Vec<(Measured, Measured)>, Failure> {
    let mut measured = Vec::new();
    for (_, query) in LISTS {
        let (filters, page, _) = EventFilters::read(query, Events::PER_PAGE);
        let list = async |side: &Side, _| Ok(to_string(&side.product.events.list(filters.clone(), page).await?)?);
        measured.push(timed(few, many, list).await?);
    }
    let event = async |side: &Side, turn| Ok(to_string(&side.product.events.find(side.some(turn)).await?)?);
    measured.push(timed(few, many, event).await?);
    let similar = async |side: &Side, turn| Ok(to_string(&side.product.events.similar(side.some(turn)).await?)?);
    measured.push(timed(few, many, similar).await?);
    Ok(measured)
}

/// Each answer of one side is followed by one of the other: a machine that is slow for a while is slow for both.
async fn timed(
    few: &Side,
    many: &Side,
    answer: impl AsyncFn(&Side, usize) -> Result<String, Failure>,
) -> Result<(Measured, Measured), Failure> {
    let mut times = [Vec::with_capacity(ASKED), Vec::with_capacity(ASKED)];
    for turn in 0..WARM_UP + ASKED {
        for (side, times) in [few, many].into_iter().zip(&mut times) {
            let asked = Instant::now();
            answer(side, turn).await?;
            if turn >= WARM_UP {
                times.push(asked.elapsed());
            }
        }
    }
    let [few, many] = times;
    Ok((Measured::of(few), Measured::of(many)))
}
