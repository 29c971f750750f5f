//! Payments: their rules, pure.

use std::time::Duration;

use domain::{EventId, Instant, Money, PaymentId, ProviderReference, Rate, TicketTypeId, UserId};
use payment_providers::{Channel, Handle, PaidAmount};
use serde::Serialize;
use utoipa::ToSchema;

use crate::desk::model::exchanged_at;
use crate::stored_words::PaymentState;

/// How a payment stands, for its buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PaymentFate)]
pub enum Status {
    Pending,
    Success,
    Failed,
}

impl From<PaymentState> for Status {
    fn from(state: PaymentState) -> Status {
        match state {
            PaymentState::Pending | PaymentState::Review => Status::Pending,
            PaymentState::Succeeded => Status::Success,
            PaymentState::Failed => Status::Failed,
        }
    }
}

/// What a buyer pays with: one of the mobile money services, or a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PaymentChannel)]
pub enum ChannelName {
    Mpesa,
    Airtel,
    Orange,
    Afrimoney,
    Card,
}

impl From<Channel> for ChannelName {
    fn from(channel: Channel) -> ChannelName {
        match channel {
            Channel::Mpesa => ChannelName::Mpesa,
            Channel::Airtel => ChannelName::Airtel,
            Channel::Orange => ChannelName::Orange,
            Channel::Afrimoney => ChannelName::Afrimoney,
            Channel::Card => ChannelName::Card,
        }
    }
}

/// A row of `payments`. It has no `Debug`, because its page and the buyer's address must not get into a log.
#[derive(Clone)]
pub struct Payment {
    pub id: PaymentId,
    /// Nobody we know, of a sale for cash at the door.
    pub user: Option<UserId>,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub price: Money,
    pub amount: Money,
    /// What a promo code took off, in the same currency.
    pub discount: Money,
    /// The rate of the moment it was begun, where one was configured.
    pub rate: Option<Rate>,
    pub state: PaymentState,
    pub reason: Option<String>,
    pub holds: bool,
    pub hold_until: Instant,
    /// Who is asked about it, and nobody else.
    pub provider: String,
    pub reference: ProviderReference,
    /// The provider's own number, if it reached us.
    pub provider_number: Option<String>,
    /// The number of the transaction that has paid it.
    pub transaction_number: Option<String>,
    /// What notices about it have to carry.
    pub notice_token: Option<String>,
    /// What the buyer has chosen, or has paid with.
    pub channel: Option<Channel>,
    /// The telephone that was rung for it.
    pub pushed_to: Option<String>,
    pub payment_url: Option<String>,
    pub email: Option<String>,
    pub created: Instant,
    pub asked: i64,
    /// Whether the provider ever gave a certain answer.
    pub settled: bool,
    /// What goes back of it, or has, in minor units.
    pub refunded: i64,
    /// Taken at the door, so that no provider pays it back.
    pub is_cash: bool,
}

impl Payment {
    /// The state that an outcome is applied to. A payment that is in review because its provider was silent counts as pending.
    pub fn effective_state(&self) -> PaymentState {
        if self.state == PaymentState::Review && !self.settled { PaymentState::Pending } else { self.state }
    }

    /// Returns when the provider is asked next: at the latest when the hold ends, and often while the hold is overdue.
    pub fn next_ask_at(&self, now: Instant) -> Instant {
        let usual = now + pause_before_ask(self.asked);
        match self.holds {
            false => usual,
            true if now < self.hold_until => usual.min(self.hold_until),
            true => usual.min(now + PAUSE_WHEN_OVERDUE),
        }
    }

    /// Returns when a provider that knows of no money is believed. That is later where no page was stored: the provider may
    /// never have heard of the payment, or may have opened it without our knowing.
    pub fn gives_up_at(&self) -> Instant {
        let was_opened = self.payment_url.is_some();
        self.created + if was_opened { ASKED_FOR } else { ASKED_FOR_WHEN_UNSURE }
    }

    /// Returns when a provider that does not answer at all is no longer asked.
    pub fn silence_ends_at(&self) -> Instant {
        self.created + ASKED_FOR_WHEN_UNSURE
    }

