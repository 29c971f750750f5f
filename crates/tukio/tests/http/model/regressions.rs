//! Histories that once did not add up, as the model test found them.

use domain::Currency;
use tokio::runtime::Builder;

use super::commands::{Arrival, Command, Order, Payer, Pick, Provider, Scenario};
use super::world::World;
use crate::support::Engine;

/// On both engines.
fn adds_up(commands: &[Command]) {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let scenario = Scenario { places: [3, 3], tonight: false, commands: commands.to_vec() };
        let played = runtime.block_on(async { World::build(engine).await.play(&scenario).await });
        assert_eq!(played, Ok(()));
    }
}

fn order() -> Command {
    let (currency, quantity) = (Currency::Usd, 1);
    Command::Order(Order { buyer: 0, kind: 0, quantity, currency, key: None, retry_of: None, twice: false })
}

/// Somebody has paid and the provider has told us; since then it can't be asked.
fn told_and_silent() -> Vec<Command> {
    let payment = Pick::LATEST;
    vec![
        order(),
        Command::Pay { payment, payer: Payer::Pays },
        Command::Pass { seconds: 2 },
        Command::Work { cashiers: 1 },
        Command::Provider { payment, does: Provider::FallsSilent },
        Command::Webhook { webhook: Pick::LATEST, arrives: Arrival::Whole },
    ]
}

/// The provider told us of the money once, and could not be asked for a day. When it tells us again, in the very same
/// words, the money counts.
#[test]
fn news_told_again_is_asked_about_again() {
    let mut history = told_and_silent();
    history.extend([Command::Pass { seconds: 24 * 3600 }, Command::Work { cashiers: 1 }]);
    adds_up(&history);
}

/// Asked about in the very moment in which the event is cancelled, and silent since: that was before anything ended.
#[test]
fn what_was_asked_before_an_event_is_cancelled_ends_no_hold() {
    let mut history = told_and_silent();
    history.extend([
        Command::Work { cashiers: 1 },
        Command::Cancel,
        Command::Pass { seconds: 900 },
        Command::Work { cashiers: 1 },
    ]);
    adds_up(&history);
}

/// The first try is paid when the event is cancelled already: it buys nothing, so the second keeps its places until it was
/// asked about.
#[test]
fn money_that_buys_nothing_takes_nothing_from_a_later_try() {
    let payment = Pick::LATEST;
    let Command::Order(first) = order() else { unreachable!() };
    adds_up(&[
        order(),
        Command::Pay { payment, payer: Payer::Pays },
        Command::Order(Order { retry_of: Some(payment), ..first }),
        Command::Provider { payment, does: Provider::FallsSilent },
        Command::Pass { seconds: 5 },
        Command::Cancel,
        Command::Work { cashiers: 1 },
    ]);
}
