//! Random histories of a box office, on both engines: buyers, a provider that may do anything, webhooks in any order,
//! cashiers, an organiser, and time. After every command the database must say what the reference model says,
//! and in the end every franc that was paid has bought tickets or goes back.
//!
//! Who takes the money is the sandbox, or the simulator of a provider: the rules are the same.
//!
//! `MODEL_RUNS` says how many histories, a thirtieth of them with each provider; a failure prints the shortest that still fails, and the seed. The
//! `canaries` beside this file are changes of the product that must turn this test red: `scripts/canaries` tries them.

mod cashier_round;
mod checks;
mod commands;
mod counterparty;
mod paying_back;
mod reference_model;
mod reference_types;
mod regressions;
mod run;
mod sandbox_side;
mod simulator_side;
mod snapshot;
mod steering;
mod waiting;
mod webhook_capture;
mod webhooks;
mod world;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rstest::rstest;
use tokio::runtime::Builder;

use crate::support::{Engine, Which};
use reference_types::Notable;
use world::World;

const RUNS: u32 = 300;

/// So many histories have met everything; fewer may miss something by chance.
const THOROUGH: u32 = 3_000;

/// Of so many histories one is played with each provider.
const PART: u32 = 30;

#[rstest]
#[case::sqlite(Engine::Sqlite)]
#[case::postgres(Engine::Postgres)]
fn every_history_adds_up(#[case] engine: Engine) {
    let cases = runs();
    let never_met = play(cases, || World::with_sandbox(engine));
    if cases >= THOROUGH {
        assert!(never_met.is_empty(), "no history had {never_met:?}");
    }
}

#[rstest]
fn every_history_with_a_simulator_adds_up(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(Which::Pawapay, Which::Flexpay, Which::Cinetpay)] which: Which,
) {
    play((runs() / PART).max(1), || World::with_simulator(engine, which));
}

fn runs() -> u32 {
    std::env::var("MODEL_RUNS").map_or(RUNS, |text| text.parse().unwrap())
}

/// Plays so many histories in one world. Returns what none of them has met.
fn play<F: Future<Output = World>>(cases: u32, build: impl FnOnce() -> F) -> Vec<Notable> {
    let seed = std::env::var("MODEL_SEED")
        .map_or_else(|_| u64::from_le_bytes(platform::random::bytes()), |text| text.parse().unwrap());
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let world = runtime.block_on(build());
    let played = runner
        .run(&commands::scenario(), |scenario| runtime.block_on(world.play(&scenario)).map_err(TestCaseError::fail));
    if let Err(error) = played {
        panic!("{error}\nAll of it again with MODEL_SEED={seed}");
    }
    world.never_met()
}
