//! A scan that arrives a second time. Mostly it says the same; but a phone that never heard our refusal may have let
//! somebody in by itself.

use super::{Batch, Draft};
use crate::days::door_day;
use crate::rules;
use crate::scan::{LogRow, NewScan};
use crate::words::Fate;

impl Batch {
    pub(super) fn take_again(&mut self, scan: &NewScan, row: LogRow) -> Draft {
        match scan.told {
            Some(told) if told.is_passage() && row.online && row.fate == Fate::Refused => {
                let event = &self.known.events[&scan.event];
                let reason = rules::why_wrong(&scan.reading, event, self.known.ticket_of(scan), scan.at);
                let fate = if reason.is_some() { Fate::Conflict } else { Fate::Admitted };
                let day = door_day(event, scan.at);
                self.overrule(LogRow { verdict: told, online: false, at: scan.at, day, reason, fate, ..row })
            }
            _ => Draft::Known(row),
        }
    }

    /// Puts what happened in the place of what was said.
    fn overrule(&mut self, row: LogRow) -> Draft {
        if row.reason.is_none() {
            self.add_passage(&row);
        }
        match self.rows.iter().position(|fresh| fresh.event == row.event && fresh.id == row.id) {
            Some(index) => {
                self.rows[index] = row;
                Draft::Row(index, None)
            }
            None => {
                let key = (row.event, row.seq);
                self.known.stored.insert((row.event, row.id.clone()), row.clone());
                self.changed.insert(key, row);
                Draft::Changed(key)
            }
        }
    }
}
