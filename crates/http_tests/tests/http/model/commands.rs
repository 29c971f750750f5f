//! What can happen around a box office, in any order. Smaller numbers stand for simpler things, so that a failure
//! shrinks to the few commands it takes.

use domain::Currency;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// One run: what is on sale, and what happens then.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Of the type in dollars and of the one in francs.
    pub places: [i64; 2],
    /// Or in two months, which no run lasts.
    pub tonight: bool,
    /// How a simulator tells what it has to tell.
    pub manner: Manner,
    pub commands: Vec<Command>,
}

/// One of what there is so far: 0 is the latest.
#[derive(Debug, Clone, Copy)]
pub struct Pick(u8);

impl Pick {
    pub const LATEST: Pick = Pick(0);

    pub fn of(self, length: usize) -> Option<usize> {
        length.checked_sub(1).map(|last| last - usize::from(self.0) % length)
    }
}

#[derive(Debug, Clone)]
pub enum Command {
    Order(Order),
    /// The payer fills in the provider's page.
    Pay {
        payment: Pick,
        payer: Payer,
    },
    Provider {
        payment: Pick,
        does: Provider,
    },
    /// The provider tells us of a payment that is none of ours.
    Stray,
    Webhook {
        webhook: Pick,
        arrives: Arrival,
    },
    Forge {
        payment: Pick,
        lie: Lie,
    },
    Pass {
        seconds: i64,
    },
    /// One cashier goes round, or two at once.
    Work {
        cashiers: usize,
    },
    Ask {
        payment: Pick,
        person: usize,
    },
    Organise {
        kind: usize,
        change: Change,
    },
    Cancel,
    /// The organiser pays back one ticket, or all of a payment.
    PayBack {
        payment: Pick,
        place: Option<usize>,
    },
    /// The holder of a payment's first ticket wants the money back.
    Request {
        payment: Pick,
        person: usize,
    },
    /// The organiser answers the oldest request.
    Answer {
        accept: bool,
    },
    /// The event takes place so many days later, and for some days whoever asks is paid back.
    Postpone {
        days: i64,
    },
    /// Somebody wants to wait for places.
    Join {
        buyer: usize,
        kind: usize,
        quantity: i64,
    },
    /// The organiser gives tickets away.
    Invite {
        kind: usize,
        guests: i64,
    },
    HandOver {
        payment: Pick,
        from: usize,
        to: usize,
    },
}

#[derive(Debug, Clone)]
pub struct Order {
    pub buyer: usize,
    pub kind: usize,
    pub quantity: i64,
    pub currency: Currency,
    pub key: Option<u8>,
    pub retry_of: Option<Pick>,
    /// With the promo code.
    pub promo: bool,
    /// Sent twice at the same moment.
    pub twice: bool,
}

/// What the telephone number stands for on the sandbox's page.
#[derive(Debug, Clone, Copy)]
pub enum Payer {
    Pays,
    Refuses,
    LacksMoney,
    NeverAnswers,
    PaysLate,
}

impl Payer {
    /// The last figures of the payer's number, by which providers know what becomes of it.
    pub fn digits(self) -> &'static str {
        match self {
            Payer::Pays => "789",
            Payer::Refuses => "039",
            Payer::LacksMoney => "049",
            Payer::NeverAnswers => "129",
            Payer::PaysLate => "159",
        }
    }
}

/// Everything odd that a provider may do in all of its messages. The sandbox is never odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Usual,
    /// Amounts have four decimals.
    MoreZeros,
    /// Nothing tells an amount.
    NoAmounts,
    /// Behind the news of a success comes that it has failed, and that it is under way.
    ContradictsItself,
    /// News of attempts come after that of the whole, and all is signed in the other form.
    AttemptsLast,
    /// Who is asked for a PIN when the page ends, and types it then, pays for a page that is over.
    StaysOver,
}

