//! A provider that takes every call and answers none, in a rush: sales go on through the other, and who only looks at
//! events is answered as fast as before.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Moment};

use box_office::audit;
use database::{Database, DbError, Options};
use domain::TicketTypeId;
use provider_simulators::{Fault, FaultKind};
use rstest_reuse::apply;
use tokio::task::JoinSet;

use crate::support::{
    Customer, Engine, Gone, RunFolder, Simulators, TEST_TIMEOUT, Which, both_engines, put_on_sale, text,
};

/// More payments than the cashier asks about at once.
const LEFT_OPEN: usize = 48;
const BUYERS: usize = 12;

/// The first buyers of an outage wait seven seconds for the provider that hangs.
const EACH_PHASE: Duration = Duration::from_secs(10);

/// From the payer's PIN to the ticket. FlexPay's callback comes within a fraction of a second.
const SOON: Duration = Duration::from_secs(6);

const PAYS: &str = "0970000789";

#[apply(both_engines)]
async fn a_provider_that_hangs_holds_nobody_else_up(engine: Engine) {
    let simulators = Simulators::start().await;
    let folder = simulators.sell_from(RunFolder::on(engine).await, "pawapay,flexpay");
    assert!(folder.run(&["migrate"]).status.success());
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let server = folder.serve();
    // Nobody takes more than five holds a minute: each phase has its own buyers.
    let people = register(server.address, 2 * BUYERS + LEFT_OPEN).await;
    let kind = put_on_sale(&db, people[0].user, 1, 10_000).await[0];
    for (number, person) in people[2 * BUYERS..].iter().enumerate() {
        let (status, told) = person.begin(server.address, kind, 1, &format!("open-{number}")).await.unwrap();
        assert_eq!(status, 200, "{told}");
    }
    assert_eq!(simulators.calls(Which::Pawapay, "checkout"), LEFT_OPEN);
    let shop = Shop { address: server.address, kind };

    let before = shop.phase(&people[..BUYERS]).await;
    simulators.pawapay.add_fault(Fault::of("any", FaultKind::Hang).accepted(false)).unwrap();
    // Everything that is open falls due now, while nobody answers.
    let due = "UPDATE payments SET ask_at = 1 WHERE provider = 'pawapay' AND ask_at IS NOT NULL";
    db.write(move |c| c.execute(due, &[])).await.unwrap();
    let during = shop.phase(&people[BUYERS..2 * BUYERS]).await;

    tell(&before, &during);
    assert!(during.sales > 0 && during.longest < SOON, "tickets came after {:?}", during.longest);
    // Both phases share two noisy cores with other tests: this finds what waits for a provider, not a slower query.
    assert!(during.p99 < before.p99 * 5 + Duration::from_millis(100), "{:?}, {:?}", before.p99, during.p99);

    simulators.pawapay.clear_faults();
    assert_eq!(audit::discrepancies(&db).await.unwrap(), [""; 0]);
    let sold = "SELECT count(*) FROM payments WHERE provider = 'flexpay' AND state = 'succeeded'";
    let sold: i64 = db
        .read(move |c| c.query_one(sold, &[], |row| row.get(0)))
        .await
        .unwrap_or_else(|error: DbError| panic!("{error}"));
    assert!(sold >= during.sales as i64, "{sold} of {}", during.sales);
    db.close();
}

#[expect(clippy::print_stdout, reason = "figures for who compares them")]
fn tell(before: &Phase, during: &Phase) {
    println!(
        "p99 of the event page and the list: {:?} before, {:?} during the outage, ratio {:.2}; {} and {} sales",
        before.p99,
        during.p99,
        during.p99.as_secs_f64() / before.p99.as_secs_f64(),
        before.sales,
        during.sales
    );
    println!(
        "from the PIN to the ticket, the longest: {:?} before, {:?} during the outage",
        before.longest, during.longest
    );
}

async fn register(address: SocketAddr, count: usize) -> Vec<Customer> {
    let register = |number: usize| async move {
        Customer::register(address, &format!("acheteur{number}"), &format!("0990000{number:03}")).await
    };
    (0..count).map(register).collect::<JoinSet<Customer>>().join_all().await
}

struct Shop {
    address: SocketAddr,
    kind: TicketTypeId,
}

/// What a phase has shown.
struct Phase {
    p99: Duration,
    sales: usize,
    /// From the PIN to the ticket.
    longest: Duration,
}

impl Shop {
    /// People buy for a while, and others look at the event and the list meanwhile.
    async fn phase(&self, people: &[Customer]) -> Phase {
        let is_over = Arc::new(AtomicBool::new(false));
        let buy = |person: &Customer| buy(person.clone(), self.address, self.kind, is_over.clone());
        let buying: JoinSet<Vec<Duration>> = people.iter().map(buy).collect();
        let looking: JoinSet<Vec<Duration>> =
            (0..2).map(|reader| look(self.address, reader, is_over.clone())).collect();
        tokio::time::sleep(EACH_PHASE).await;
        is_over.store(true, Ordering::SeqCst);
        let mut looks = looking.join_all().await.concat();
        looks.sort_unstable();
        let waits = buying.join_all().await.concat();
        let p99 = looks[looks.len() * 99 / 100];
        Phase { p99, sales: waits.len(), longest: waits.into_iter().max().unwrap_or_default() }
    }
}

/// Buys one ticket after the other, and tells how long each took to come once it was paid.
async fn buy(mut person: Customer, address: SocketAddr, kind: TicketTypeId, is_over: Arc<AtomicBool>) -> Vec<Duration> {
    person.sign_in_again(address).await.unwrap();
    let mut waits = Vec::new();
    for number in 0.. {
        if is_over.load(Ordering::SeqCst) {
            break;
        }
        let (status, told) = person.begin(address, kind, 1, &format!("key-{number}")).await.unwrap();
        if status == 200 {
            let (payment, page) = (text(&told, "payment_id"), text(&told, "payment_url"));
            assert_eq!(person.type_number(&page, PAYS).await.unwrap(), 303);
            waits.push(wait_for_ticket(&person, address, &payment).await.unwrap());
        } else {
            // Five holds a minute are everybody's.
            assert_eq!(status, 429, "{told}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    waits
}

async fn wait_for_ticket(person: &Customer, address: SocketAddr, payment: &str) -> Result<Duration, Gone> {
    let started = Moment::now();
    while person.status_of(address, payment).await? != "success" {
        assert!(started.elapsed() < TEST_TIMEOUT, "the ticket never came");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(started.elapsed())
}

/// Looks at the event's page and at the list in turns, and tells how long each answer took.
async fn look(address: SocketAddr, reader: usize, is_over: Arc<AtomicBool>) -> Vec<Duration> {
    let client = reqwest::Client::new();
    let paths = ["/events/100000000000", "/api/events/"];
    let mut took = Vec::new();
    for turn in reader.. {
        if is_over.load(Ordering::SeqCst) {
            break;
        }
        let started = Moment::now();
        let answer = client.get(format!("http://{address}{}", paths[turn % 2])).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200);
        answer.bytes().await.unwrap();
        took.push(started.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    took
}
