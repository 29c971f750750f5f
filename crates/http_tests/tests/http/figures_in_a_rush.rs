//! While people buy online and at the door and come in, every figure on every screen is what the facts say at that
//! moment. Where nothing but sales and scans happen, figures only grow: what a screen says lies between what was counted
//! before it was asked for and after. Now and then everybody stands still, and then both are the same.

use std::sync::atomic::{AtomicBool, Ordering};

use database::Connection;
use domain::EventId;
use rstest_reuse::apply;
use serde_json::{Value, json};
use tokio::sync::RwLock;

use crate::support::{
    Buyer, Doors, Engine, LiveStream, TestApp, audited, both_engines, buyer, door_audited, doors_of, join_all, pay,
    signed_in, work,
};

const BUYERS: usize = 4;
const PURCHASES: usize = 5;
const DOOR_SALES: usize = 12;
/// How often everybody stands still.
const PAUSES: usize = 6;

/// What the facts say, counted by other statements than the product's.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Recount {
    sold: i64,
    scanned: i64,
    held: i64,
    revenue: i64,
    gross: i64,
    cash: i64,
    payments: i64,
    paid: i64,
}

const COUNTS: [&str; 8] = [
    "SELECT count(*) FROM tickets WHERE event_id = $1 AND reserved = FALSE",
    "SELECT count(*) FROM tickets WHERE event_id = $1 AND reserved = FALSE AND scanned_at IS NOT NULL",
    "SELECT CAST(COALESCE(sum(quantity), 0) AS BIGINT) FROM payments WHERE event_id = $1 AND holds = TRUE",
    "SELECT CAST(COALESCE(sum(fact.amount), 0) AS BIGINT) FROM money_facts fact JOIN payments ON payments.id = payment_id
     WHERE payments.event_id = $1 AND account = 'organiser'",
    "SELECT CAST(COALESCE(sum(fact.amount), 0) AS BIGINT) FROM money_facts fact JOIN payments ON payments.id = payment_id
     WHERE payments.event_id = $1 AND account = 'organiser' AND kind = 'sale'",
    "SELECT CAST(COALESCE(-sum(fact.amount), 0) AS BIGINT) FROM money_facts fact JOIN payments ON payments.id = payment_id
     WHERE payments.event_id = $1 AND account = 'cash'",
    "SELECT count(*) FROM payments WHERE event_id = $1",
    "SELECT count(*) FROM payments WHERE event_id = $1 AND state = 'succeeded' AND provider <> 'cash'",
];

async fn recount(app: &TestApp, event: EventId) -> Recount {
    let count = move |c: &mut Connection<'_>| {
        let mut counts = [0; COUNTS.len()];
        for (count, sql) in counts.iter_mut().zip(COUNTS) {
            *count = c.query_one(sql, &[&event], |row| row.get(0))?;
        }
        Ok::<[i64; 8], database::DbError>(counts)
    };
    let [sold, scanned, held, revenue, gross, cash, payments, paid] = app.db.read(count).await.unwrap();
    Recount { sold, scanned, held, revenue, gross, cash, payments, paid }
}

/// A figure as a screen shows it, and how it is counted.
type Figure = (&'static str, Value, fn(&Recount) -> i64);

struct Rush<'a> {
    app: &'a TestApp,
    doors: &'a Doors,
    /// Whoever changes anything reads it; who makes everybody stand still writes it.
    gate: RwLock<()>,
    is_over: AtomicBool,
}

