//! What is answered to a scan once its batch is decided.

use domain::{ScanId, TicketId};

use super::{Batch, Draft};
use crate::days::is_early;
use crate::scan::{Earlier, LogRow, Outcome, Ruling};
use crate::sentences::{Circumstances, fate_sentence, sentence};

impl Batch {
    /// Who made an admission, when and where.
    pub(super) fn earlier(&self, ticket: &TicketId, id: &ScanId) -> Option<Earlier> {
        let row = self.passages.get(ticket)?.iter().find(|passage| passage.id == *id)?;
        Some(Earlier { at: row.at, person: self.known.name(row.user), gate: row.gate.clone() })
    }

    pub(super) fn outcome(&self, draft: Draft) -> Outcome {
        let (row, met, is_known) = match draft {
            Draft::Done(outcome) => return outcome,
            Draft::Row(index, met) => (&self.rows[index], met, false),
            Draft::Known(ref row) => (row, None, true),
            Draft::Changed(key) => (&self.changed[&key], None, false),
        };
        let met = met.or_else(|| self.earlier(row.ticket.as_ref()?, row.conflict_with.as_ref()?));
        Outcome::Ruled(Box::new(self.ruling(row, met, is_known)))
    }

    fn ruling(&self, row: &LogRow, earlier: Option<Earlier>, is_known: bool) -> Ruling {
        let event = &self.known.events[&row.event];
        let is_early = is_early(event, row.at);
        let other = row.ticket.as_ref().and_then(|id| self.known.tickets.get(id)).map(|ticket| ticket.event);
        let other = other.filter(|other| *other != row.event).and_then(|other| self.known.events.get(&other));
        let circumstances = Circumstances {
            town: event.town,
            day: (event.last_day() > event.first_day).then_some(row.day),
            not_before: is_early.then_some(event.first_day),
            earlier: earlier.as_ref(),
            other_event: other.map(|event| event.name.as_str()),
        };
        let message = match row.online {
            true => sentence(row.verdict, &circumstances),
            false => fate_sentence(row.fate, row.verdict, row.reason, &circumstances),
        };
        Ruling {
            scan: row.id.clone(),
            verdict: row.verdict,
            fate: row.fate,
            is_known,
            day: row.day,
            is_early,
            at: row.at,
            ticket: row.ticket.as_ref().and_then(|id| self.known.show(id)),
            message,
            earlier,
        }
    }
}
