//! The state of the reference model.

use std::collections::{BTreeMap, BTreeSet};

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
    Owed,
    Done,
    Failed,
}

/// Money of a payment that goes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Back {
    /// Tickets that are void for it.
    pub tickets: i64,
    /// In minor units.
    pub amount: i64,
    pub state: Refund,
}

#[derive(Debug, Clone)]
pub struct Kind {
    pub price: Money,
    pub places: i64,
    pub held: i64,
    /// With what was given to guests.
    pub sold: i64,
    /// Places that were sold once and are free again.
    pub given_back: i64,
    pub closed: bool,
    /// The end of its window is past.
    pub ended: bool,
    pub per_person: Option<i64>,
    /// Who waits for how many, in the order in which they came.
    pub waiting: Vec<(usize, i64)>,
    pub offers: Vec<Offer>,
}

/// Places that are set aside for somebody who waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub buyer: usize,
    pub places: i64,
    pub until: Instant,
}

impl Kind {
    pub fn new(price: Money, places: i64) -> Kind {
        let (held, sold, given_back, closed, ended, per_person) = (0, 0, 0, false, false, None);
        Kind {
            price,
            places,
            held,
            sold,
            given_back,
            closed,
            ended,
            per_person,
            waiting: Vec::new(),
            offers: Vec::new(),
        }
    }

    pub fn offered(&self) -> i64 {
        self.offers.iter().map(|offer| offer.places).sum()
    }

    /// Many places are held unpaid, once so many more are.
    pub fn is_crowded_with(&self, more: i64) -> bool {
        self.held + more > 10.max(self.places / 10)
    }

    /// Places that are nobody's.
    pub fn left(&self) -> i64 {
        self.places - self.held - self.sold - self.offered()
    }

    /// Places that this buyer may have: free ones are for who waits, while anybody does.
    pub fn left_for(&self, buyer: usize, now: Instant) -> i64 {
        let own = self.offers.iter().find(|offer| offer.buyer == buyer && offer.until > now);
        own.map_or(0, |offer| offer.places) + if self.waiting.is_empty() { self.left() } else { 0 }
    }
}

#[derive(Debug, Clone)]
pub struct Payment {
    pub id: String,
    /// What its provider knows it by, as it is stored.
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
    /// What goes back of it: by the refund's id where somebody has decided it, else by its cause.
    pub backs: BTreeMap<String, Back>,
    /// The places of tickets that are paid back one by one.
    pub void_places: BTreeSet<usize>,
    /// Whether its first ticket's holder waits for an answer of the organiser, or has got one.
    pub request: Request,
    /// Who has its first ticket.
    pub holder: usize,
    /// Begun with the promo code.
    pub promo: bool,
    pub hold_until: Instant,
    pub created: Instant,
    /// When it failed.
    pub failed: Option<Instant>,
    /// A round of the cashier at this moment or later asks about it.
    pub asked_by: Option<Instant>,
    /// It was asked about since its hold was over, and held on to its places.
    pub asked_over: bool,
}

/// What the holder of a payment's first ticket has asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    None,
    Open,
    Answered,
}

impl Payment {
    /// Tickets that nobody has the money back for.
    pub fn standing(&self) -> i64 {
        let void: i64 = self.backs.values().map(|back| back.tickets).sum();
        if self.got_tickets { self.quantity - void } else { 0 }
    }

    /// What goes back, or has.
    pub fn refunded(&self) -> i64 {
        self.backs.values().map(|back| back.amount).sum()
    }

    /// The part of its refunds that stands so.
    pub fn sum_of(&self, wanted: impl Fn(Refund) -> bool) -> i64 {
        self.backs.values().filter(|back| wanted(back.state)).map(|back| back.amount).sum()
    }

    /// A request of a ticket that is paid back counts as taken back.
    pub fn has_open_request(&self) -> bool {
        self.request == Request::Open && !self.is_void(0)
    }

    pub fn is_void(&self, place: usize) -> bool {
        self.void_places.contains(&place) || self.standing() == 0
    }

    /// The share of one ticket: the last one gets the remainder.
    pub fn share(&self) -> i64 {
        let unit = if self.amount.currency() == Currency::Usd { 1 } else { 100 };
        match self.standing() {
            1 => self.amount.minor() - self.refunded(),
            _ => self.amount.minor() / self.quantity / unit * unit,
        }
    }

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
    pub promo: bool,
}

/// The only right answer to an order.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    Begun(Money),
    /// Five holds were taken within a minute; the next may be after so many seconds.
    TooFast(i64),
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
    PromoCodeUsed,
    PromoCodeUsedUp,
    PersonHasEnough,
    HoldsEnoughUnpaid,
    TookTooFast,
    HoldShortened,
    DeadlineInherited,
    LetGoBefore,
    WindowOver,
    PlacesOffered,
    OfferTaken,
    OfferExpired,
    GuestsInvited,
    TooManyGuests,
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
    TicketPaidBack,
    LastTicketPaidBack,
    PaymentPaidBack,
    PlaceSoldAgain,
    RequestGranted,
    RequestRefused,
    GrantedAsPostponed,
    WebhookRepeated,
    WebhookTooOld,
}
