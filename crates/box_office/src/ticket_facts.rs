//! What the events feature asks about tickets.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::{Currency, EventId, FieldErrors, Instant, TicketTypeId};
use events::{EventRow, Takings, TicketFacts, TicketType, TicketTypeDraft, Unlisted};

use crate::ticket_types::model::NewTicketType;
use crate::ticket_types::{model, store};
use crate::{cash, payments, takings, tickets};
use platform::Error;
use platform::mail::Outbox;

/// The field of the event form that ticket types come in.
const FIELD: &str = "ttype";

/// Answers what the events feature asks of the box office.
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

    fn read_types(&self, text: &str, errors: &mut FieldErrors) -> Vec<TicketTypeDraft> {
        model::read_types(text, FIELD, errors)
    }

    fn save_types(
        &self,
        connection: &mut Connection<'_>,
        event: EventId,
        types: &[TicketTypeDraft],
        unlisted: Unlisted,
    ) -> Result<(), Error> {
        let before = store::types_of_events(connection, &[event])?;
        let begun = self.begun_types(connection, event)?;
        for (_, old) in &before {
            if unlisted == Unlisted::Removed && types.iter().all(|draft| draft.id != Some(old.id)) {
                model::check_deletion(old, &begun).map_err(|message| Error::field(FIELD, message))?;
                store::delete_type(connection, old.id)?;
            }
        }
        let mut behind = before.len();
        for (index, draft) in types.iter().enumerate() {
            let known = before.iter().position(|(_, old)| draft.id == Some(old.id));
            let position = match (unlisted, known) {
                (Unlisted::Removed, _) => index,
                (Unlisted::Kept, Some(known)) => known,
                (Unlisted::Kept, None) => {
                    behind += 1;
                    behind - 1
                }
            };
            if position >= model::MOST_TYPES {
                return Err(Error::field(FIELD, model::TOO_MANY));
            }
            match known {
                Some(known) => {
                    let (_, old) = &before[known];
                    model::check_change(old, draft).map_err(|message| Error::field(FIELD, message))?;
                    store::update_type(connection, old.id, position as i64, draft)?;
                }
                None => store::insert_type(connection, &NewTicketType::of(event, position as i64, draft))?,
            }
        }
        Ok(())
    }

    fn cancel_sales(
        &self,
        connection: &mut Connection<'_>,
        outbox: &Outbox,
        event: &EventRow,
        now: Instant,
    ) -> Result<(), Error> {
        payments::cancel_sales(connection, outbox, event, now)?;
        cash::cancel_cash_sales(connection, outbox, event, now)
    }

    fn sold_since(
        &self,
        connection: &mut Connection<'_>,
        since: Instant,
        most: i64,
    ) -> Result<Vec<(EventId, i64)>, DbError> {
        tickets::sold_since(connection, since, most)
    }

    fn begun_types(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Vec<TicketTypeId>, DbError> {
        Ok(store::begun_types(connection, &[event])?.into_iter().map(|(_, begun)| begun).collect())
    }

    fn takings(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Takings, DbError> {
        let types = store::types_of_events(connection, &[event])?;
        let currencies: Vec<Currency> = types.iter().filter_map(|(_, kind)| kind.devise.parse().ok()).collect();
        Ok(takings::sum_takings(&currencies, &store::group_sales(connection, event)?))
    }
}

/// Puts a ticket type on sale, inside the caller's transaction.
pub fn insert_ticket_type(connection: &mut Connection<'_>, new: &NewTicketType) -> Result<(), DbError> {
    store::insert_type(connection, new)
}

/// Returns those of the events that somebody ever began to pay for, whatever became of it.
pub fn begun_events(connection: &mut Connection<'_>, events: &[EventId]) -> Result<HashSet<EventId>, DbError> {
    Ok(store::begun_types(connection, events)?.into_iter().map(|(event, _)| event).collect())
}
