//! Which prices an edit has changed, for the security log, pure.

use std::fmt;

use domain::{EventId, TicketTypeId};

use crate::ticket_types::TicketType;

pub struct PriceChange {
    event: EventId,
    ticket_type: TicketTypeId,
    before: String,
    after: String,
}

impl fmt::Display for PriceChange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PriceChange { event, ticket_type, before, after } = self;
        write!(out, "event {event}, type {ticket_type}, {before} to {after}")
    }
}

/// The types that stand in both lists with another price.
pub fn price_changes(event: EventId, before: &[TicketType], after: &[TicketType]) -> Vec<PriceChange> {
    let price = |ticket_type: &TicketType| format!("{} {}", ticket_type.price, ticket_type.devise);
    let changes = after.iter().filter_map(|new| {
        let old = before.iter().find(|old| old.id == new.id)?;
        Some(PriceChange { event, ticket_type: new.id, before: price(old), after: price(new) })
    });
    changes.filter(|change| change.before != change.after).collect()
}
