//! What was sold when, as what and how: sums of the ledger's facts.

mod model;
mod store;

pub use model::{SoldInStep, Steps, TakenInStep};
pub use store::{count_begun_and_paid, sold_by_step, taken_by_step};