#[derive(Debug, Clone, Copy)]
pub enum Provider {
    /// Nobody answered, and then somebody did: also after the page is over, also a day later.
    TakesTheMoney,
    TakesAnotherAmount,
    TakesAnotherCurrency,
    /// Can't say anything of this payment until it finds its tongue again.
    FallsSilent,
    Speaks,
    /// Sends its news again.
    TellsAgain,
    ForgetsTheOrder,
    /// Has paid back by itself, so that our refund fails.
    RefundsByItself,
}

#[derive(Debug, Clone, Copy)]
pub enum Arrival {
    Whole,
    /// Two copies at the same moment.
    Twice,
    Altered,
    WrongSignature,
    Unsigned,
    AtAnotherProvider,
}

/// What a stranger writes without knowing the secret.
#[derive(Debug, Clone, Copy)]
pub enum Lie {
    Unsigned,
    MadeUpSignature,
    OldScheme,
}

#[derive(Debug, Clone, Copy)]
pub enum Change {
    Places(i64),
    Price(i64),
    Closed(bool),
    /// The end of its window is set to the past, or taken away.
    Ended(bool),
    PerPerson(Option<i64>),
}

pub const BUYERS: usize = 3;

pub fn scenario() -> impl Strategy<Value = Scenario> {
    let tonight = prop::bool::weighted(0.2);
    let scenario = ([places(), places()], tonight, vec(story(), 3..9), calling_off(), manner());
    scenario.prop_map(|(places, tonight, stories, end, manner)| {
        let commands = stories.into_iter().flatten().chain(end).flatten().collect();
        Scenario { places, tonight, manner, commands }
    })
}

fn manner() -> impl Strategy<Value = Manner> {
    use Manner::{AttemptsLast, ContradictsItself, MoreZeros, NoAmounts, StaysOver, Usual};
    prop_oneof![
        4 => Just(Usual),
        1 => Just(MoreZeros),
        1 => Just(NoAmounts),
        1 => Just(ContradictsItself),
        1 => Just(AttemptsLast),
        1 => Just(StaysOver),
    ]
}

/// Few, or enough for a crowd.
fn places() -> impl Strategy<Value = i64> {
    prop_oneof![4 => 1..7_i64, 1 => 20..60_i64]
}

/// Anything, or a sale that goes its usual way more or less: chance alone would seldom sell a ticket.
fn story() -> impl Strategy<Value = Vec<Option<Command>>> {
    let sale = (
        order().prop_map(Command::Order).prop_map(Some),
        option::weighted(0.1, act()),
        option::weighted(
            0.8,
            (Just(Pick::LATEST), payer()).prop_map(|(payment, payer)| Command::Pay { payment, payer }),
        ),
        option::weighted(0.2, act()),
        option::weighted(0.9, (1..5_i64).prop_map(|seconds| Command::Pass { seconds })),
        option::weighted(0.9, work()),
        option::weighted(0.25, act()),
        option::weighted(
            0.7,
            (Just(Pick::LATEST), arrival()).prop_map(|(webhook, arrives)| Command::Webhook { webhook, arrives }),
        ),
        option::weighted(0.8, work()),
        option::weighted(0.6, seconds().prop_map(|seconds| Command::Pass { seconds })),
    );
    let sale = sale.prop_map(|(a, b, c, d, e, f, g, h, i, j)| vec![a, b, c, d, e, f, g, h, i, j]);
    prop_oneof![4 => vec(command().prop_map(Some), 1..6), 4 => sale, 1 => too_late(), 2 => bought_and_given_back(), 1 => waited(), 1 => limited(), 1 => hoarded()]
}

