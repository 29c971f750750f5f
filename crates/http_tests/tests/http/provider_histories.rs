//! Random histories with the simulator of each provider as the counterparty, alone and together: payers who do anything,
//! callbacks late, lost, often and forged, answers that get lost, providers that are down, refunds, and time. The model of
//! the box office predicts every step against the sandbox; here the books of the providers are the judge: nothing is
//! granted that they were not paid, and in the end everything that they were paid has bought tickets, goes back, or waits
//! for a person.
//!
//! `MODEL_RUNS` says how many histories the model plays; of these a thirtieth is played with each provider.

use std::collections::{BTreeMap, HashSet};

use box_office::audit;
use domain::{Clock, Currency, EventId, UserId};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use provider_simulators::{
    AmountForm, Availability, BookKind, BookLine, BookState, Delivery, Fault, FaultKind, Order, Script, Tamper,
};
use reqwest::Method;
use rstest::rstest;
use serde_json::json;
use tokio::runtime::Builder;

use crate::support::{
    Engine, Selling, TODAY, TestEvent, Which, day, empty_box_office, selling, shown, signed_in, wire, with_simulator,
};

const RUNS: u32 = 300;
const PART: u32 = 30;
/// No test lasts as long.
const TEN_YEARS: i64 = 10 * 365 * 24 * 3600;
/// Rounds in which everything is done that falls due in the end.
const ROUNDS: usize = 300;

type Checked = Result<(), String>;

#[derive(Debug, Clone)]
enum Step {
    /// By Afrimoney it is FlexPay who takes it, without a choice whoever comes first.
    Begin {
        quantity: i64,
        retry_of: Option<usize>,
        by_afrimoney: bool,
    },
    Pay {
        payment: usize,
        suffix: &'static str,
    },
    Answer {
        accept: bool,
    },
    Deliver {
        order: Order,
    },
    Forge {
        payment: usize,
        tamper: Option<Tamper>,
    },
    Arrange {
        payment: usize,
        script: Script,
    },
    Break {
        which: Which,
        call: &'static str,
        fault: FaultKind,
    },
    Be {
        which: Which,
        availability: Availability,
    },
    Pass {
        seconds: i64,
    },
    Work,
    PayBack {
        payment: usize,
    },
}

/// The calls of a provider that can fail.
fn calls(which: Which) -> &'static [&'static str] {
    match which {
        Which::Pawapay => &["checkout", "checkout_status", "expire", "refund", "refund_status", "any"],
        Which::Flexpay => &["mobile", "check", "any"],
        Which::Cinetpay => &["login", "payment", "status", "any"],
    }
}

