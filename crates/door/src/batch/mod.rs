//! Decides a batch of scans inside one transaction: first each in the order in which it came, then what all of them
//! together mean for what was known before.

mod answers;
mod overruling;
mod settling;
mod undoing;

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use database::{Connection, DbError};
use domain::{Day, EventId, Instant, TicketId};

use crate::days::door_day;
use crate::judge::{Fact, History, Standing, judge};
use crate::known::Known;
use crate::rules;
use crate::scan::{Earlier, LogRow, NewScan, Outcome};
use crate::store::{self, EntryRow};
use crate::words::{Direction, Fate, Verdict};

/// What was decided about a scan, before the batch is complete.
enum Draft {
    Done(Outcome),
    /// A new row of the log, and the admission that it met.
    Row(usize, Option<Earlier>),
    /// It had arrived before.
    Known(LogRow),
    /// It had arrived before, and changes what was stored of it.
    Changed((EventId, i64)),
}

pub struct Batch {
    known: Known,
    now: Instant,
    rows: Vec<LogRow>,
    /// Rows that were stored before and have changed.
    changed: HashMap<(EventId, i64), LogRow>,
    /// Passages by ticket as they are now, new ones included.
    passages: HashMap<TicketId, Vec<LogRow>>,
    touched: BTreeSet<(TicketId, Day)>,
    entries_gone: Vec<EntryRow>,
    entries_new: Vec<EntryRow>,
}

/// Decides all of them and stores what was decided. Returns the answers in the order of the scans.
pub fn decide(c: &mut Connection<'_>, scans: &[NewScan], now: Instant) -> Result<Vec<Outcome>, DbError> {
    // What changes earlier scans must see all of them; an admission is guarded by the database's own constraint.
    let past: BTreeSet<EventId> = scans.iter().filter(|scan| scan.changes_the_past()).map(|scan| scan.event).collect();
    let existing = events::find_events(c, &past.into_iter().collect::<Vec<_>>())?;
    for event in existing.keys().copied().collect::<BTreeSet<EventId>>() {
        store::raise_seq(c, event, 0)?;
    }
    let mut batch = Batch::new(Known::load(c, scans)?, now);
    let drafts: Vec<Draft> = scans.iter().map(|scan| batch.take(scan)).collect();
    batch.settle();
    batch.write(c)?;
    Ok(drafts.into_iter().map(|draft| batch.outcome(draft)).collect())
}

impl Batch {
    fn new(known: Known, now: Instant) -> Batch {
        let passages = known.passages.clone();
        Batch {
            known,
            now,
            rows: Vec::new(),
            changed: HashMap::new(),
            passages,
            touched: BTreeSet::new(),
            entries_gone: Vec::new(),
            entries_new: Vec::new(),
        }
    }

    fn take(&mut self, scan: &NewScan) -> Draft {
        let Some(event) = self.known.events.get(&scan.event) else { return Draft::Done(Outcome::NoEvent) };
        if !self.known.is_staff(scan) {
            // Who has no part in a draft does not learn that it exists.
            return Draft::Done(if event.draft { Outcome::NoEvent } else { Outcome::NoRole });
        }
        let again = self.rows.iter().find(|row| row.event == scan.event && row.id == scan.id);
        if let Some(row) = again.or_else(|| self.known.stored.get(&(scan.event, scan.id.clone()))) {
            let row = row.clone();
            return self.take_again(scan, row);
        }
        match (scan.direction, scan.told) {
            (Direction::Undo, None) => self.undo_last(scan),
            (Direction::Undo, Some(_)) => self.undo_named(scan),
            (_, None) => self.pass(scan),
            (_, Some(told)) => self.record(scan, told),
        }
    }

    /// Decides about somebody who stands at a gate now.
    fn pass(&mut self, scan: &NewScan) -> Draft {
        let event = &self.known.events[&scan.event];
        let ticket = self.known.ticket_of(scan);
        let day = door_day(event, scan.at);
        let why_not = rules::why_not(&scan.reading, event, ticket);
        let (verdict, earlier) = match (why_not, ticket) {
            (Some(verdict), _) => (verdict, None),
            (None, None) => (Verdict::Unknown, None),
            (None, Some(ticket)) => {
                let standing = self.history(&ticket.id, day).standing;
                let reentry = self.known.allows_reentry(scan.event);
                let verdict = rules::passage(scan.direction, &standing, reentry);
                let met = match &standing {
                    Standing::Inside(id) if verdict == Verdict::AlreadyAdmitted => self.earlier(&ticket.id, id),
                    _ => None,
                };
                (verdict, met)
            }
        };
        let mut row = self.row(scan, day, verdict);
        if let Some(ticket) = row.ticket.clone().filter(|_| verdict.is_passage()) {
            // What is decided now comes after all that is known, whatever the clocks of phones say.
            let latest = self.passages.get(&ticket).into_iter().flatten().map(|passage| passage.at).max();
            row.at = latest.map_or(row.at, |latest| row.at.max(latest + Duration::from_millis(1)));
            row.fate = Fate::Admitted;
            self.add_passage(&row);
        }
        self.rows.push(row);
        Draft::Row(self.rows.len() - 1, earlier)
    }

    /// Takes in what a phone without network has decided.
    fn record(&mut self, scan: &NewScan, told: Verdict) -> Draft {
        let event = &self.known.events[&scan.event];
        let ticket = self.known.ticket_of(scan);
        let mut row = self.row(scan, door_day(event, scan.at), told);
        if told.is_passage() {
            row.reason = rules::why_wrong(&scan.reading, event, ticket, scan.at);
            row.fate = if row.reason.is_some() { Fate::Conflict } else { Fate::Admitted };
            match self.take_waiting_undo(&row) {
                Some(at) => (row.fate, row.undone) = (Fate::Undone, Some(at)),
                None if row.reason.is_none() => self.add_passage(&row),
                None => {}
            }
        }
        self.rows.push(row);
        Draft::Row(self.rows.len() - 1, None)
    }

    fn row(&self, scan: &NewScan, day: Day, verdict: Verdict) -> LogRow {
        let ticket = self.known.ticket_of(scan);
        LogRow {
            seq: 0,
            id: scan.id.clone(),
            event: scan.event,
            ticket: ticket.map(|ticket| ticket.id.clone()),
            ticket_type: ticket.map(|ticket| ticket.ticket_type),
            day,
            direction: scan.direction,
            undoes: scan.undoes.clone(),
            user: scan.user,
            device: scan.device.clone(),
            gate: scan.gate.clone(),
            online: scan.is_online(),
            at: scan.at,
            received: self.now,
            verdict,
            fate: Fate::Refused,
            conflict_with: None,
            reason: None,
            undone: None,
        }
    }

    fn add_passage(&mut self, row: &LogRow) {
        let Some(ticket) = &row.ticket else { return };
        self.passages.entry(ticket.clone()).or_default().push(row.clone());
        self.touched.insert((ticket.clone(), row.day));
    }

    fn history(&self, ticket: &TicketId, day: Day) -> History {
        judge(&facts(self.passages.get(ticket).map(Vec::as_slice).unwrap_or_default(), day))
    }
}

/// What is known of a ticket on a day.
fn facts(passages: &[LogRow], day: Day) -> Vec<Fact> {
    passages.iter().filter(|passage| passage.day == day).map(LogRow::fact).collect()
}