/// Somebody pays when the places are somebody else's.
fn too_late() -> impl Strategy<Value = Vec<Option<Command>>> {
    let next = |order: &Order| Order { buyer: (order.buyer + 1) % BUYERS, key: None, retry_of: None, ..order.clone() };
    let (payment, before) = (Pick::LATEST, Pick(1));
    (order(), option::weighted(0.8, work())).prop_map(move |(first, last)| {
        vec![
            Some(Command::Order(first.clone())),
            Some(Command::Pay { payment, payer: Payer::NeverAnswers }),
            Some(Command::Pass { seconds: 15 * 60 }),
            Some(Command::Work { cashiers: 1 }),
            Some(Command::Order(next(&first))),
            Some(Command::Provider { payment: before, does: Provider::TakesTheMoney }),
            Some(Command::Pass { seconds: 60 }),
            last,
        ]
    })
}

/// Somebody buys tickets, which are then paid back one after the other, or asks for the money.
fn bought_and_given_back() -> impl Strategy<Value = Vec<Option<Command>>> {
    let give_back = prop_oneof![
        3 => option::weighted(0.8, 0..3_usize).prop_map(|place| Command::PayBack { payment: Pick::LATEST, place }),
        1 => (1..10_i64).prop_map(|days| Command::Postpone { days }),
        2 => (0..BUYERS).prop_map(|person| Command::Request { payment: Pick::LATEST, person }),
        1 => any::<bool>().prop_map(|accept| Command::Answer { accept }),
        1 => work(),
        1 => act(),
    ];
    (order(), vec(give_back, 1..6)).prop_map(|(order, later)| {
        let payment = Pick::LATEST;
        let (key, twice) = (None, false);
        let first = [
            Command::Order(Order { key, twice, ..order }),
            Command::Pay { payment, payer: Payer::Pays },
            Command::Pass { seconds: 6 },
            Command::Work { cashiers: 1 },
            Command::Work { cashiers: 1 },
        ];
        first.into_iter().chain(later).map(Some).collect()
    })
}

/// Two people hold so many places that the type is crowded, let them go or not, and want more.
fn hoarded() -> impl Strategy<Value = Vec<Option<Command>>> {
    let ending = prop_oneof![3 => Just(5 * 60), 1 => Just(150), 1 => 1..40_i64];
    let after = prop_oneof![
        3 => (order(), 1..21_i64).prop_map(|(order, quantity)| Command::Order(Order { quantity, ..order })),
        1 => (0..BUYERS, 0..2_usize).prop_map(|(buyer, kind)| Command::Join { buyer, kind, quantity: 2 }),
    ];
    (order(), 8..21_i64, 8..21_i64, ending, vec(after, 2..6)).prop_map(|(order, one, other, seconds, after)| {
        let kind = order.kind;
        let first = Order { quantity: one, key: None, retry_of: None, promo: false, twice: false, ..order };
        let second = Order { buyer: (first.buyer + 1) % BUYERS, quantity: other, ..first.clone() };
        let begin = [
            Command::Organise { kind, change: Change::Places(45) },
            Command::Order(first),
            Command::Order(second),
            Command::Pay { payment: Pick::LATEST, payer: Payer::NeverAnswers },
            Command::Pay { payment: Pick(1), payer: Payer::NeverAnswers },
            Command::Pass { seconds },
            Command::Work { cashiers: 1 },
        ];
        begin.into_iter().chain(after).map(Some).collect()
    })
}

/// Somebody holds all there is and never pays, and others wait for it.
fn waited() -> impl Strategy<Value = Vec<Option<Command>>> {
    let join = |buyer: usize, kind: usize| Command::Join { buyer: buyer % BUYERS, kind, quantity: 2 };
    let grows = prop::bool::weighted(0.3);
    (order(), grows, option::weighted(0.7, work()), 0..2_i64).prop_map(move |(first, grows, last, later)| {
        let (buyer, kind) = (first.buyer, first.kind);
        let next = Order { buyer: (buyer + 1) % BUYERS, key: None, retry_of: None, twice: false, ..first.clone() };
        let places = |places: i64| Command::Organise { kind, change: Change::Places(places) };
        let begin =
            [places(2), Command::Order(Order { quantity: 2, ..first }), join(buyer + 1, kind), join(buyer + 2, kind)];
        // One more place, and then another one while the first is set aside.
        let more = [places(3), Command::Work { cashiers: 1 }, places(4), Command::Work { cashiers: 1 }];
        let end = [
            Command::Pass { seconds: 15 * 60 },
            Command::Work { cashiers: 1 },
            Command::Pass { seconds: later * 2 * 3600 },
            Command::Order(next),
        ];
        let more = more.into_iter().filter(|_| grows);
        begin.into_iter().chain(more).chain(end).map(Some).chain([last]).collect()
    })
}