/// With the providers of these names.
fn steps(names: &str) -> impl Strategy<Value = Vec<Step>> + use<> {
    let in_play: Vec<Which> = Which::ALL.into_iter().filter(|which| names.contains(which.name())).collect();
    let which = || prop::sample::select(in_play.clone());
    let broken = which().prop_flat_map(|which| (Just(which), prop::sample::select(calls(which))));
    let suffix = prop::sample::select(vec!["789", "789", "039", "049", "129", "159", "700"]);
    let order = prop::sample::select(vec![Order::Due, Order::Reversed, Order::Shuffled]);
    let tamper = prop::sample::select(vec![
        None,
        Some(Tamper::Unsigned),
        Some(Tamper::BadKey),
        Some(Tamper::WrongSecret),
        Some(Tamper::ForeignOrderNumber),
        Some(Tamper::WrongToken),
    ]);
    let script = prop::sample::select(vec![
        Script { callback_lost: Some(true), ..Script::default() },
        Script { callback_copies: Some(3), callback_concurrent: Some(true), ..Script::default() },
        Script { callback_late_s: Some(1_000), ..Script::default() },
        Script { amount: Some(AmountForm::Lower), ..Script::default() },
        Script { amount: Some(AmountForm::ExtraZeros), ..Script::default() },
    ]);
    let fault = prop::sample::select(vec![
        FaultKind::Reset,
        FaultKind::InternalError,
        FaultKind::Html,
        FaultKind::TruncatedJson,
    ]);
    let state = prop::sample::select(vec![Availability::Up, Availability::Unreachable, Availability::Unavailable]);
    let retry_of = prop::option::weighted(0.2, 0..6_usize);
    let by_afrimoney = prop::bool::weighted(if in_play.contains(&Which::Flexpay) { 0.5 } else { 0.0 });
    let step = prop_oneof![
        4 => (1..3_i64, retry_of, by_afrimoney).prop_map(|(quantity, retry_of, by_afrimoney)| {
            Step::Begin { quantity, retry_of, by_afrimoney }
        }),
        4 => (0..6_usize, suffix).prop_map(|(payment, suffix)| Step::Pay { payment, suffix }),
        1 => any::<bool>().prop_map(|accept| Step::Answer { accept }),
        3 => order.prop_map(|order| Step::Deliver { order }),
        2 => (0..6_usize, tamper).prop_map(|(payment, tamper)| Step::Forge { payment, tamper }),
        2 => (0..6_usize, script).prop_map(|(payment, script)| Step::Arrange { payment, script }),
        2 => (broken, fault).prop_map(|((which, call), fault)| Step::Break { which, call, fault }),
        1 => (which(), state).prop_map(|(which, availability)| Step::Be { which, availability }),
        2 => prop::sample::select(vec![1, 10, 40, 130, 600, 1_000]).prop_map(|seconds| Step::Pass { seconds }),
        4 => Just(Step::Work),
        1 => (0..6_usize).prop_map(|payment| Step::PayBack { payment }),
    ];
    prop::collection::vec(step, 5..30)
}

/// A payment as we have it.
#[derive(Debug, Clone)]
struct Row {
    id: String,
    which: Which,
    wire: String,
    state: String,
    quantity: i64,
    tickets: i64,
    refunds: i64,
    is_pushed: bool,
    has_number: bool,
    has_token: bool,
}

struct History<'a> {
    shop: &'a Selling,
    event: EventId,
    kind: String,
    /// References whose amount is told wrong.
    wrong: HashSet<String>,
    /// Orders that FlexPay had when it began.
    pushed_before: usize,
    /// Calls that FlexPay had got when it began.
    called_before: usize,
}

