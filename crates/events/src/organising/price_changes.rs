//! Which prices an edit has changed, for the audit trail and the security log. Pure.

use std::fmt;

use domain::{EventId, TicketTypeId};

use crate::ticket_types::TicketType;

pub struct PriceChange {
    event: EventId,
    ticket_type: TicketTypeId,
    label: String,
    before: String,
    after: String,
}

/// For the security log, without a word that somebody has written.
impl fmt::Display for PriceChange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PriceChange { event, ticket_type, before, after, .. } = self;
        write!(out, "event {event}, type {ticket_type}, {before} to {after}")
    }
}

impl PriceChange {
    /// For the audit trail: `Standard : 25 USD → 30 USD`.
    pub fn in_words(&self) -> String {
        format!("{} : {} → {}", self.label, self.before, self.after)
    }
}

/// The types that stand in both lists with another price.
pub fn price_changes(event: EventId, before: &[TicketType], after: &[TicketType]) -> Vec<PriceChange> {
    let price = |ticket_type: &TicketType| format!("{} {}", ticket_type.price, ticket_type.devise);
    let changes = after.iter().filter_map(|new| {
        let old = before.iter().find(|old| old.id == new.id)?;
        let label = new.label.clone();
        Some(PriceChange { event, ticket_type: new.id, label, before: price(old), after: price(new) })
    });
    changes.filter(|change| change.before != change.after).collect()
}