/// The organiser sets a rule, and people order until it refuses them: one person again and again, or all with the code.
fn limited() -> impl Strategy<Value = Vec<Option<Command>>> {
    let rule = prop_oneof![
        4 => (1..5_i64).prop_map(|most| Change::PerPerson(Some(most))),
        1 => any::<bool>().prop_map(Change::Ended),
    ];
    (rule, order(), any::<bool>()).prop_map(|(change, first, promo)| {
        let (key, retry_of, twice) = (None, None, false);
        let buyer = |number: usize| if promo { (first.buyer + number) % BUYERS } else { first.buyer };
        let order = |number| Order { buyer: buyer(number), key, retry_of, twice, promo, ..first.clone() };
        let orders = (0..3).map(order).map(Command::Order);
        let rules = [Change::Places(12), change].map(|change| Command::Organise { kind: first.kind, change });
        rules.into_iter().chain(orders).map(Some).collect()
    })
}

/// Now and then it all ends with the event called off, sometimes after the provider has paid back by itself.
fn calling_off() -> impl Strategy<Value = Vec<Option<Command>>> {
    let by_itself = Command::Provider { payment: Pick::LATEST, does: Provider::RefundsByItself };
    let hand_over = (0..BUYERS, 0..BUYERS).prop_map(|(from, to)| Command::HandOver { payment: Pick::LATEST, from, to });
    let end = (
        option::weighted(0.4, Just(by_itself)),
        Just(Some(Command::Cancel)),
        option::weighted(0.6, hand_over),
        work().prop_map(Some),
    );
    option::weighted(0.3, end).prop_map(|end| end.map_or(Vec::new(), |(a, b, c, d)| vec![a, b, c, d]))
}

/// Something that the provider does to the latest payment.
fn act() -> impl Strategy<Value = Command> {
    provider().prop_map(|does| Command::Provider { payment: Pick::LATEST, does })
}

fn work() -> impl Strategy<Value = Command> {
    prop_oneof![4 => Just(1_usize), 1 => Just(2)].prop_map(|cashiers| Command::Work { cashiers })
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        20 => order().prop_map(Command::Order),
        18 => (pick(), payer()).prop_map(|(payment, payer)| Command::Pay { payment, payer }),
        20 => work(),
        16 => seconds().prop_map(|seconds| Command::Pass { seconds }),
        12 => (pick(), arrival()).prop_map(|(webhook, arrives)| Command::Webhook { webhook, arrives }),
        12 => (pick(), provider()).prop_map(|(payment, does)| Command::Provider { payment, does }),
        4 => (0..2_usize, change()).prop_map(|(kind, change)| Command::Organise { kind, change }),
        3 => (pick(), lie()).prop_map(|(payment, lie)| Command::Forge { payment, lie }),
        3 => (pick(), 0..BUYERS).prop_map(|(payment, person)| Command::Ask { payment, person }),
        3 => (pick(), 0..BUYERS, 0..BUYERS).prop_map(|(payment, from, to)| Command::HandOver { payment, from, to }),
        8 => (pick(), option::weighted(0.7, 0..3_usize)).prop_map(|(payment, place)| Command::PayBack { payment, place }),
        5 => (pick(), 0..BUYERS).prop_map(|(payment, person)| Command::Request { payment, person }),
        4 => any::<bool>().prop_map(|accept| Command::Answer { accept }),
        1 => (1..40_i64).prop_map(|days| Command::Postpone { days }),
        6 => (0..BUYERS, 0..2_usize, 1..4_i64).prop_map(|(buyer, kind, quantity)| Command::Join { buyer, kind, quantity }),
        3 => (0..2_usize, 1..4_i64).prop_map(|(kind, guests)| Command::Invite { kind, guests }),
        1 => Just(Command::Stray),
        1 => Just(Command::Cancel),
    ]
}

