//! Taking scans back, also those that have not arrived yet.

use domain::Instant;

use super::{Batch, Draft, facts};
use crate::days::door_day;
use crate::judge::{Standing, judge};
use crate::rules;
use crate::scan::{LogRow, NewScan, Outcome};
use crate::words::{Direction, Fate, Verdict};

impl Batch {
    /// Takes back the last admission of a ticket.
    pub(super) fn undo_last(&mut self, scan: &NewScan) -> Draft {
        let passages = self.known.ticket_of(scan).filter(|ticket| ticket.event == scan.event);
        let passages = passages.and_then(|ticket| self.passages.get(&ticket.id)).map(Vec::as_slice).unwrap_or_default();
        let entered = passages.iter().filter(|passage| passage.direction == Direction::In);
        let last = entered.max_by_key(|passage| (passage.day, passage.at)).cloned();
        let standing = match &last {
            Some(last) => judge(&facts(passages, last.day)).standing,
            None => Standing::NotYet,
        };
        // Of several who let the same ticket in, the admission that stands is meant.
        let last = match &standing {
            Standing::Inside(id) => passages.iter().find(|passage| passage.id == *id).cloned(),
            _ => last,
        };
        let person = last.as_ref().map(|last| self.known.name(last.user)).unwrap_or_default();
        let by_same = last.as_ref().is_some_and(|last| last.user == scan.user);
        let met = last.as_ref().map(|last| (last, person.as_str()));
        if let Some(refusal) = rules::why_not_undone(met, &standing, by_same, scan.at) {
            return Draft::Done(Outcome::UndoRefused(refusal));
        }
        let Some(last) = last else { return Draft::Done(Outcome::NoEvent) };
        self.take_back(&last, scan.at);
        let mut row = self.row(scan, last.day, Verdict::Undone);
        (row.fate, row.undoes) = (Fate::Undone, Some(last.id));
        self.rows.push(row);
        Draft::Row(self.rows.len() - 1, None)
    }

    /// Takes back the scan that a phone without network names. It may still be on its way.
    pub(super) fn undo_named(&mut self, scan: &NewScan) -> Draft {
        let event = &self.known.events[&scan.event];
        let mut row = self.row(scan, door_day(event, scan.at), Verdict::Undone);
        let named = scan.undoes.clone().map(|id| (scan.event, id));
        let fresh = named.as_ref().and_then(|(event, id)| {
            self.rows.iter().find(|row| row.event == *event && row.id == *id && row.direction != Direction::Undo)
        });
        let target = fresh.or_else(|| named.as_ref().and_then(|named| self.known.stored.get(named))).cloned();
        row.fate = match target {
            None => Fate::Unmatched,
            Some(target) if may_take_back(&target, &row) => {
                (row.ticket, row.ticket_type, row.day) = (target.ticket.clone(), target.ticket_type, target.day);
                self.take_back(&target, row.at);
                Fate::Undone
            }
            Some(_) => Fate::Refused,
        };
        self.rows.push(row);
        Draft::Row(self.rows.len() - 1, None)
    }

    /// When a scan that arrives now was taken back, if that arrived before it.
    pub(super) fn take_waiting_undo(&mut self, row: &LogRow) -> Option<Instant> {
        let fresh = self.rows.iter_mut().find(|undo| {
            undo.event == row.event && undo.undoes.as_ref() == Some(&row.id) && undo.fate == Fate::Unmatched
        });
        let stored = self.known.waiting_undos.get(&(row.event, row.id.clone())).cloned();
        let undo = match (fresh, stored) {
            (Some(fresh), _) if may_take_back(row, fresh) => {
                fresh.fate = Fate::Undone;
                fresh.at
            }
            (_, Some(stored)) if may_take_back(row, &stored) => {
                let at = stored.at;
                self.changed.insert((stored.event, stored.seq), LogRow { fate: Fate::Undone, ..stored });
                at
            }
            _ => return None,
        };
        Some(undo)
    }

    fn take_back(&mut self, target: &LogRow, at: Instant) {
        let undone = LogRow { fate: Fate::Undone, undone: Some(at), conflict_with: None, ..target.clone() };
        if target.seq > 0 {
            self.known.stored.insert((target.event, target.id.clone()), undone.clone());
            self.changed.insert((target.event, target.seq), undone);
        } else if let Some(fresh) = self.rows.iter_mut().find(|row| row.event == target.event && row.id == target.id) {
            *fresh = undone;
        }
        let Some(ticket) = &target.ticket else { return };
        self.passages.entry(ticket.clone()).or_default().retain(|passage| passage.id != target.id);
        self.touched.insert((ticket.clone(), target.day));
    }
}

/// Whether one row of the log may take back another: by the same person, soon enough, and once.
fn may_take_back(target: &LogRow, undo: &LogRow) -> bool {
    target.user == undo.user && target.undone.is_none() && rules::is_in_time(target.at, undo.at)
}
