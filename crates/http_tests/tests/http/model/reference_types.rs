//! The state of the reference model.

use domain::{Currency, Instant, Money};
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Pending,
    Succeeded,
    Failed,
    /// Other money came than was agreed on.
    Review,
    /// Nobody could be asked for three days.
    Unheard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refund {
    None,
    Owed,
    Done,
    Failed,
}

#[derive(Debug, Clone)]
pub struct Kind {
    pub price: Money,
    pub places: i64,
    pub held: i64,
    pub sold: i64,
    pub closed: bool,
}

impl Kind {
    pub fn left(&self) -> i64 {
        self.places - self.held - self.sold
    }
}

#[derive(Debug, Clone)]
pub struct Payment {
    pub id: String,
    pub reference: String,
    pub buyer: usize,
    pub kind: usize,
    pub quantity: i64,
    pub amount: Money,
    pub state: State,
    pub holds: bool,
    /// The try that it took over from.
    pub retry_of: Option<usize>,
    pub got_tickets: bool,
    pub refund: Refund,
    /// Who has its first ticket.
    pub holder: usize,
    pub hold_until: Instant,
    pub created: Instant,
    /// A round of the cashier at this moment or later asks about it.
    pub asked_by: Option<Instant>,
    /// It was asked about since its hold was over, and held on to its places.
    pub asked_over: bool,
}

impl Payment {
    /// Money may still come.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Pending | State::Failed | State::Unheard)
    }

    /// The buyer may try again.
    pub fn may_be_retried(&self) -> bool {
        matches!(self.state, State::Pending | State::Failed)
    }
}

/// What somebody orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine {
    pub kind: usize,
    pub quantity: i64,
    pub currency: Currency,
    pub retry_of: Option<usize>,
}

/// The only right answer to an order.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    Begun(Money),
    /// This payment stands for the same order.
    Same(usize),
    KeyTaken,
    Refused(Value),
}

macro_rules! notable {
    ($($name:ident),* $(,)?) => {
        /// What must have happened at least once for the test to be worth its name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Notable {
            $($name),*
        }

        impl Notable {
            pub const ALL: &[Notable] = &[$(Notable::$name),*];
        }
    };
}

notable! {
    KeySentAgain,
    KeyTaken,
    HoldTakenOver,
    SoldOut,
    HoldExpired,
    HoldOutlastedSilence,
    PaidInTimeHeardLate,
    TicketsBought,
    LateMoneyBoughtTickets,
    LateMoneyWentBack,
    EarlierTryPaidAfterAll,
    PaidAfterTheEvent,
    FailedAndPaidAfterAll,
    NotWhatWasAgreed,
    GivenUpAfterADay,
    NeverAnswered,
    PaidBack,
    RefundFailed,
    PaidBackElsewhere,
    WebhookRepeated,
    WebhookTooOld,
}
