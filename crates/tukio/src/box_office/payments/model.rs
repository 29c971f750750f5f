//! Payments: their rules, pure.

use domain::{Currency, EventId, FieldErrors, Instant, Money, ProviderReference, Rate, TicketTypeId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::box_office::desk::model::{MOST_UNDERWAY, Refusal, Wish, exchanged_at};
use crate::platform::random;

/// Tickets one person buys at once.
const MOST_TICKETS: i64 = 20;

/// A wish to pay, as it arrives.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
pub struct NewPayment {
    pub ticket_type_id: String,
    pub quantity: i64,
    pub currency: String,
    /// The total that the buyer has confirmed, `25.00` or `70000`: if it is another one now, nothing is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// Where the tickets are sent besides "Mes billets".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the profile keeps that address, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_email: Option<bool>,
    /// One's own unfinished payment, whose hold passes to this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_of: Option<String>,
}

impl NewPayment {
    pub fn check(&self) -> Result<(Wish, Option<String>), FieldErrors> {
        let mut errors = FieldErrors::new();
        let ticket_type = self.ticket_type_id.trim().parse::<TicketTypeId>();
        errors.require(ticket_type.is_ok(), "ticket_type_id", "Ce billet n'existe pas.");
        errors.require(self.quantity >= 1, "quantity", "Au moins un billet doit être choisi.");
        errors.require(self.quantity <= MOST_TICKETS, "quantity", "Vous pouvez acheter 20 billets au plus à la fois.");
        let currency = self.currency.trim().parse::<Currency>();
        errors.require(currency.is_ok(), "currency", "La devise doit être USD ou CDF");
        let quoted = match (&self.amount, &currency) {
            (Some(text), Ok(currency)) => errors.check_parsed("amount", Money::parse_amount(text, *currency)),
            _ => None,
        };
        let email = self.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
        errors.require(email.is_none_or(domain::looks_like_email), "email", "L'email doit être valide");
        let retried = self.retry_of.as_deref();
        errors.require(retried.is_none_or(random::is_id), "retry_of", "Ce paiement ne peut pas être repris.");
        match (ticket_type, currency) {
            (Ok(ticket_type), Ok(currency)) if errors.is_empty() => {
                let wish = Wish { ticket_type, quantity: self.quantity, currency, quoted, frees: 0 };
                Ok((wish, email.map(str::to_owned)))
            }
            _ => Err(errors),
        }
    }
}

/// Which field a refusal belongs to, and its words.
pub fn refusal(refusal: Refusal) -> (&'static str, String) {
    match refusal {
        Refusal::NoSuchType => ("ticket_type_id", "Ce billet n'existe pas.".to_owned()),
        Refusal::Closed => ("ticket_type_id", "La vente de ce billet est fermée.".to_owned()),
        Refusal::EventOver => ("ticket_type_id", "Cet évènement est passé.".to_owned()),
        Refusal::EventCancelled => ("ticket_type_id", "Cet évènement est annulé.".to_owned()),
        Refusal::Left(..=0) => ("quantity", "Ce billet est épuisé.".to_owned()),
        Refusal::Left(1) => ("quantity", "Il ne reste plus qu'un billet.".to_owned()),
        Refusal::Left(left) => ("quantity", format!("Il ne reste plus que {left} billets.")),
        Refusal::OnlyIn(currency) => ("currency", format!("Ce billet se paie en {}.", currency.code())),
        Refusal::TooMuch => ("quantity", "Le montant est trop élevé.".to_owned()),
        Refusal::PriceChanged(total) => {
            ("amount", format!("Le prix a changé : le total est maintenant de {total}. Rien n'a été payé."))
        }
        Refusal::TooManyUnderway => (
            "non_field_errors",
            format!(
                "Vous avez déjà {MOST_UNDERWAY} paiements en cours pour cet évènement : terminez-les ou attendez leur échéance."
            ),
        ),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Pending,
    Succeeded,
    Failed,
    /// Money came that is not what was agreed on, or nobody could be asked whether any came: a person has to look at it.
    Review,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Pending => "pending",
            State::Succeeded => "succeeded",
            State::Failed => "failed",
            State::Review => "review",
        }
    }

    pub fn read(name: &str) -> Option<State> {
        [State::Pending, State::Succeeded, State::Failed, State::Review].into_iter().find(|state| state.name() == name)
    }

    /// As the buyer is told.
    pub fn status(self) -> Status {
        match self {
            State::Pending | State::Review => Status::Pending,
            State::Succeeded => Status::Success,
            State::Failed => Status::Failed,
        }
    }
}

