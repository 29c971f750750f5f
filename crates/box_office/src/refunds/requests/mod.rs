//! What holders ask of organisers, as it is stored.

pub mod store;

use domain::{EventId, Instant, RefundRequestId, TicketId, UserId};

use crate::stored_words::RequestState;

/// A row of `refund_requests`.
#[derive(Debug, Clone)]
pub struct Request {
    pub id: RefundRequestId,
    pub event: EventId,
    pub ticket: TicketId,
    pub user: UserId,
    pub reason: String,
    pub state: RequestState,
    pub message: Option<String>,
    pub created: Instant,
    pub answered: Option<Instant>,
}
