//! What the addresses of cancelled and postponed events take and answer.

use domain::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use platform::schemas;

/// What an organiser tells the holders of a cancelled event. It may be absent.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct CancellationMessage {
    #[schema(nullable = false, max_length = 1000)]
    pub message: Option<String>,
}

/// Money in one currency.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Sum {
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    /// In major units.
    pub amount: f64,
}

impl From<Money> for Sum {
    fn from(money: Money) -> Sum {
        Sum { currency: money.currency().code(), amount: money.major() }
    }
}

/// What cancelling an event would mean.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CancellationPreview {
    /// Tickets that become void.
    pub tickets: i64,
    /// Payments that are paid back.
    pub payments: i64,
    /// What the providers pay back, by currency.
    pub refunds: Vec<Sum>,
    /// What the organiser hands back of sales at the door.
    pub cash: Vec<Sum>,
    /// People who are told.
    pub holders: i64,
    /// Those of them whose address nobody knows.
    pub unreachable: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancellationState {
    /// The event is not cancelled.
    None,
    Running,
    Done,
}

/// How many refunds of a cancelled event stand how.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct RefundCounts {
    pub requested: i64,
    pub done: i64,
    pub failed: i64,
    pub by_hand: i64,
}

/// How far the cancellation of an event has come.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Cancellation {
    pub state: CancellationState,
    /// Payments that are to be paid back, and those whose tickets are void and whose refunds are requested.
    pub payments: i64,
    pub settled: i64,
    pub refunds: RefundCounts,
    /// People who were told by mail, and those whose address nobody knows.
    pub told: i64,
    pub unreachable: i64,
    /// What goes back, by currency.
    pub amounts: Vec<Sum>,
}