impl History<'_> {
    async fn rows(&self) -> Vec<Row> {
        let event = self.event;
        let read = move |c: &mut database::Connection<'_>| {
            c.query(
                "SELECT id, provider, reference, state, quantity, pushed_to, provider_number, notice_token,
                    (SELECT count(*) FROM tickets WHERE payment_id = payments.id) AS tickets,
                    (SELECT count(*) FROM refunds WHERE payment_id = payments.id) AS refunds
                 FROM payments WHERE event_id = $1 ORDER BY created_at, id",
                &[&event],
                |row| {
                    let (provider, reference): (String, String) = (row.get("provider")?, row.get("reference")?);
                    let which = Which::ALL.into_iter().find(|which| which.name() == provider).unwrap();
                    Ok(Row {
                        id: row.get("id")?,
                        which,
                        wire: wire(which, &reference),
                        state: row.get("state")?,
                        quantity: row.get("quantity")?,
                        tickets: row.get("tickets")?,
                        refunds: row.get("refunds")?,
                        is_pushed: row.get::<Option<String>>("pushed_to")?.is_some_and(|number| !number.is_empty()),
                        has_number: row.get::<Option<String>>("provider_number")?.is_some(),
                        has_token: row.get::<Option<String>>("notice_token")?.is_some(),
                    })
                },
            )
        };
        self.shop.app.db.read(read).await.unwrap()
    }

    fn books(&self) -> BTreeMap<String, BookLine> {
        let mut all = self.shop.pawapay.books();
        all.extend(self.shop.flexpay.books());
        all.extend(self.shop.cinetpay.books());
        all.into_iter().map(|line| (line.reference.clone(), line)).collect()
    }

    async fn play(&mut self, step: &Step) -> Checked {
        let shop = self.shop;
        let rows = self.rows().await;
        let picked = |payment: usize| rows.get(payment % rows.len().max(1));
        match step {
            Step::Begin { quantity, retry_of, by_afrimoney } => {
                let mut wish = json!({ "ticket_type_id": self.kind, "quantity": quantity, "currency": "CDF" });
                if *by_afrimoney {
                    wish["channel"] = json!("afrimoney");
                }
                if let Some(earlier) = retry_of.and_then(picked) {
                    wish["retry_of"] = json!(earlier.id);
                }
                let status = shop.grace.post(&shop.app, "/api/payments/init/", wish).await.status.as_u16();
                require([200, 400, 429, 503].contains(&status), || format!("init answered {status}"))?;
            }
            Step::Pay { payment, suffix } => {
                let Some(row) = picked(*payment) else { return Ok(()) };
                let number = format!("243813456{suffix}");
                match row.which {
                    Which::Pawapay => drop(shop.pawapay.pay(&row.wire, &number)),
                    Which::Cinetpay => drop(shop.cinetpay.pay(&row.wire, &number)),
                    Which::Flexpay => {
                        let form = shop.app.request(Method::POST, &format!("/pay/{}", row.id));
                        let form = form.header("content-type", "application/x-www-form-urlencoded");
                        let status = shop.app.send(form.body(format!("phone={number}"))).await.status.as_u16();
                        let known = [200, 303, 400, 404, 503].contains(&status);
                        require(known, || format!("the page answered {status}"))?;
                    }
                }
            }
            Step::Answer { accept } => self.answer_telephones(*accept),
            Step::Deliver { order } => heard(&shop.deliver_in(*order).await, &rows)?,
            Step::Forge { payment, tamper } => {
                let Some(row) = picked(*payment) else { return Ok(()) };
                drop(with_simulator!(shop, row.which, simulator => simulator.forge_success(&row.wire, *tamper)));
                heard(&shop.deliver().await, &rows)?;
            }
            Step::Arrange { payment, script } => {
                let Some(row) = picked(*payment) else { return Ok(()) };
                let is_paid = self.books().get(&row.wire).is_some_and(|line| line.state == BookState::Succeeded);
                if row.state != "pending" || is_paid {
                    return Ok(());
                }
                let arranged = with_simulator!(shop, row.which, simulator => simulator.script(&row.wire, script));
                if arranged.is_ok() {
                    match script.amount {
                        Some(AmountForm::Lower) => drop(self.wrong.insert(row.wire.clone())),
                        Some(_) => drop(self.wrong.remove(&row.wire)),
                        None => {}
                    }
                }
            }
            Step::Break { which, call, fault } => {
                let fault = Fault::of(call, fault.clone()).once();
                drop(with_simulator!(shop, *which, simulator => simulator.add_fault(fault)));
            }
            Step::Be { which, availability } => {
                with_simulator!(shop, *which, simulator => simulator.set_availability(*availability));
            }
            Step::Pass { seconds } => shop.pass(*seconds),
            Step::Work => shop.work(0).await,
            Step::PayBack { payment } => {
                let Some(row) = picked(*payment) else { return Ok(()) };
                shop.owner.post(&shop.app, &format!("/api/payments/{}/refund/", row.id), json!({})).await;
            }
        }
        self.check().await
    }

    fn answer_telephones(&self, accept: bool) {
        for which in Which::ALL {
            with_simulator!(self.shop, which, simulator => for prompt in simulator.prompts(None) {
                let answered = if accept { simulator.approve(&prompt.number) } else { simulator.refuse(&prompt.number) };
                drop(answered);
            });
        }
    }

    /// What holds at every moment.
    async fn check(&self) -> Checked {
        let discrepancies = audit::discrepancies(&self.shop.app.db).await.unwrap();
        require(discrepancies.is_empty(), || format!("{discrepancies:?}"))?;
        let (rows, books) = (self.rows().await, self.books());
        for row in rows.iter().filter(|row| row.tickets > 0) {
            let is_paid = books.get(&row.wire).is_some_and(|line| line.state == BookState::Succeeded);
            require(is_paid && !self.wrong.contains(&row.wire), || format!("granted and not paid: {row:?}"))?;
            require(row.tickets == row.quantity, || format!("not as many tickets as were paid: {row:?}"))?;
        }
        let waits = |row: &&Row| books.get(&row.wire).is_some_and(|line| line.state == BookState::Pending);
        let given_up = rows.iter().filter(|row| row.which == Which::Pawapay && row.state == "failed").find(waits);
        require(given_up.is_none(), || format!("failed while its checkout is open: {given_up:?}"))?;
        let pushed = rows.iter().filter(|row| row.is_pushed).count();
        let orders = self.shop.flexpay.books().len() - self.pushed_before;
        require(orders <= pushed, || "a telephone was rung that nobody has asked for".to_owned())?;
        let journal = self.shop.flexpay.journal().split_off(self.called_before);
        let mut rung = HashSet::new();
        let twice =
            journal.iter().filter(|call| call.call == "mobile").find(|call| !rung.insert(call.reference.clone()));
        require(twice.is_none(), || format!("a push was repeated: {twice:?}"))
    }

    /// Everybody is there again, days pass, and nothing is left to do.
    async fn end(&self) -> Checked {
        let shop = self.shop;
        for which in Which::ALL {
            with_simulator!(shop, which, simulator => {
                simulator.set_availability(Availability::Up);
                simulator.clear_faults();
            });
        }
        self.answer_telephones(true);
        shop.pass(131);
        shop.deliver().await;
        shop.work(0).await;
        shop.pass(1_100);
        shop.deliver().await;
        let mut next = shop.app.box_office.run_cashier_once().await.unwrap();
        for _ in 0..ROUNDS {
            let Some(due) = next else { break };
            let seconds = (due.millis() - shop.app.clock.now().millis()).max(0) / 1000 + 1;
            shop.pass(seconds.max(1_800));
            next = shop.app.box_office.run_cashier_once().await.unwrap();
        }
        require(next.is_none(), || "there is always something left to do".to_owned())?;
        self.check().await?;
        let books = self.books();
        for row in self.rows().await {
            let is_paid = books.get(&row.wire).is_some_and(|line| line.state == BookState::Succeeded);
            let is_wrong = self.wrong.contains(&row.wire);
            let never_heard = row.which == Which::Flexpay && row.is_pushed && !row.has_number;
            let is_right = match &*row.state {
                "succeeded" => is_paid && !is_wrong && (row.tickets > 0 || row.refunds > 0),
                "review" => (is_paid && is_wrong) || never_heard,
                "failed" => !is_paid,
                _ => false,
            };
            require(is_right, || format!("{row:?} where the provider has {:?}", books.get(&row.wire)))?;
        }
        self.check_refunds(&books).await?;
        self.check_who_pays_back().await
    }

    /// pawaPay pays back when it is asked to; with the others it is a person's work.
    async fn check_who_pays_back(&self) -> Checked {
        let event = self.event;
        let sql = "SELECT provider, refunds.state FROM refunds JOIN payments ON payments.id = payment_id
            WHERE payments.event_id = $1";
        let read = move |c: &mut database::Connection<'_>| {
            c.query(sql, &[&event], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))
        };
        let refunds = self.shop.app.db.read(read).await.unwrap();
        let is_right = |(provider, state): &(String, String)| match &**provider {
            "pawapay" => state == "done",
            _ => state == "by_hand",
        };
        let wrong = refunds.iter().find(|refund| !is_right(refund));
        require(wrong.is_none(), || format!("a refund that nobody sees to: {wrong:?}"))
    }

    /// What pawaPay has paid back is what we have asked for and believe done.
    async fn check_refunds(&self, books: &BTreeMap<String, BookLine>) -> Checked {
        let event = self.event;
        let sql = "SELECT CAST(COALESCE(sum(refunds.amount), 0) AS BIGINT) FROM refunds
            JOIN payments ON payments.id = payment_id
            WHERE payments.event_id = $1 AND provider = 'pawapay' AND refunds.state = 'done'";
        let done: i64 = self.shop.app.db.read(move |c| c.query_one(sql, &[&event], |row| row.get(0))).await.unwrap();
        let ours: HashSet<String> = self.rows().await.into_iter().map(|row| row.wire).collect();
        let is_ours = |line: &&BookLine| line.of.as_ref().is_some_and(|of| ours.contains(of));
        let back = books.values().filter(|line| line.kind == BookKind::Refund && line.state == BookState::Succeeded);
        let paid_back: i64 = back.filter(is_ours).map(|line| line.amount).sum();
        require(done == paid_back, || format!("{done} is said to be paid back, and {paid_back} was"))
    }
}

