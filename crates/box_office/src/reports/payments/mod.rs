//! The payments of an event, and what became of each.

mod model;
mod store;
mod story;

pub use model::{PaymentFilter, PaymentRow, RefundSums};
pub use store::{find_buyers, find_payment_of_event, list_payments_of_event, sum_refunds};
pub use story::{StoryFact, tell_story};