impl Rush<'_> {
    async fn screen(&self, path: &str) -> Value {
        self.doors.amani.get(self.app, &self.doors.path(path)).await.expect(200).json()
    }

    async fn stats_figures(&self, stats: Value) -> Vec<Figure> {
        vec![
            ("sold", stats["sold_tickets"].clone(), |count| count.sold),
            ("scanned", stats["scanned_tickets"].clone(), |count| count.scanned),
            ("revenue", in_cents(&stats["revenue"]), |count| count.revenue),
            ("revenue in dollars", in_cents(&stats["revenue_by_currency"]["USD"]), |count| count.revenue),
            ("gross", in_cents(&stats["total_revenue"]), |count| count.gross),
            ("cash", in_cents(&stats["cash_by_currency"]["USD"]), |count| count.cash),
        ]
    }

    /// The figures of each screen in turn.
    async fn figures(&self, screen: usize) -> Vec<Figure> {
        match screen {
            0 => self.stats_figures(self.screen("stats/").await).await,
            1 => {
                let path = format!("/api/my-events/?id={}", self.doors.event);
                let mine = self.doors.amani.get(self.app, &path).await.expect(200).json();
                self.stats_figures(mine["stats"].clone()).await
            }
            2 => sales_figures(&self.screen("sales/?by=hour").await),
            3 => {
                let (all, scanned) =
                    (self.screen("attendees/?limit=1").await, self.screen("attendees/?status=scanned&limit=1").await);
                vec![
                    ("attendees", all["count"].clone(), |count| count.sold),
                    ("attendees inside", scanned["count"].clone(), |count| count.scanned),
                ]
            }
            4 => vec![("payments", self.screen("payments/?limit=1").await["count"].clone(), |count| count.payments)],
            5 => {
                let settled = self.screen("settlement/").await["currencies"][0].clone();
                assert_eq!(cents(&settled["online"]) + cents(&settled["cash"]), cents(&settled["sold"]));
                vec![
                    ("settled", in_cents(&settled["sold"]), |count| count.gross),
                    ("due", in_cents(&settled["due"]), |count| count.revenue - count.cash),
                    ("cash settled", in_cents(&settled["cash"]), |count| count.cash),
                    ("tickets settled", settled["tickets"].clone(), |count| count.sold),
                ]
            }
            _ => {
                let file = self.doors.amani.get(self.app, &self.doors.path("attendees.csv")).await.expect(200);
                vec![("rows of the file", json!(file.text.lines().count() - 1), |count| count.sold)]
            }
        }
    }

    /// Asks for one screen while the rush goes on, and answers how many figures it compared.
    async fn compare_running(&self, screen: usize) -> usize {
        let before = recount(self.app, self.doors.event).await;
        let figures = self.figures(screen).await;
        let after = recount(self.app, self.doors.event).await;
        for (name, shown, counted) in &figures {
            let (least, most) = (counted(&before), counted(&after));
            let shown = shown.as_i64().unwrap();
            assert!((least..=most).contains(&shown), "{name}: {shown} is not in {least}..={most}");
        }
        figures.len()
    }

    /// Makes everybody stand still, and compares all screens.
    async fn compare_standing(&self, live: &mut LiveStream) -> usize {
        let _still = self.gate.write().await;
        let count = recount(self.app, self.doors.event).await;
        let mut compared = 0;
        for screen in 0..SCREENS {
            for (name, shown, counted) in self.figures(screen).await {
                assert_eq!(shown, json!(counted(&count)), "{name}");
                compared += 1;
            }
        }
        let stats = self.screen("stats/").await;
        assert_eq!(stats["available_tickets"], json!(PLACES - count.sold - count.held));
        let told = live.until(|figures| *figures == stats).await;
        assert_eq!(in_cents(&told["revenue"]), json!(count.revenue));
        compared + 2
    }

    async fn step<T>(&self, step: impl Future<Output = T>) -> T {
        let _moving = self.gate.read().await;
        step.await
    }

    /// Every fourth payer refuses.
    async fn buy(&self, who: Buyer, number: usize) {
        for purchase in 0..PURCHASES {
            let quantity = 1 + ((number + purchase) % 3) as i64;
            let begun = self.step(who.init(self.app, &self.doors.kind, quantity)).await.expect(200).json();
            let phone = if (number + purchase).is_multiple_of(4) { "0970000039" } else { "0970000789" };
            self.step(pay(self.app, &begun, phone)).await;
            while self.step(who.status(self.app, &begun)).await["status"] == "pending" {
                tokio::task::yield_now().await;
            }
        }
    }

    /// Amani sells, and lets in whom she sold to.
    async fn sell_and_scan(&self) {
        for _ in 0..DOOR_SALES {
            let sold = self.step(self.doors.sell(self.app, self.doors.sale(1))).await.expect(201).json();
            self.step(self.doors.scan(self.app, &sold["tickets"][0]["content"])).await.expect(200);
        }
    }

    async fn settle(&self) {
        while !self.is_over.load(Ordering::SeqCst) {
            self.step(work(self.app, 1)).await;
        }
    }

    /// Looks at screens until the rush is over, and stands still now and then.
    async fn compare(&self, mut live: LiveStream) -> (usize, usize) {
        let (mut running, mut standing, mut pauses) = (0, 0, 0);
        for turn in 0.. {
            let is_over = self.is_over.load(Ordering::SeqCst);
            running += self.compare_running(turn % SCREENS).await;
            if is_over || (turn % SCREENS == SCREENS - 1 && pauses < PAUSES) {
                pauses += 1;
                standing += self.compare_standing(&mut live).await;
            }
            if is_over {
                break;
            }
        }
        (running, standing)
    }
}

