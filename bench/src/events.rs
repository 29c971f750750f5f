//! Events at scale: how long the list's first pages, searches and an event take, from the question to the JSON, in turns
//! with 10,000 and with 1,000,000 events, on both engines. Asked of the product itself, because over HTTP
//! every answer but the first would come from the cache.

use std::sync::Arc;
use std::time::Instant;

use domain::{Clock, EventId, SystemClock, Town, today_in};
use events::{EventFilters, Events};
use serde_json::to_string;
use tukio::app::{self, App};

use crate::report::{Goal, Row, Section, times};
use crate::scale::{self, POSTGRES, Percentiles};
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

/// Filters at once that no index knows together: quick enough is enough.
const COMBINED: &[(&str, &str)] = &[
    ("near, this week", "near=-11.66,27.48&date_range=week"),
    ("near, next March, a category", "near=-11.66,27.48&month=2&category=Mode"),
    ("near, free", "near=-11.66,27.48&is_free=true"),
    ("near, a town far away", "near=-11.66,27.48&town=Kinshasa"),
    ("near, a search", "near=-11.66,27.48&name=concert"),
    ("near, somebody's", "near=-11.66,27.48&owner=7"),
    ("recent, today", "recent=true&date_range=today"),
    ("recent, this month", "recent=true&date_range=month"),
    ("recent, somebody's", "recent=true&owner=7"),
    ("within 60 km, today", "location=-11.66,27.48,60&date_range=today"),
    ("within 60 km, a search", "location=-11.66,27.48,60&name=concert"),
    ("a search of somebody's", "owner=7&name=concert"),
    ("a town, a search, today", "town=Goma&name=concert&date_range=today"),
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
    let sides = Sides { few: Side::filled(SIZES[0], postgres).await?, many: Side::filled(SIZES[1], postgres).await? };
    let mut rows = vec![heading(name.to_owned())];
    for (name, query) in LISTS {
        rows.push(sides.list(query).await?.scales(name));
    }
    let event = async |side: &Side, turn| Ok(to_string(&side.product.events.get_event(side.some(turn)).await?)?);
    rows.push(sides.timed(event).await?.scales("an event"));
    let similar =
        async |side: &Side, turn| Ok(to_string(&side.product.events.list_similar_events(side.some(turn)).await?)?);
    rows.push(sides.timed(similar).await?.scales("like an event"));
    rows.push(heading(format!("{name}, several filters at once")));
    for (name, query) in COMBINED {
        rows.push(sides.list(query).await?.is_quick(name));
    }
    Ok(rows)
}

fn heading(name: String) -> Row {
    Row { name, figures: Vec::new(), goal: None }
}

/// The product with so many events.
struct Side {
    product: App,
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
            scale::vacuum(&database).await?;
        }
        let config = scale::config(folder.path(), &database)?;
        let product = app::build(config, db, Arc::new(SystemClock)).await?;
        Ok(Side { product, events, _folder: folder })
    }

    fn some(&self, turn: usize) -> EventId {
        EventId::new(1 + turn as i64 * 7919 % self.events)
    }
}

struct Sides {
    few: Side,
    many: Side,
}

impl Sides {
    async fn list(&self, query: &str) -> Result<Figures, Failure> {
        let (filters, page, _) = EventFilters::read(query, Events::PER_PAGE);
        self.timed(async |side, _| Ok(to_string(&side.product.events.list_events(filters.clone(), page).await?)?)).await
    }

    /// Each answer of one side is followed by one of the other: a machine that is slow for a while is slow for both.
    async fn timed(&self, answer: impl AsyncFn(&Side, usize) -> Result<String, Failure>) -> Result<Figures, Failure> {
        let mut times = [Vec::with_capacity(ASKED), Vec::with_capacity(ASKED)];
        for turn in 0..WARM_UP + ASKED {
            for (side, times) in [&self.few, &self.many].into_iter().zip(&mut times) {
                let asked = Instant::now();
                answer(side, turn).await?;
                if turn >= WARM_UP {
                    times.push(asked.elapsed());
                }
            }
        }
        let [few, many] = times;
        Ok(Figures { few: Percentiles::of(few), many: Percentiles::of(many) })
    }
}

/// How long one question took on both sides.
struct Figures {
    few: Percentiles,
    many: Percentiles,
}

impl Figures {
    fn growth(&self) -> f64 {
        self.many.p50 / self.few.p50
    }

    fn scales(&self, name: &str) -> Row {
        let millis = self.many.p99;
        self.row(name, Goal::Scale { millis, below: BELOW, growth: self.growth(), at_most: GROWTH })
    }

    fn is_quick(&self, name: &str) -> Row {
        self.row(name, Goal::Millis { millis: self.many.p99, below: BELOW })
    }

    fn row(&self, name: &str, goal: Goal) -> Row {
        let millis = [self.few.p50, self.few.p99, self.many.p50, self.many.p99];
        let mut figures: Vec<String> = millis.iter().map(|millis| format!("{millis:.2}")).collect();
        figures.push(times(self.growth()));
        Row { name: format!("  {name}"), figures, goal: Some(goal) }
    }
}
