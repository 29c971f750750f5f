//! Types of the box office, pure.

use domain::{EventId, Money};

/// A ticket type about to be put on sale.
#[derive(Debug, Clone)]
pub struct NewTicketType {
    pub event: EventId,
    pub position: i64,
    pub label: String,
    pub price: Money,
    pub nbr_max: i64,
}