fn pick() -> impl Strategy<Value = Pick> {
    prop_oneof![3 => 0..2_u8, 1 => 0..12_u8].prop_map(Pick)
}

fn order() -> impl Strategy<Value = Order> {
    let quantity = prop_oneof![20 => 1..4_i64, 2 => 8..21_i64, 1 => Just(0), 1 => Just(21)];
    let currency = prop_oneof![Just(Currency::Usd), Just(Currency::Cdf)];
    let (key, retry_of) = (option::weighted(0.4, 0..2_u8), option::weighted(0.2, pick()));
    let (promo, twice) = (prop::bool::weighted(0.3), prop::bool::weighted(0.15));
    (0..BUYERS, 0..2_usize, quantity, currency, key, retry_of, promo, twice).prop_map(
        |(buyer, kind, quantity, currency, key, retry_of, promo, twice)| {
            // Which of two such copies takes the hold over is anybody's guess.
            let twice = twice && (key.is_some() || retry_of.is_none());
            Order { buyer, kind, quantity, currency, key, retry_of, promo, twice }
        },
    )
}

fn payer() -> impl Strategy<Value = Payer> {
    use Payer::{LacksMoney, NeverAnswers, Pays, PaysLate, Refuses};
    prop_oneof![
        5 => Just(Pays),
        1 => Just(Refuses),
        1 => Just(LacksMoney),
        2 => Just(NeverAnswers),
        2 => Just(PaysLate),
    ]
}

fn provider() -> impl Strategy<Value = Provider> {
    use Provider::{
        FallsSilent, ForgetsTheOrder, RefundsByItself, Speaks, TakesAnotherAmount, TakesAnotherCurrency, TakesTheMoney,
        TellsAgain,
    };
    prop_oneof![
        4 => Just(TakesTheMoney),
        2 => Just(TakesAnotherAmount),
        1 => Just(TakesAnotherCurrency),
        4 => Just(FallsSilent),
        2 => Just(Speaks),
        3 => Just(TellsAgain),
        1 => Just(ForgetsTheOrder),
        2 => Just(RefundsByItself),
    ]
}

fn arrival() -> impl Strategy<Value = Arrival> {
    use Arrival::{Altered, AtAnotherProvider, Twice, Unsigned, Whole, WrongSignature};
    prop_oneof![
        8 => Just(Whole),
        2 => Just(Twice),
        1 => Just(Altered),
        1 => Just(WrongSignature),
        1 => Just(Unsigned),
        1 => Just(AtAnotherProvider),
    ]
}

fn lie() -> impl Strategy<Value = Lie> {
    prop_oneof![Just(Lie::Unsigned), Just(Lie::MadeUpSignature), Just(Lie::OldScheme)]
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => places().prop_map(Change::Places),
        1 => (1..90_i64).prop_map(Change::Price),
        1 => any::<bool>().prop_map(Change::Closed),
        1 => any::<bool>().prop_map(Change::Ended),
        2 => option::of(1..5_i64).prop_map(Change::PerPerson),
    ]
}

/// Around what counts: settling, asking, the signature's five minutes, the hold's five or fifteen, a payment's day or three.
fn seconds() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => 1..7_i64,
        3 => Just(131),
        2 => Just(301),
        2 => Just(5 * 60),
        3 => Just(15 * 60),
        1 => Just(3600),
        2 => Just(24 * 3600),
        1 => Just(72 * 3600),
    ]
}
