//! The event and the ticket type of payments and tickets, as their owners see them.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{EventId, TicketTypeId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ticket_types::model::TypeSummary;
use crate::ticket_types::store;
use events::{EventRow, Postponed, Postponement};

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventSummary {
    #[schema(value_type = i64)]
    pub id: EventId,
    pub name: String,
    /// `YYYY-MM-DD`, in the town's calendar.
    pub started_at: String,
    pub ended_at: Option<String>,
    /// `HH:mm`, by the town's clocks.
    pub hour: String,
    pub town: String,
    pub address: String,
    pub img_url: Option<String>,
    pub cancelled: bool,
    /// The date that it had before, if it was postponed.
    pub postponed: Option<Postponed>,
}

impl From<&EventRow> for EventSummary {
    fn from(event: &EventRow) -> EventSummary {
        EventSummary {
            id: event.id,
            name: event.name.clone(),
            started_at: event.first_day.to_string(),
            ended_at: event.ended_day.map(|day| day.to_string()),
            hour: event.hour.to_string(),
            town: event.town.name().to_owned(),
            address: event.address.clone(),
            img_url: event.picture_address(),
            cancelled: event.cancelled,
            postponed: event.refunds.postponed.and_then(Postponement::shown),
        }
    }
}

/// The events and types that a list refers to, each read once.
pub struct Summaries {
    events: HashMap<EventId, EventRow>,
    types: HashMap<TicketTypeId, TypeSummary>,
}

impl Summaries {
    pub fn load(
        c: &mut Connection<'_>,
        events: impl Iterator<Item = EventId>,
        types: impl Iterator<Item = TicketTypeId>,
    ) -> Result<Summaries, DbError> {
        let mut types: Vec<TicketTypeId> = types.collect();
        types.sort_unstable();
        types.dedup();
        let mut events: Vec<EventId> = events.collect();
        events.sort_unstable();
        events.dedup();
        Ok(Summaries { events: events::find_events(c, &events)?, types: store::find_summaries(c, &types)? })
    }

    /// Returns the summaries of an event and a type.
    pub fn of(&self, event: EventId, ticket_type: TicketTypeId) -> Result<(EventSummary, TypeSummary), DbError> {
        let (event, ticket_type) = self.rows(event, ticket_type)?;
        Ok((EventSummary::from(event), ticket_type.clone()))
    }

    /// Returns the rows of an event and a type. Those of a payment are never deleted, so a missing one is an error.
    pub fn rows(&self, event: EventId, ticket_type: TicketTypeId) -> Result<(&EventRow, &TypeSummary), DbError> {
        let missing = || DbError::Decode("the event of a payment".to_owned());
        let event = self.events.get(&event).ok_or_else(missing)?;
        Ok((event, self.types.get(&ticket_type).ok_or_else(missing)?))
    }
}
