//! What others notice while an event is cancelled: how long their purchases take, with and without it, in one run.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use box_office::{BoxOfficeFacts, PastSale, record_past_sale};
use database::{Connection as Transaction, Database};
use domain::{Clock, Currency, EventId, Money, SystemClock, TicketTypeId, UserId};
use events::{Disruption, TicketFacts};
use platform::Error;
use tokio::task::JoinSet;

use crate::Failure;
use crate::load::Connection;
use crate::report::{Goal, Row, Section, times, whole};
use crate::rush::{self, buyers};
use crate::scale::{self, POSTGRES, Percentiles};
use crate::server::{Server, ServerKind};

/// Tickets of the cancelled event, each with its own payment.
const PAYMENTS: usize = 5_000;

/// Purchases of another event, on each side.
const PURCHASES: usize = 4_000;
const CONNECTIONS: usize = 32;

/// Each waits so long before the next purchase: people come one after the other, not all at once.
const PAUSE: Duration = Duration::from_millis(10);

const AT_MOST: f64 = 3.0;

/// Sales that are written at once while the stage is set.
const SALES_AT_ONCE: usize = 100;

struct Measured {
    quiet: Percentiles,
    busy: Percentiles,
    /// Payments that were settled while the others bought.
    settled: i64,
}

pub fn run() -> Result<Section, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Result<Section, Failure> {
    let mut rows = rows("SQLite", &cancel(None).await?);
    let mut notes = vec![format!(
        "{PAYMENTS} tickets are cancelled while {PURCHASES} others are bought on {CONNECTIONS} connections."
    )];
    match std::env::var(POSTGRES) {
        Ok(url) => rows.extend(self::rows("PostgreSQL", &cancel(Some(&url)).await?)),
        Err(_) => notes.push(format!("PostgreSQL: run it by scripts/with-postgres, or set {POSTGRES}.")),
    }
    Ok(Section {
        title: "cancellation: other people's purchases while an event is cancelled, over HTTP".to_owned(),
        columns: &["", "p50 ms", "p99 ms", "payments settled", "ratio of p99"],
        rows,
        notes,
    })
}

fn rows(engine: &str, measured: &Measured) -> Vec<Row> {
    let ratio = measured.busy.p99 / measured.quiet.p99;
    let row = |name: &str, millis: &Percentiles, rest: Vec<String>, goal| Row {
        name: format!("{engine}, {name}"),
        figures: [format!("{:.1}", millis.p50), format!("{:.1}", millis.p99)].into_iter().chain(rest).collect(),
        goal,
    };
    let goal = Goal::AtMost { figure: ratio, at_most: AT_MOST };
    vec![
        row("nothing else", &measured.quiet, Vec::new(), None),
        row("a cancellation", &measured.busy, vec![whole(measured.settled as f64), times(ratio)], Some(goal)),
    ]
}

async fn cancel(postgres: Option<&str>) -> Result<Measured, Failure> {
    let folder = scale::folder()?;
    let database = scale::address(folder.path(), postgres, "cancellation").await?;
    let db = rush::open(&database).await?;
    let mut people = buyers::fill(&db, 3 * PURCHASES).await?;
    let event = buyers::insert_event(&db).await?;
    let cancelled = sell_out(&db, event).await?;
    let kind = buyers::insert_ticket_type_for(&db, event, 3 * PURCHASES as i64).await?;
    let server = Server::start(&ServerKind::Selling(folder.path().to_owned(), database, 256))?;
    let (others, calm) = (people.split_off(2 * PURCHASES), people.split_off(PURCHASES));
    // The first are not counted: a server that has just started is slower.
    buy(&server, people, kind).await?;
    let quiet = buy(&server, calm, kind).await?;
    db.write(move |c| begin(c, cancelled)).await?;
    while settled(&db).await? == 0 {
        tokio::time::sleep(PAUSE).await;
    }
    let before = settled(&db).await?;
    let busy = buy(&server, others, kind).await?;
    let after = settled(&db).await?;
    drop(server);
    rush::close(db).await?;
    Ok(Measured { quiet, busy, settled: after - before })
}

/// Sells tickets of another event than this one, and returns it.
async fn sell_out(db: &Database, but: EventId) -> Result<EventId, Failure> {
    let other = "SELECT id FROM events WHERE id <> $1 ORDER BY starts_at DESC, id LIMIT 1";
    let event: EventId = db.read(move |c| c.query_one(other, &[&but], |row| row.get(0))).await?;
    let ticket_type = buyers::insert_ticket_type_for(db, event, PAYMENTS as i64).await?;
    let people = "SELECT id FROM users ORDER BY id LIMIT $1";
    let people: Vec<UserId> = db.read(move |c| c.query(people, &[&(PAYMENTS as i64)], |row| row.get(0))).await?;
    let (price, at) = (Money::from_minor(1_000, Currency::Usd), SystemClock.now());
    for some in people.chunks(SALES_AT_ONCE) {
        let some = some.to_vec();
        let sell = move |c: &mut Transaction<'_>| {
            for buyer in &some {
                let sale = PastSale { buyer: *buyer, ticket_type, quantity: 1, price, promo_code: None, at };
                record_past_sale(c, &sale)?;
            }
            Ok::<_, Error>(())
        };
        db.write(sell).await?;
    }
    Ok(event)
}

/// What the organiser's one small transaction does.
fn begin(c: &mut Transaction<'_>, event: EventId) -> Result<(), Error> {
    let now = SystemClock.now();
    let row = events::find_events(c, &[event])?.remove(&event);
    let row = row.ok_or_else(|| Error::Internal("the event is gone".to_owned()))?;
    events::mark_cancelled(c, &row, now)?;
    BoxOfficeFacts.begin_disruption(c, event, Disruption::Cancelled, None, now)
}

async fn settled(db: &Database) -> Result<i64, Failure> {
    let settled = "SELECT COALESCE(max(settled), 0) FROM disruptions";
    Ok(db.read(move |c| c.query_one(settled, &[], |row| row.get(0))).await?)
}

/// Everybody begins to pay once. Returns how long each waited for the answer.
async fn buy(server: &Server, people: Vec<String>, kind: TicketTypeId) -> Result<Percentiles, Failure> {
    let (people, next) = (Arc::new(people), Arc::new(AtomicUsize::new(0)));
    let mut buying = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let connection = Connection::open(server.address).await?;
        buying.spawn(buy_in_turn(connection, people.clone(), next.clone(), kind));
    }
    let mut waited = Vec::new();
    while let Some(served) = buying.join_next().await {
        waited.extend(served??);
    }
    Ok(Percentiles::of(waited))
}

async fn buy_in_turn(
    mut connection: Connection,
    people: Arc<Vec<String>>,
    next: Arc<AtomicUsize>,
    kind: TicketTypeId,
) -> Result<Vec<Duration>, Failure> {
    let mut waited = Vec::new();
    loop {
        let Some(token) = people.get(next.fetch_add(1, Relaxed)) else { return Ok(waited) };
        let request = rush::purchase("cancellation", token, kind);
        let asked = Instant::now();
        match connection.exchange(&request).await? {
            200 => waited.push(asked.elapsed()),
            other => return Err(format!("a purchase was answered {other}").into()),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
