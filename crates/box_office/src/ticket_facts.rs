//! What the events feature asks about tickets.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::{EventId, FieldErrors, Instant, TicketTypeId};
use events::{Disruption, EventRow, Takings, TicketFacts, TicketType, TicketTypeDraft, Unlisted};

use crate::disruptions::News;
use crate::stored_words::DisruptionKind;
use crate::ticket_types::model::NewTicketType;
use crate::ticket_types::options::SaleOptions;
use crate::ticket_types::{model, store};
use crate::{disruptions, takings, tickets};
use platform::{Error, random};

/// The field of the event form that ticket types come in.
const FIELD: &str = "ttype";

/// Answers what the events feature asks of the box office.
pub struct BoxOfficeFacts;

impl TicketFacts for BoxOfficeFacts {
    fn ticket_types(
        &self,
        connection: &mut Connection<'_>,
        events: &[EventId],
        now: Instant,
    ) -> Result<HashMap<EventId, Vec<TicketType>>, DbError> {
        let mut by_event: HashMap<EventId, Vec<TicketType>> = HashMap::new();
        for (event, ticket_type) in store::types_of_events(connection, events, now)? {
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
        event: &EventRow,
        types: &[TicketTypeDraft],
        unlisted: Unlisted,
        now: Instant,
    ) -> Result<(), Error> {
        let before = store::types_of_events(connection, &[event.id], now)?;
        let begun = self.begun_types(connection, event.id)?;
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
                    save_options(connection, old.id, SaleOptions::of(old), (draft, event))?;
                }
                None => {
                    let new = NewTicketType::of(event.id, position as i64, draft);
                    let id = insert_ticket_type(connection, &new)?;
                    save_options(connection, id, SaleOptions::default(), (draft, event))?;
                }
            }
        }
        Ok(())
    }

    fn copy_types(
        &self,
        connection: &mut Connection<'_>,
        from: &EventRow,
        to: &EventRow,
        now: Instant,
    ) -> Result<(), DbError> {
        let types = store::types_of_events(connection, &[from.id], now)?;
        for (position, (_, original)) in (0..).zip(types) {
            let id = insert_ticket_type(connection, &NewTicketType::copy_of(&original, to.id, position)?)?;
            let options = SaleOptions::of(&original).moved(from.starts_at(), to.starts_at());
            store::set_options(connection, id, &options)?;
        }
        Ok(())
    }

    fn begin_disruption(
        &self,
        connection: &mut Connection<'_>,
        event: EventId,
        kind: Disruption,
        message: Option<&str>,
        now: Instant,
    ) -> Result<(), Error> {
        let (kind, news) = match kind {
            Disruption::Cancelled => (DisruptionKind::Cancelled, News { message, was: None }),
            Disruption::Postponed => (DisruptionKind::Postponed, News { message, was: None }),
            Disruption::Moved => (DisruptionKind::Postponed, News { message: None, was: message }),
        };
        disruptions::begin(connection, event, kind, news, now)?;
        Ok(())
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
        let currencies = store::currencies_of_event(connection, event)?;
        Ok(takings::sum_takings(&currencies, &store::group_sales(connection, event)?))
    }
}

/// Stores how a type is sold, if the form changes that.
fn save_options(
    connection: &mut Connection<'_>,
    id: TicketTypeId,
    before: SaleOptions,
    (draft, event): (&TicketTypeDraft, &EventRow),
) -> Result<(), Error> {
    let options = before.clone().changed(&draft.options, event.town);
    options.check(&draft.label).map_err(|message| Error::field(FIELD, message))?;
    if options != before {
        store::set_options(connection, id, &options)?;
    }
    Ok(())
}

/// Puts a ticket type on sale, inside the caller's transaction.
pub fn insert_ticket_type(connection: &mut Connection<'_>, new: &NewTicketType) -> Result<TicketTypeId, DbError> {
    let id = random::ticket_type_id();
    store::insert_type(connection, id, new)?;
    Ok(id)
}

/// What the types of these events are called.
pub fn find_type_labels(
    connection: &mut Connection<'_>,
    events: &[EventId],
) -> Result<HashMap<TicketTypeId, String>, DbError> {
    store::find_labels(connection, events)
}

/// Returns those of the events that somebody ever began to pay for, whatever became of it.
pub fn begun_events(connection: &mut Connection<'_>, events: &[EventId]) -> Result<HashSet<EventId>, DbError> {
    Ok(store::begun_types(connection, events)?.into_iter().map(|(event, _)| event).collect())
}