    /// Everything that its provider can find it by.
    pub fn handle(&self) -> Handle {
        Handle { reference: self.reference.clone(), number: self.provider_number.clone() }
    }

    /// Whether a promo code left nothing to pay: no provider ever hears of it.
    pub fn is_free(&self) -> bool {
        self.amount.minor() == 0
    }

    pub fn exchanged_at(&self) -> Option<Rate> {
        exchanged_at(self.price, self.amount, self.rate)
    }
}

/// What the provider says of a payment, once it is sure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Paid {
        amount: Money,
    },
    /// Paid, and the provider does not say how much, though it should.
    PaidUntold,
    Failed(String),
    /// It was paid, and the provider has paid it back.
    Refunded,
    /// The provider did not answer for so long that a person has to find out.
    Silence,
}

impl Outcome {
    /// Decides by what is known of the provider what an answer without an amount is worth.
    pub fn paid(told: Option<Money>, provider: PaidAmount, agreed: Money) -> Outcome {
        match (told, provider) {
            (Some(amount), _) => Outcome::Paid { amount },
            (None, PaidAmount::BoundToReference) => Outcome::Paid { amount: agreed },
            (None, PaidAmount::Told) => Outcome::PaidUntold,
        }
    }

    /// Returns what the buyer reads about a payment that has not succeeded.
    pub fn failure_reason(&self) -> Option<&str> {
        match self {
            Outcome::Failed(reason) => Some(reason),
            Outcome::Refunded => Some("Le paiement a été remboursé."),
            Outcome::Paid { .. } | Outcome::PaidUntold | Outcome::Silence => None,
        }
    }
}

/// What an outcome makes of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Nothing,
    Succeed,
    Fail,
    Review,
    /// Tickets were issued for it, and the provider has paid the money back by itself.
    PaidBack,
}

/// Decides what an outcome changes. Success is only taken back by a refund, an amount that was not agreed on grants nothing,
/// and silence is no refusal.
pub fn decide_change(state: PaymentState, agreed: Money, outcome: &Outcome) -> Change {
    match (state, outcome) {
        (PaymentState::Succeeded, Outcome::Refunded) => Change::PaidBack,
        (PaymentState::Succeeded | PaymentState::Review, _) => Change::Nothing,
        (PaymentState::Failed, Outcome::Failed(_) | Outcome::Refunded) => Change::Nothing,
        (PaymentState::Pending, Outcome::Failed(_) | Outcome::Refunded) => Change::Fail,
        (PaymentState::Failed, Outcome::Silence) => Change::Nothing,
        (PaymentState::Pending, Outcome::Silence) => Change::Review,
        (_, Outcome::PaidUntold) => Change::Review,
        (_, Outcome::Paid { amount }) if *amount != agreed => Change::Review,
        (_, Outcome::Paid { .. }) => Change::Succeed,
    }
}

/// The pause from one question to the provider to the next: a back-off, short while somebody waits, then ever longer.
fn pause_before_ask(asked: i64) -> Duration {
    Duration::from_secs(match asked {
        ..=1 => 5,
        2 => 10,
        3 => 15,
        4 | 5 => 30,
        6..=8 => 60,
        _ => 300,
    })
}

/// The pause between two questions about a payment whose hold is over: others wait for its places.
const PAUSE_WHEN_OVERDUE: Duration = Duration::from_mins(1);

/// How long places stay held beyond their time while the provider was asked and has not answered.
pub const HOLD_EXTENSION: Duration = Duration::from_mins(5);

/// The provider's page ends this long before the hold does, so that who pays in the last moment has the places.
const PAGE_ENDS_BEFORE: Duration = Duration::from_mins(3);

/// Until when the provider's page takes money for places that are held until then. Where less than twice that time is left,
/// the page has half of it.
pub fn page_deadline(hold_until: Instant, now: Instant) -> Instant {
    hold_until - PAGE_ENDS_BEFORE.min(hold_until.since(now) / 2)
}

