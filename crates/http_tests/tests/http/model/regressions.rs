//! Histories that once did not add up, as the model test found them, and those that random ones seldom meet.

use domain::Currency;
use rstest_reuse::apply;

use super::commands::{Arrival, Change, Command, Manner, Order, Payer, Pick, Provider, Scenario};
use super::world::World;
use crate::support::{Engine, both_engines};

async fn adds_up(engine: Engine, commands: Vec<Command>) {
    let scenario = Scenario { places: [3, 3], tonight: false, manner: Manner::Usual, commands };
    assert_eq!(World::with_sandbox(engine).await.play(&scenario).await, Ok(()));
}

fn order() -> Command {
    let (currency, quantity) = (Currency::Usd, 1);
    Command::Order(Order {
        buyer: 0,
        kind: 0,
        quantity,
        currency,
        key: None,
        retry_of: None,
        promo: false,
        twice: false,
    })
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

/// Somebody has paid, does not wait until we know of it, and tries again.
fn paid_and_tried_again() -> Vec<Command> {
    let payment = Pick::LATEST;
    let Command::Order(first) = order() else { unreachable!() };
    vec![
        order(),
        Command::Pay { payment, payer: Payer::Pays },
        Command::Order(Order { retry_of: Some(payment), ..first }),
    ]
}

/// The provider told us of the money once, and could not be asked for a day. When it tells us again, in the very same
/// words, the money counts.
#[apply(both_engines)]
async fn news_told_again_is_asked_about_again(engine: Engine) {
    let mut history = told_and_silent();
    history.extend([Command::Pass { seconds: 24 * 3600 }, Command::Work { cashiers: 1 }]);
    adds_up(engine, history).await;
}

/// Asked about in the very moment in which the event is cancelled, and silent since: that was before anything ended.
#[apply(both_engines)]
async fn what_was_asked_before_an_event_is_cancelled_ends_no_hold(engine: Engine) {
    let mut history = told_and_silent();
    history.extend([
        Command::Work { cashiers: 1 },
        Command::Cancel,
        Command::Pass { seconds: 900 },
        Command::Work { cashiers: 1 },
    ]);
    adds_up(engine, history).await;
}

/// The first try is paid when the event is cancelled already: it buys nothing, so the second keeps its places until it was
/// asked about.
#[apply(both_engines)]
async fn money_that_buys_nothing_takes_nothing_from_a_later_try(engine: Engine) {
    let payment = Pick::LATEST;
    let mut history = paid_and_tried_again();
    history.extend([
        Command::Provider { payment, does: Provider::FallsSilent },
        Command::Pass { seconds: 5 },
        Command::Cancel,
        Command::Work { cashiers: 1 },
    ]);
    adds_up(engine, history).await;
}

/// The first try is paid after the second took its places over: it takes them back, and the second holds nothing.
#[apply(both_engines)]
async fn money_of_the_first_try_takes_the_places_of_a_later_one(engine: Engine) {
    let mut history = paid_and_tried_again();
    history.extend([Command::Pass { seconds: 5 }, Command::Work { cashiers: 1 }]);
    adds_up(engine, history).await;
}

/// A second place comes back while the first is set aside for somebody: the next gets one place, and not both.
#[apply(both_engines)]
async fn a_place_that_is_set_aside_is_not_offered_again(engine: Engine) {
    let Command::Order(first) = order() else { unreachable!() };
    let join = |buyer| Command::Join { buyer, kind: 0, quantity: 2 };
    let places = |places| Command::Organise { kind: 0, change: Change::Places(places) };
    let history = vec![
        Command::Order(Order { quantity: 3, ..first }),
        join(1),
        join(2),
        places(4),
        Command::Work { cashiers: 1 },
        places(5),
        Command::Work { cashiers: 1 },
    ];
    adds_up(engine, history).await;
}

/// Postponed again and again and then cancelled: nobody waits for the news of a date that no longer counts.
#[apply(both_engines)]
async fn a_cancellation_does_not_wait_for_postponements(engine: Engine) {
    let history = vec![
        order(),
        Command::Pay { payment: Pick::LATEST, payer: Payer::Pays },
        Command::Pass { seconds: 6 },
        Command::Work { cashiers: 1 },
        Command::Postpone { days: 1 },
        Command::Postpone { days: 1 },
        Command::Postpone { days: 1 },
        Command::Cancel,
        Command::Work { cashiers: 1 },
    ];
    adds_up(engine, history).await;
}