/// How a payment stands, for its buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PaymentFate)]
pub enum Status {
    Pending,
    Success,
    Failed,
}

/// A row of `payments`.
#[derive(Debug, Clone)]
pub struct Payment {
    pub id: String,
    pub user: UserId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub price: Money,
    pub amount: Money,
    /// Of the moment it was begun, wherever one was configured.
    pub rate: Option<Rate>,
    pub state: State,
    pub reason: Option<String>,
    pub holds: bool,
    pub hold_until: Instant,
    pub reference: ProviderReference,
    pub payment_url: Option<String>,
    pub email: Option<String>,
    pub created: Instant,
    pub asked: i64,
    /// Whether anything certain was ever heard of it.
    pub settled: bool,
}

impl Payment {
    /// What news of it is measured by: one that waits for a person because its provider was silent is as open as ever.
    pub fn standing(&self) -> State {
        if self.state == State::Review && !self.settled { State::Pending } else { self.state }
    }

    /// When the provider is asked after `now`: also when the hold ends, and soon again while that is past.
    pub fn asked_next(&self, now: Instant) -> Instant {
        let usual = now.plus_seconds(pause_after(self.asked));
        match self.holds {
            false => usual,
            true if now < self.hold_until => usual.min(self.hold_until),
            true => usual.min(now.plus_seconds(PAUSE_WHEN_OVERDUE)),
        }
    }

    /// When a provider that knows of no money is believed. Where no page was noted, it was perhaps never asked to open
    /// the payment, or opened it without our hearing so.
    pub fn given_up_at(&self) -> Instant {
        let was_opened = self.payment_url.is_some();
        self.created.plus_seconds(if was_opened { ASKED_FOR } else { ASKED_FOR_WHEN_UNSURE })
    }

    /// When a provider that says nothing at all is no longer waited for.
    pub fn silent_at(&self) -> Instant {
        self.created.plus_seconds(ASKED_FOR_WHEN_UNSURE)
    }

    pub fn exchanged_at(&self) -> Option<Rate> {
        exchanged_at(self.price, self.amount, self.rate)
    }
}

/// What the provider says of a payment, once it is sure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Paid {
        amount: Option<Money>,
    },
    Failed(String),
    /// Paid, and paid back.
    Refunded,
    /// It could not be asked for so long that a person has to.
    Silence,
}