const SCREENS: usize = 7;
const PLACES: i64 = 500;

fn cents(amount: &Value) -> i64 {
    (amount.as_f64().unwrap_or_default() * 100.0).round() as i64
}

fn in_cents(amount: &Value) -> Value {
    json!(cents(amount))
}

/// The sums of the points, of the types and of the channels, which are the same.
fn sales_figures(sales: &Value) -> Vec<Figure> {
    let sum =
        |list: &str, figure: fn(&Value) -> i64| -> i64 { sales[list].as_array().unwrap().iter().map(figure).sum() };
    let sold = |row: &Value| row["sold"].as_i64().unwrap();
    let taken = |row: &Value| cents(&row["revenue"]["USD"]);
    for list in ["types", "channels"] {
        assert_eq!((sum(list, sold), sum(list, taken)), (sum("points", sold), sum("points", taken)), "{list}");
    }
    let entered: i64 = sum_of(&sales["entries"]["points"], |row| row["entered"].as_i64().unwrap());
    vec![
        ("sold on the curve", json!(sum("points", sold)), |count| count.sold),
        ("revenue on the curve", json!(sum("points", taken)), |count| count.revenue),
        ("entries", json!(entered), |count| count.scanned),
        ("paid in the funnel", sales["funnel"]["paid"].clone(), |count| count.paid),
    ]
}

fn sum_of(rows: &Value, figure: fn(&Value) -> i64) -> i64 {
    rows.as_array().unwrap().iter().map(figure).sum()
}

#[apply(both_engines)]
async fn every_figure_is_what_the_facts_say(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors_of(&app, 0, |event| event).await;
    app.db.write(|c| c.execute("UPDATE ticket_types SET nbr_max = $1", &[&PLACES])).await.unwrap();
    let mut people = Vec::new();
    for number in 0..BUYERS {
        people.push(buyer(&app, &format!("Acheteur {number}"), &format!("09900001{number:02}")).await);
    }
    let doors = Doors { amani: signed_in(&app, "Amani").await, ..doors };
    let live = LiveStream::open(&app, doors.amani.access(), &doors.path("live/")).await;
    let rush = Rush { app: &app, doors: &doors, gate: RwLock::new(()), is_over: AtomicBool::new(false) };
    let trade = async {
        let buying = people.into_iter().enumerate().map(|(number, who)| rush.buy(who, number));
        tokio::join!(join_all(buying), rush.sell_and_scan());
        rush.is_over.store(true, Ordering::SeqCst);
    };
    let ((), (), (running, standing)) = tokio::join!(trade, rush.settle(), rush.compare(live));
    let sold = recount(&app, doors.event).await.sold;
    eprintln!(
        "{sold} tickets sold; {running} figures compared while they were, {standing} while everybody stood still"
    );
    assert!(sold > 0 && running > 0 && standing > 0);
    audited(&app).await;
    door_audited(&app).await;
}
