//! The box office: what is on sale.

mod model;
mod store;

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::EventId;

pub use model::NewTicketType;

use crate::events::{TicketFacts, TicketType};

/// What events are told about their tickets.
pub struct BoxOfficeFacts;

impl TicketFacts for BoxOfficeFacts {
    fn ticket_types(
        &self,
        connection: &mut Connection<'_>,
        events: &[EventId],
    ) -> Result<HashMap<EventId, Vec<TicketType>>, DbError> {
        let mut by_event: HashMap<EventId, Vec<TicketType>> = HashMap::new();
        for (event, ticket_type) in store::types_of_events(connection, events)? {
            by_event.entry(event).or_default().push(ticket_type);
        }
        Ok(by_event)
    }
}

/// Puts a ticket type on sale. For callers inside their own transaction.
pub fn insert_ticket_type(connection: &mut Connection<'_>, new: &NewTicketType) -> Result<(), DbError> {
    store::insert_ticket_type(connection, new)
}

/// Those of the events that somebody has bought a ticket for, or is paying for.
pub fn events_with_sales(connection: &mut Connection<'_>, events: &[EventId]) -> Result<HashSet<EventId>, DbError> {
    store::events_with_sales(connection, events)
}
