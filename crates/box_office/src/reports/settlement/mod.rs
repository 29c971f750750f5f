//! What an event has brought in by the ledger.

mod model;
mod store;

pub use model::{CurrencySums, sum_by_currency};
pub use store::{count_tickets_by_currency, organiser_lines};