impl Outcome {
    /// What the buyer is told of a payment that has not succeeded.
    pub fn why_not(&self) -> Option<&str> {
        match self {
            Outcome::Failed(reason) => Some(reason),
            Outcome::Refunded => Some("Le paiement a été remboursé."),
            Outcome::Paid { .. } | Outcome::Silence => None,
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
    /// Tickets were given for it, and the money went back without us.
    PaidBack,
}

/// Success is never taken back but by a refund, money that is not what was agreed on grants nothing, and silence is no refusal.
pub fn change(state: State, agreed: Money, outcome: &Outcome) -> Change {
    match (state, outcome) {
        (State::Succeeded, Outcome::Refunded) => Change::PaidBack,
        (State::Succeeded | State::Review, _) => Change::Nothing,
        (State::Failed, Outcome::Failed(_) | Outcome::Refunded) => Change::Nothing,
        (State::Pending, Outcome::Failed(_) | Outcome::Refunded) => Change::Fail,
        (State::Failed, Outcome::Silence) => Change::Nothing,
        (State::Pending, Outcome::Silence) => Change::Review,
        (_, Outcome::Paid { amount: Some(paid) }) if *paid != agreed => Change::Review,
        (_, Outcome::Paid { .. }) => Change::Succeed,
    }
}

/// Seconds from one question to the provider to the next: often while somebody waits, then ever more rarely.
fn pause_after(asked: i64) -> i64 {
    match asked {
        ..=1 => 5,
        2 => 10,
        3 => 15,
        4 | 5 => 30,
        6..=8 => 60,
        _ => 300,
    }
}

/// Seconds between two questions about a payment whose hold is over: others wait for its places.
const PAUSE_WHEN_OVERDUE: i64 = 60;

/// Seconds for which places stay held beyond their time while the provider was asked and says nothing.
pub const PATIENCE: i64 = 5 * 60;

/// Seconds from the end of the provider's page to the end of the hold: who pays in the last moment has the places.
pub const PAGE_ENDS_BEFORE: i64 = 3 * 60;

/// Seconds for which a provider that knows of no money is asked again: whose page was noted, and any other.
const ASKED_FOR: i64 = 24 * 3600;
const ASKED_FOR_WHEN_UNSURE: i64 = 72 * 3600;

#[cfg(test)]
mod tests {
    use super::*;

    fn new(quantity: i64) -> NewPayment {
        let (ticket_type_id, currency) = ("12".to_owned(), "USD".to_owned());
        NewPayment { ticket_type_id, quantity, currency, ..NewPayment::default() }
    }

    #[test]
    fn each_rule_has_its_words() {
        let message =
            |new: &NewPayment, field: &str| serde_json::to_value(new.check().unwrap_err()).unwrap()[field].clone();
        assert!(new(1).check().is_ok() && new(20).check().is_ok());
        assert_eq!(message(&new(0), "quantity")[0], "Au moins un billet doit être choisi.");
        assert_eq!(message(&new(21), "quantity")[0], "Vous pouvez acheter 20 billets au plus à la fois.");
        let other = NewPayment { ticket_type_id: "x".to_owned(), currency: "EUR".to_owned(), ..new(1) };
        assert_eq!(message(&other, "ticket_type_id")[0], "Ce billet n'existe pas.");
        assert_eq!(message(&other, "currency")[0], "La devise doit être USD ou CDF");
        let retry = NewPayment { retry_of: Some("\0".to_owned()), ..new(1) };
        assert_eq!(message(&retry, "retry_of")[0], "Ce paiement ne peut pas être repris.");
        let mail = NewPayment { email: Some("grace@".to_owned()), ..new(1) };
        assert_eq!(message(&mail, "email")[0], "L'email doit être valide");
    }

    #[test]
    fn success_is_never_taken_back() {
        let agreed = Money::from_minor(2_500, Currency::Usd);
        let paid = |amount| Outcome::Paid { amount };
        let failed = Outcome::Failed("Solde insuffisant.".to_owned());
        for (state, outcome, expected) in [
            (State::Pending, paid(Some(agreed)), Change::Succeed),
            (State::Pending, paid(None), Change::Succeed),
            (State::Failed, paid(Some(agreed)), Change::Succeed),
            (State::Succeeded, failed.clone(), Change::Nothing),
            (State::Succeeded, paid(Some(agreed)), Change::Nothing),
            (State::Succeeded, Outcome::Refunded, Change::PaidBack),
            (State::Pending, Outcome::Refunded, Change::Fail),
            (State::Failed, Outcome::Refunded, Change::Nothing),
            (State::Pending, failed.clone(), Change::Fail),
            (State::Failed, failed, Change::Nothing),
            (State::Pending, Outcome::Silence, Change::Review),
            (State::Failed, Outcome::Silence, Change::Nothing),
            (State::Succeeded, Outcome::Silence, Change::Nothing),
            (State::Pending, paid(Some(Money::from_minor(2_499, Currency::Usd))), Change::Review),
            (State::Pending, paid(Some(Money::from_minor(2_500, Currency::Cdf))), Change::Review),
        ] {
            assert_eq!(change(state, agreed, &outcome), expected, "{state:?} {outcome:?}");
        }
    }
}