/// What is authentic is heard, and what is forged is refused. Those of payments of an earlier history are nobody's.
fn heard(sent: &[Delivery], rows: &[Row]) -> Checked {
    for one in sent.iter().filter(|one| !one.lost) {
        let Some(row) = rows.iter().find(|row| row.wire == one.reference) else { continue };
        let right = match one.tamper {
            None | Some(Tamper::ForeignOrderNumber) => 200,
            // The answer with the token got lost: it is a hint.
            Some(Tamper::WrongToken) if !row.has_token => 200,
            Some(_) => 401,
        };
        require(one.status == Some(right), || format!("{:?} of {row:?} was answered {:?}", one.tamper, one.status))?;
    }
    Ok(())
}

fn require(is_so: bool, why: impl FnOnce() -> String) -> Checked {
    if is_so { Ok(()) } else { Err(why()) }
}

async fn history(shop: &Selling, owner: UserId, number: i64) -> History<'_> {
    shop.app.db.write(empty_box_office).await.unwrap();
    let event = TestEvent::new(number, owner).places("Standard", 10_000, Currency::Cdf, 4);
    let event = shop.app.store(event.with(|row| row.first_day = day(TODAY).plus_days(3_600))).await;
    let kind = shown(&shop.app, event).await["id"].to_string();
    let (pushed_before, called_before) = (shop.flexpay.books().len(), shop.flexpay.journal().len());
    History { shop, event, kind, wrong: HashSet::new(), pushed_before, called_before }
}

