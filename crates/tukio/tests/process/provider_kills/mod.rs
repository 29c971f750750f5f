//! `kill -9` while people pay through a real provider, as its simulator plays it, and are paid back: nobody is charged
//! twice, nothing that was paid is lost, and the books of the provider, the ledger and the tickets agree in the end.

mod books;
mod buyer;
mod moment;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant as Moment};

use box_office::audit;
use database::{Connection, Database, DbError, Options};
use provider_simulators::BookState;
use rstest_reuse::apply;
use tokio::task::JoinSet;

use crate::support::{
    Customer, Dice, Engine, RunFolder, Server, Simulators, TEST_TIMEOUT, Which, both_engines, put_on_sale,
};
use books::{Books, Stored};
use buyer::{Buyer, Round};
use moment::KillAt;

/// Each may take five holds a minute.
const BUYERS: usize = 32;
const PLACES: i64 = 1_000;

/// Rounds in which a refund that a dead server has begun is asked for and found done.
const MOST_REFUND_ROUNDS: usize = 3;

#[apply(both_engines)]
async fn pawapay_with_kills(engine: Engine) {
    Kills::new(engine, Which::Pawapay).await.run().await;
}

#[apply(both_engines)]
async fn flexpay_with_kills(engine: Engine) {
    Kills::new(engine, Which::Flexpay).await.run().await;
}

#[apply(both_engines)]
async fn cinetpay_with_kills(engine: Engine) {
    Kills::new(engine, Which::Cinetpay).await.run().await;
}

struct Kills {
    which: Which,
    simulators: Simulators,
    folder: RunFolder,
    db: Database,
    dice: Dice,
    kills: u64,
    kills_in_mid_request: usize,
}

impl Kills {
    #[expect(clippy::print_stdout, reason = "the seed of a run that failed")]
    async fn new(engine: Engine, which: Which) -> Kills {
        let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
        let kills = number("PROVIDER_KILLS").unwrap_or(8);
        let seed = number("PROVIDER_SEED").unwrap_or_else(|| u64::from_le_bytes(platform::random::bytes()));
        println!("{which:?}: again with PROVIDER_SEED={seed} PROVIDER_KILLS={kills}");
        let simulators = Simulators::start().await;
        let folder = simulators.sell_from(RunFolder::on(engine).await, which.name());
        assert!(folder.run(&["migrate"]).status.success());
        let db = Database::open(&Options::new(folder.database_url())).unwrap();
        Kills { which, simulators, folder, db, dice: Dice(seed), kills, kills_in_mid_request: 0 }
    }

    async fn run(mut self) {
        let mut server = self.folder.serve();
        let mut owner = Customer::register(server.address, "kilima", "0970000000").await;
        let kinds = put_on_sale(&self.db, owner.user, self.kills as i64, PLACES).await;
        let mut buyers = Buyer::register_all(server.address, BUYERS, &mut self.dice).await;
        for kind in kinds {
            owner.sign_in_again(server.address).await.unwrap();
            let round = Arc::new(Round::new(server.address, kind, owner.clone()));
            buyers = self.buy_until_killed(&mut server, buyers, round).await;
            server = self.folder.serve();
            assert_eq!(audit::discrepancies(&self.db).await.unwrap(), [""; 0]);
        }
        owner.sign_in_again(server.address).await.unwrap();
        buyers = self.settle(&mut server, buyers, &owner).await;
        self.compare(buyers).await;
    }

    /// Everybody buys, and the server is killed while requests are on their way.
    async fn buy_until_killed(&mut self, server: &mut Server, buyers: Vec<Buyer>, round: Arc<Round>) -> Vec<Buyer> {
        let moment = KillAt::draw(self.which, &mut self.dice);
        let buying: JoinSet<Buyer> = buyers.into_iter().map(|buyer| buyer.buy(round.clone())).collect();
        moment.wait(&self.simulators, self.which, &round).await;
        server.kill();
        round.is_over.store(true, Ordering::SeqCst);
        let buyers = buying.join_all().await;
        self.kills_in_mid_request += usize::from(round.cut_off.load(Ordering::SeqCst) > 0);
        buyers
    }

    /// Nothing new is ordered. What was begun is carried on; what nobody ends is ended by time.
    async fn settle(&mut self, server: &mut Server, buyers: Vec<Buyer>, owner: &Customer) -> Vec<Buyer> {
        self.send_lost_callbacks_again().await;
        let address = server.address;
        let carried = buyers.into_iter().map(|buyer| buyer.carry_on_to_the_end(address, owner.clone(), self.which));
        let carried: JoinSet<Buyer> = carried.collect();
        let buyers = tokio::time::timeout(TEST_TIMEOUT, carried.join_all()).await;
        let buyers = buyers.unwrap_or_else(|_| panic!("payments do not end: {}", server.log()));
        self.simulators.advance(self.which, 76 * 3600);
        self.restart_after(server, THREE_DAYS_PASS).await;
        self.wait_for_none("SELECT count(*) FROM payments WHERE state = 'pending'").await;
        // A refund is asked for once, and after half a minute whether it was made.
        for _ in 0..MOST_REFUND_ROUNDS {
            if self.count(OPEN_REFUNDS).await > 0 {
                self.restart_after(server, REFUNDS_ARE_DUE).await;
                self.wait_for_none("SELECT count(*) FROM refunds WHERE try_at = 1").await;
            }
        }
        self.wait_for_none(OPEN_REFUNDS).await;
        server.ask_to_stop();
        assert!(server.wait().success(), "{}", server.log());
        buyers
    }

