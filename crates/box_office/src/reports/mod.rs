//! What organisers are told of an event's sales: read, never written.

mod attendees;
mod channel;
mod payments;
mod sales;
mod settlement;

pub use attendees::{
    AttendeeRow, FoundBy, TicketFilter, TicketOrder, count_attendees, list_attendees, list_attendees_after,
};
pub use channel::Channel;
pub use payments::{
    PaymentFilter, PaymentRow, RefundSums, StoryFact, find_buyers, find_payment_of_event, list_payments_of_event,
    sum_refunds, tell_story,
};
pub use sales::{SoldInStep, Steps, TakenInStep, count_begun_and_paid, sold_by_step, taken_by_step};
pub use settlement::{CurrencySums, count_tickets_by_currency, organiser_lines, sum_by_currency};
