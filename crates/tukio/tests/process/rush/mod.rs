//! `kill -9` while many people pay: what they were told stands afterwards, nothing stands twice, and every payment ends.

mod buyer;
pub mod stage;
mod stored_payments;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use database::{Database, Options};
use domain::TicketTypeId;
use platform::random;
use rstest_reuse::apply;
use tokio::task::JoinSet;

use crate::support::{Dice, Engine, RunFolder, Server, TEST_TIMEOUT, both_engines};
use buyer::{Buyer, Round};
use stored_payments::StoredPayments;

/// Each may take five holds a minute, and a round takes up to a hundred.
const BUYERS: usize = 96;

/// The server dies at a random one of so many answers, an early one more often: that is when places are given.
const MOST_ANSWERED: u64 = 300;

#[apply(both_engines)]
async fn a_rush_with_kills(engine: Engine) {
    rush(RunFolder::on(engine).await).await;
}

/// What happened, for who reads the nightly log.
#[derive(Debug, Default)]
struct Figures {
    kills: usize,
    kills_in_mid_request: usize,
    requests_cut_off: usize,
    /// Payments that stood although their answer never arrived, and were found again by their key.
    answers_lost: usize,
    orders: usize,
    refused: usize,
    payments: usize,
    succeeded: usize,
    tickets: i64,
}

#[expect(clippy::print_stdout, reason = "the figures of a long run, and the seed of one that failed")]
async fn rush(folder: RunFolder) {
    let folder = folder.at_one_address().with("TUKIO_DATABASE_CONNECTIONS", "4");
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let kills = number("RUSH_KILLS").unwrap_or(4);
    let seed = number("RUSH_SEED").unwrap_or_else(|| u64::from_le_bytes(random::bytes()));
    println!("again with RUSH_SEED={seed} RUSH_KILLS={kills}");
    let mut dice = Dice(seed);

    assert!(folder.run(&["migrate"]).status.success());
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let hot = stage::set(&db, kills).await;
    let mut server = folder.serve();
    let mut buyers = Buyer::register_all(server.address, BUYERS, &mut dice).await;
    let mut figures = Figures::default();
    for kind in hot {
        let late = 1 + dice.roll() % MOST_ANSWERED;
        let enough = (1 + dice.roll() % late) as usize;
        buyers = buy_until_killed(&mut server, buyers, kind, enough, &mut figures).await;
        server = folder.serve();
        let stored = StoredPayments::read(&db).await;
        assert_eq!(stored.complaints(&buyers), [""; 0]);
        figures.answers_lost += stored.untold(&buyers);
        nothing_to_say(&folder);
    }

    buyers = until_settled(&server, buyers).await;
    server.ask_to_stop();
    assert!(server.wait().success(), "{}", server.log());
    stage::a_day_passes(&db).await;
    server = folder.serve();
    stage::nothing_is_pending(&db).await;
    let mut told = JoinSet::new();
    for mut buyer in buyers {
        let address = server.address;
        told.spawn(async move {
            buyer.ask_for_the_end(address).await;
            buyer
        });
    }
    let buyers = told.join_all().await;
    let mut stored = StoredPayments::read(&db).await;
    assert_eq!(stored.complaints(&buyers), [""; 0]);
    nothing_to_say(&folder);
    stored.count(&buyers, &mut figures);
    println!("{figures:?}");
    assert!(figures.succeeded > 0 && figures.kills_in_mid_request > 0, "nothing was at stake");
    // The canary: a loss is seen.
    stored.lose_one();
    assert_eq!(stored.complaints(&buyers).len(), 1);
    db.close();
}

/// Everybody buys, and the server is killed at that many answers, while others are on their way.
async fn buy_until_killed(
    server: &mut Server,
    buyers: Vec<Buyer>,
    kind: TicketTypeId,
    enough: usize,
    figures: &mut Figures,
) -> Vec<Buyer> {
    let round = Arc::new(Round::new(server.address, kind, enough));
    let buying: JoinSet<Buyer> = buyers.into_iter().map(|buyer| buyer.buy(round.clone())).collect();
    let reached = tokio::time::timeout(TEST_TIMEOUT, round.reached.notified()).await;
    assert!(reached.is_ok(), "the rush stands still: {}", server.log());
    server.kill();
    round.is_over.store(true, Ordering::SeqCst);
    let buyers = buying.join_all().await;
    let cut_off = round.cut_off.load(Ordering::SeqCst);
    figures.kills += 1;
    figures.kills_in_mid_request += usize::from(cut_off > 0);
    figures.requests_cut_off += cut_off;
    buyers
}

/// Nothing new is ordered; what was begun is carried on until only those are left who never pay.
async fn until_settled(server: &Server, buyers: Vec<Buyer>) -> Vec<Buyer> {
    let address = server.address;
    let settling: JoinSet<Buyer> = buyers.into_iter().map(|buyer| buyer.carry_on_to_the_end(address)).collect();
    let settled = tokio::time::timeout(TEST_TIMEOUT, settling.join_all()).await;
    settled.unwrap_or_else(|_| panic!("payments do not end: {}", server.log()))
}

/// `tukio check`, beside the running server.
fn nothing_to_say(folder: &RunFolder) {
    let said = folder.run(&["check"]);
    assert!(said.status.success(), "{}{}", said.stdout, said.stderr);
    assert_eq!(said.stdout, "Rien à signaler.\n");
}