    /// FlexPay does not repeat a callback. Where it met no server, and the answer with the order's number got lost as well,
    /// somebody asks FlexPay to send it again.
    async fn send_lost_callbacks_again(&self) {
        if self.which != Which::Flexpay {
            return;
        }
        let stored = Stored::read_all(&self.db, self.which).await;
        let known: HashSet<_> = stored.iter().filter(|one| one.has_number).map(|one| one.reference.clone()).collect();
        for line in self.simulators.flexpay.books() {
            if line.state != BookState::Pending && !known.contains(&line.reference) {
                self.simulators.flexpay.forge_success(&line.reference, None).unwrap();
            }
        }
    }

    /// While the server is down, what waits becomes older: for the server it is as if time had passed.
    async fn restart_after(&self, server: &mut Server, sql: &'static [&'static str]) {
        server.ask_to_stop();
        assert!(server.wait().success(), "{}", server.log());
        let age = move |c: &mut Connection<'_>| sql.iter().try_for_each(|one| c.execute(*one, &[]).map(|_| ()));
        self.db.write(age).await.unwrap();
        *server = self.folder.serve();
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let read = self.db.read(move |c| c.query_one(sql, &[], |row| row.get(0)));
        read.await.unwrap_or_else(|error: DbError| panic!("{error}"))
    }

    async fn wait_for_none(&self, sql: &'static str) {
        let started = Moment::now();
        while self.count(sql).await > 0 {
            assert!(started.elapsed() < TEST_TIMEOUT, "{} of {sql}", self.count(sql).await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    #[expect(clippy::print_stdout, reason = "the figures of a long run")]
    async fn compare(self, buyers: Vec<Buyer>) {
        self.close_refunds_by_hand().await;
        let stored = Stored::read_all(&self.db, self.which).await;
        let mut books = Books::new(self.which, self.simulators.books(self.which), stored);
        assert_eq!(books.complaints(&buyers), [""; 0]);
        assert_eq!(books.kept_by_provider(), books::kept_by_ledger(&self.db).await);
        if self.which == Which::Flexpay {
            books::check_single_pushes(&self.simulators.flexpay.journal());
        }
        // Telephones of which nobody knows whether they rang are named; there is nothing else to say.
        let said = self.folder.run(&["check"]);
        let unknown = books.never_known();
        assert_eq!(said.status.success(), unknown.is_empty(), "{}{}", said.stdout, said.stderr);
        let lines: HashSet<&str> = said.stdout.lines().collect();
        let expected: HashSet<String> = match unknown.is_empty() {
            true => HashSet::from(["Rien à signaler.".to_owned()]),
            false => unknown.iter().map(|id| format!("payment {id}: the provider never answered")).collect(),
        };
        assert_eq!(lines, expected.iter().map(String::as_str).collect::<HashSet<_>>());
        println!(
            "{:?}: {} kills, {} in mid request, {}",
            self.which,
            self.kills,
            self.kills_in_mid_request,
            books.figures()
        );
        assert!(books.something_was_at_stake() && self.kills_in_mid_request > 0, "nothing was at stake");
        // The canary: money that one side knows nothing of is seen.
        books.lose_a_line();
        assert!(!books.complaints(&buyers).is_empty());
        self.db.close();
    }

    /// Where the provider takes no calls for refunds, each is listed until somebody has paid it.
    async fn close_refunds_by_hand(&self) {
        let waiting = "SELECT refunds.id, reference FROM refunds JOIN payments ON payments.id = payment_id
            WHERE refunds.state = 'by_hand'";
        let read = move |c: &mut Connection<'_>| c.query(waiting, &[], |row| Ok((row.get(0)?, row.get(1)?)));
        let waiting: Vec<(String, String)> =
            self.db.read(read).await.unwrap_or_else(|error: DbError| panic!("{error}"));
        assert_eq!(waiting.is_empty(), self.which == Which::Pawapay, "{waiting:?}");
        let listed = self.folder.run(&["check"]).stdout;
        for (id, reference) in waiting {
            assert!(listed.contains(&format!("refund {id} has to be made by hand")), "{id} is not in {listed}");
            if self.which == Which::Flexpay {
                self.simulators.flexpay.refund_by_hand(&books::written_for(self.which, &reference), true).unwrap();
            }
            let closed = self.folder.run(&["refund-done", &id, "--reference", "virement 17"]);
            assert!(closed.status.success(), "{}", closed.stderr);
        }
    }
}

/// Longer than a provider that never answers is asked.
const THREE_DAYS_PASS: &[&str] =
    &["UPDATE payments SET created_at = created_at - 270000000, hold_until = hold_until - 270000000,
        ask_at = ask_at - 270000000, asked_at = asked_at - 270000000 WHERE state = 'pending'"];

const OPEN_REFUNDS: &str = "SELECT count(*) FROM refunds WHERE state = 'requested'";

const REFUNDS_ARE_DUE: &[&str] = &["UPDATE refunds SET try_at = 1 WHERE state = 'requested'"];
