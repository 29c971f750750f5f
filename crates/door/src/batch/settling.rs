//! What a batch means for what was known before: fates, admissions, and the figures beside them.

use std::collections::{BTreeSet, HashMap};

use box_office::DoorTicket;
use database::{Connection, DbError};
use domain::{Day, EventId, Instant, ScanId, TicketId};

use super::{Batch, facts};
use crate::judge::{History, judge};
use crate::scan::LogRow;
use crate::store::{self, EntryRow};
use crate::words::Direction;

impl Batch {
    /// Judges again what was touched, and finds what that changes about rows and admissions.
    pub(super) fn settle(&mut self) {
        for (ticket, day) in std::mem::take(&mut self.touched) {
            let before = self.known.passages.get(&ticket).map(Vec::as_slice).unwrap_or_default();
            let before = entries_of(&judge(&facts(before, day)), self.known.tickets.get(&ticket), day);
            let history = self.history(&ticket, day);
            let after = entries_of(&history, self.known.tickets.get(&ticket), day);
            self.entries_gone.extend(before.iter().filter(|entry| !after.contains(entry)).cloned());
            self.entries_new.extend(after.into_iter().filter(|entry| !before.contains(entry)));
            self.set_fates(&ticket, day, &history);
            self.touched.insert((ticket, day));
        }
    }

    fn set_fates(&mut self, ticket: &TicketId, day: Day, history: &History) {
        for passage in self.passages.entry(ticket.clone()).or_default().iter_mut().filter(|row| row.day == day) {
            let Some(judged) = history.fate_of(&passage.id) else { continue };
            if (passage.fate, &passage.conflict_with) == (judged.fate, &judged.conflict_with) {
                continue;
            }
            (passage.fate, passage.conflict_with) = (judged.fate, judged.conflict_with.clone());
            if passage.seq > 0 {
                self.changed.insert((passage.event, passage.seq), passage.clone());
            } else if let Some(row) =
                self.rows.iter_mut().find(|row| row.id == passage.id && row.event == passage.event)
            {
                (row.fate, row.conflict_with) = (judged.fate, judged.conflict_with.clone());
            }
        }
    }

    /// Admissions first: if another process was faster, the constraint refuses the batch before anything else waits.
    pub(super) fn write(&mut self, c: &mut Connection<'_>) -> Result<(), DbError> {
        store::delete_entries(c, std::mem::take(&mut self.entries_gone))?;
        store::insert_entries(c, std::mem::take(&mut self.entries_new))?;
        let (admitted, taken_back) = self.first_admissions();
        box_office::mark_admitted(c, &admitted)?;
        box_office::mark_not_admitted(c, &taken_back)?;
        store::update_scans(c, &self.changed.values().cloned().collect::<Vec<_>>())?;
        self.number_rows(c)?;
        store::insert_scans(c, &self.rows)
    }

    /// Tickets that were admitted for the first time, and those that were not admitted at all in the end.
    fn first_admissions(&self) -> (Vec<(TicketId, Instant)>, Vec<TicketId>) {
        let tickets: BTreeSet<&TicketId> = self.touched.iter().map(|(ticket, _)| ticket).collect();
        let (mut admitted, mut taken_back) = (Vec::new(), Vec::new());
        for ticket in tickets {
            let first = |passages: &HashMap<TicketId, Vec<LogRow>>| {
                let entered = passages.get(ticket).into_iter().flatten().filter(|row| row.direction == Direction::In);
                entered.map(|row| row.at).min()
            };
            match (first(&self.known.passages), first(&self.passages)) {
                (None, Some(at)) => admitted.push((ticket.clone(), at)),
                (Some(_), None) => taken_back.push(ticket.clone()),
                _ => {}
            }
        }
        (admitted, taken_back)
    }

    /// Numbers the new rows of each event in the order in which they came.
    fn number_rows(&mut self, c: &mut Connection<'_>) -> Result<(), DbError> {
        let events: BTreeSet<EventId> = self.rows.iter().map(|row| row.event).collect();
        for event in events {
            let count = self.rows.iter().filter(|row| row.event == event).count() as i64;
            let last = store::raise_seq(c, event, count)?;
            let own = self.rows.iter_mut().filter(|row| row.event == event);
            own.zip(last - count + 1..).for_each(|(row, seq)| row.seq = seq);
        }
        Ok(())
    }
}

fn entries_of(history: &History, ticket: Option<&DoorTicket>, day: Day) -> Vec<EntryRow> {
    let Some(ticket) = ticket else { return Vec::new() };
    let entry = |(entry, scan): &(i64, ScanId)| EntryRow {
        ticket: ticket.id.clone(),
        day,
        entry: *entry,
        event: ticket.event,
        ticket_type: ticket.ticket_type,
        scan: scan.clone(),
    };
    history.entries.iter().map(entry).collect()
}
