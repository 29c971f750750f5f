//! The settlement as it is shown.

use box_office::EventSummary;
use serde::Serialize;
use utoipa::ToSchema;

use platform::schemas;

/// What an event has brought in so far.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Settlement {
    pub event: EventSummary,
    /// When it was counted, in milliseconds since 1970.
    pub at: i64,
    pub currencies: Vec<CurrencySettlement>,
}

/// Amounts in major units of one currency.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct CurrencySettlement {
    #[schema(schema_with = schemas::currency)]
    pub currency: String,
    /// Everything that was sold, at the door too.
    pub sold: f64,
    /// What of that went back to buyers, or is about to.
    pub refunded: f64,
    pub fees: f64,
    /// What is to be paid out: `online` less `fees`.
    pub due: f64,
    /// What was sold online and stays.
    pub online: f64,
    /// What was taken in cash at the door and stays: the organiser has it already.
    pub cash: f64,
    /// Tickets that were sold in this currency.
    pub tickets: i64,
    /// Those of them whose money goes back.
    pub refunded_tickets: i64,
}