/// How long a provider that knows of no money is asked again: where its page was stored, and where it was not.
const ASKED_FOR: Duration = Duration::from_hours(24);
const ASKED_FOR_WHEN_UNSURE: Duration = Duration::from_hours(72);

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Currency;

    #[test]
    fn success_is_never_taken_back() {
        let agreed = Money::from_minor(2_500, Currency::Usd);
        let paid = |amount| Outcome::Paid { amount };
        let failed = Outcome::Failed("Solde insuffisant.".to_owned());
        for (state, outcome, expected) in [
            (PaymentState::Pending, paid(agreed), Change::Succeed),
            (PaymentState::Pending, Outcome::PaidUntold, Change::Review),
            (PaymentState::Failed, Outcome::PaidUntold, Change::Review),
            (PaymentState::Succeeded, Outcome::PaidUntold, Change::Nothing),
            (PaymentState::Failed, paid(agreed), Change::Succeed),
            (PaymentState::Succeeded, failed.clone(), Change::Nothing),
            (PaymentState::Succeeded, paid(agreed), Change::Nothing),
            (PaymentState::Succeeded, Outcome::Refunded, Change::PaidBack),
            (PaymentState::Pending, Outcome::Refunded, Change::Fail),
            (PaymentState::Failed, Outcome::Refunded, Change::Nothing),
            (PaymentState::Pending, failed.clone(), Change::Fail),
            (PaymentState::Failed, failed, Change::Nothing),
            (PaymentState::Pending, Outcome::Silence, Change::Review),
            (PaymentState::Failed, Outcome::Silence, Change::Nothing),
            (PaymentState::Succeeded, Outcome::Silence, Change::Nothing),
            (PaymentState::Pending, paid(Money::from_minor(2_499, Currency::Usd)), Change::Review),
            (PaymentState::Pending, paid(Money::from_minor(2_500, Currency::Cdf)), Change::Review),
        ] {
            assert_eq!(decide_change(state, agreed, &outcome), expected, "{state:?} {outcome:?}");
        }
    }

    #[test]
    fn an_amount_that_is_not_told_is_believed_only_where_none_ever_is() {
        let (agreed, other) = (Money::from_minor(2_500, Currency::Usd), Money::from_minor(100, Currency::Usd));
        for (told, provider, expected) in [
            (Some(other), PaidAmount::Told, Outcome::Paid { amount: other }),
            (Some(other), PaidAmount::BoundToReference, Outcome::Paid { amount: other }),
            (None, PaidAmount::BoundToReference, Outcome::Paid { amount: agreed }),
            (None, PaidAmount::Told, Outcome::PaidUntold),
        ] {
            assert_eq!(Outcome::paid(told, provider, agreed), expected, "{told:?} {provider:?}");
        }
    }

    const NOW: Instant = Instant::from_millis(1_794_650_400_000);

    fn later(seconds: u64) -> Instant {
        NOW + Duration::from_secs(seconds)
    }

    /// Begun now, for two tickets of 12,50 USD that are held for a quarter of an hour, on a page of its provider.
    fn payment() -> Payment {
        Payment {
            id: "payment".parse().unwrap(),
            user: Some(UserId::new(1)),
            event: EventId::new(7),
            ticket_type: TicketTypeId::new(1),
            quantity: 2,
            price: Money::from_minor(1_250, Currency::Usd),
            amount: Money::from_minor(2_500, Currency::Usd),
            discount: Money::from_minor(0, Currency::Usd),
            rate: Rate::from_hundredths(285_050),
            state: PaymentState::Pending,
            reason: None,
            holds: true,
            hold_until: later(15 * 60),
            provider: "sandbox".to_owned(),
            reference: ProviderReference::from_random([7; 16]),
            provider_number: Some("MP240".to_owned()),
            transaction_number: None,
            notice_token: None,
            channel: None,
            pushed_to: None,
            payment_url: Some("https://provider.example/pay".to_owned()),
            email: None,
            created: NOW,
            asked: 0,
            settled: false,
            refunded: 0,
            is_cash: false,
        }
    }

    #[test]
    fn a_buyer_is_not_told_of_a_failure_while_somebody_looks_into_it() {
        let seen = [PaymentState::Pending, PaymentState::Review, PaymentState::Succeeded, PaymentState::Failed];
        assert_eq!(seen.map(Status::from), [Status::Pending, Status::Pending, Status::Success, Status::Failed]);
    }

    #[test]
    fn an_answer_still_counts_for_a_payment_whose_provider_was_silent() {
        let stands = |state, settled| Payment { state, settled, ..payment() }.effective_state();
        assert_eq!(stands(PaymentState::Review, false), PaymentState::Pending);
        assert_eq!(stands(PaymentState::Review, true), PaymentState::Review);
        assert_eq!(stands(PaymentState::Failed, false), PaymentState::Failed);
    }

    #[test]
    fn a_provider_is_asked_often_at_first_and_then_ever_more_rarely() {
        let pause = |asked| Payment { asked, holds: false, ..payment() }.next_ask_at(NOW).since(NOW).as_secs();
        let pauses = [5, 5, 10, 15, 30, 30, 60, 60, 60, 300];
        assert_eq!((0..10).map(pause).collect::<Vec<_>>(), pauses);
        assert_eq!(pause(1_000), 300);
    }

    #[test]
    fn the_end_of_a_hold_is_not_slept_through() {
        let next = |hold_until, asked| Payment { hold_until, asked, ..payment() }.next_ask_at(NOW);
        assert_eq!(next(later(900), 9), later(300), "the hold lasts longer than the pause");
        assert_eq!(next(later(120), 9), later(120), "asked when the hold ends");
        assert_eq!(next(NOW, 9), later(60), "others wait for these places");
        assert_eq!(next(NOW, 0), later(5));
    }

    #[test]
    fn a_payment_whose_page_we_do_not_know_is_waited_for_longer() {
        let (opened, unsure) = (payment(), Payment { payment_url: None, ..payment() });
        assert_eq!((opened.gives_up_at(), unsure.gives_up_at()), (later(24 * 3600), later(72 * 3600)));
        assert_eq!((opened.silence_ends_at(), unsure.silence_ends_at()), (later(72 * 3600), later(72 * 3600)));
    }

    #[test]
    fn a_provider_finds_a_payment_by_our_reference_and_its_own_number() {
        let handle = payment().handle();
        assert_eq!((handle.reference, handle.number), (payment().reference, Some("MP240".to_owned())));
    }

    #[test]
    fn only_a_whole_discount_leaves_nothing_to_pay() {
        let costs = |minor| Payment { amount: Money::from_minor(minor, Currency::Usd), ..payment() }.is_free();
        assert_eq!((costs(0), costs(1), costs(2_500)), (true, false, false));
    }

    #[test]
    fn the_rate_is_told_where_the_other_currency_is_paid() {
        let francs = Payment { amount: Money::from_minor(7_126_300, Currency::Cdf), ..payment() };
        assert_eq!((francs.exchanged_at(), payment().exchanged_at()), (payment().rate, None));
    }

    #[test]
    fn a_buyer_reads_why_nothing_was_paid() {
        let failed = Outcome::Failed("Solde insuffisant.".to_owned());
        assert_eq!(failed.failure_reason(), Some("Solde insuffisant."));
        assert_eq!(Outcome::Refunded.failure_reason(), Some("Le paiement a été remboursé."));
        let paid = Outcome::Paid { amount: payment().amount };
        assert_eq!(
            [paid, Outcome::PaidUntold, Outcome::Silence].map(|other| other.failure_reason().is_some()),
            [false; 3]
        );
    }

    #[test]
    fn the_page_ends_before_the_hold_does() {
        let deadline = |minutes: u64| page_deadline(later(minutes * 60), NOW).since(NOW).as_secs();
        assert_eq!(deadline(15), 12 * 60);
        assert_eq!(deadline(6), 3 * 60);
        assert_eq!(deadline(4), 2 * 60, "half of what is left");
        assert_eq!(deadline(0), 0);
    }
}