#[rstest]
fn every_history_with_a_simulator_adds_up(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values("pawapay", "flexpay", "cinetpay", "pawapay,flexpay,cinetpay")] names: &str,
) {
    let runs = std::env::var("MODEL_RUNS").map_or(RUNS, |text| text.parse().unwrap());
    let cases = (runs / PART).max(1);
    let seed = std::env::var("MODEL_SEED")
        .map_or_else(|_| u64::from_le_bytes(platform::random::bytes()), |text| text.parse().unwrap());
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 60, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (shop, owner) = runtime.block_on(async {
        let mut shop = selling(engine, names).await;
        let now = shop.app.clock.now();
        // Signed in at the end of it all, people are never signed out on the way.
        shop.app.clock.advance_seconds(TEN_YEARS);
        shop.grace = signed_in(&shop.app, "Grace").await;
        shop.owner = signed_in(&shop.app, "Kito").await;
        shop.app.clock.set(now);
        let find = "SELECT id FROM users WHERE username = 'Kito'";
        let owner: UserId = shop.app.db.read(move |c| c.query_one(find, &[], |row| row.get(0))).await.unwrap();
        (shop, owner)
    });
    let number = std::sync::atomic::AtomicI64::new(2);
    let played = runner.run(&steps(names), |steps| {
        let number = number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let play = async {
            let mut history = history(&shop, owner, number).await;
            for (place, step) in steps.iter().enumerate() {
                history.play(step).await.map_err(|why| format!("step {} ({step:?}): {why}", place + 1))?;
            }
            history.end().await.map_err(|why| format!("in the end: {why}"))
        };
        runtime.block_on(play).map_err(TestCaseError::fail)
    });
    if let Err(error) = played {
        panic!("{error}\nAll of it again with MODEL_SEED={seed}");
    }
}
