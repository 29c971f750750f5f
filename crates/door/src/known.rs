//! Everything that a batch of scans is decided by, read in a few statements before the first of them is looked at.

use std::collections::{BTreeSet, HashMap};

use accounts::find_authors;
use box_office::DoorTicket;
use database::{Connection, DbError};
use domain::{EventId, ScanId, TicketId, TicketTypeId, UserId};
use events::EventRow;

use crate::reading::Reading;
use crate::scan::{LogRow, NewScan, ShownTicket};
use crate::sentences::client_of;
use crate::store;

/// How many people one statement names: well below what a statement takes.
const MOST_PEOPLE: usize = 500;

#[derive(Default)]
pub struct Known {
    pub events: HashMap<EventId, EventRow>,
    /// Who may do something at which door.
    staff: BTreeSet<(EventId, UserId)>,
    reentry: HashMap<EventId, bool>,
    numbered: HashMap<(EventId, i64), TicketId>,
    by_number: HashMap<i64, TicketId>,
    by_code: HashMap<String, TicketId>,
    pub tickets: HashMap<TicketId, DoorTicket>,
    labels: HashMap<TicketTypeId, String>,
    names: HashMap<UserId, String>,
    /// Scans that arrived before: the same ones, and those that are taken back.
    pub stored: HashMap<(EventId, ScanId), LogRow>,
    /// What takes back a scan that has not arrived yet, by that scan.
    pub waiting_undos: HashMap<(EventId, ScanId), LogRow>,
    pub passages: HashMap<TicketId, Vec<LogRow>>,
}

impl Known {
    pub fn load(c: &mut Connection<'_>, scans: &[NewScan]) -> Result<Known, DbError> {
        let mut known = Known::default();
        let ids: BTreeSet<EventId> = scans.iter().map(|scan| scan.event).collect();
        known.events = events::find_events(c, &ids.iter().copied().collect::<Vec<_>>())?;
        known.load_staff(c, scans)?;
        for event in &ids {
            known.reentry.insert(*event, store::allows_reentry(c, *event)?);
        }
        known.load_stored(c, scans)?;
        known.load_tickets(c, scans)?;
        let tickets: Vec<&TicketId> = known.tickets.keys().collect();
        for row in store::find_passages(c, &tickets)? {
            let Some(ticket) = row.ticket.clone() else { continue };
            known.passages.entry(ticket).or_default().push(row);
        }
        known.load_words(c, scans)?;
        Ok(known)
    }

    fn load_staff(&mut self, c: &mut Connection<'_>, scans: &[NewScan]) -> Result<(), DbError> {
        let asked: BTreeSet<(EventId, UserId)> = scans.iter().map(|scan| (scan.event, scan.user)).collect();
        for (event, user) in asked {
            if events::find_role(c, event, user)?.is_some() {
                self.staff.insert((event, user));
            }
        }
        Ok(())
    }

    fn load_stored(&mut self, c: &mut Connection<'_>, scans: &[NewScan]) -> Result<(), DbError> {
        let own = scans.iter().map(|scan| (scan.event, &scan.id));
        let undone = scans.iter().filter_map(|scan| Some((scan.event, scan.undoes.as_ref()?)));
        let asked: BTreeSet<(EventId, &ScanId)> = own.chain(undone).collect();
        let asked: Vec<(EventId, &ScanId)> = asked.into_iter().collect();
        let stored = store::find_scans(c, &asked)?;
        self.stored = stored.into_iter().map(|row| ((row.event, row.id.clone()), row)).collect();
        let offline: Vec<(EventId, &ScanId)> =
            scans.iter().filter(|scan| !scan.is_online()).map(|scan| (scan.event, &scan.id)).collect();
        for row in store::find_waiting_undos(c, &offline)? {
            let Some(undone) = row.undoes.clone() else { continue };
            self.waiting_undos.insert((row.event, undone), row);
        }
        Ok(())
    }

    fn load_tickets(&mut self, c: &mut Connection<'_>, scans: &[NewScan]) -> Result<(), DbError> {
        let (mut numbers, mut codes, mut dense) = (Vec::new(), Vec::new(), Vec::new());
        let mut ids: Vec<TicketId> = self.stored.values().filter_map(|row| row.ticket.clone()).collect();
        for scan in scans {
            match &scan.reading {
                Reading::Signed(content) => numbers.push(content.ticket() as i64),
                Reading::Typed(code) => codes.push(code.as_str()),
                Reading::Number(number) => dense.push((scan.event, *number)),
                Reading::Ticket(id) => ids.push(id.clone()),
                Reading::None(_) => {}
            }
        }
        self.numbered = store::find_numbered(c, &dense)?.into_iter().collect();
        ids.extend(self.numbered.values().cloned());
        let mut found = box_office::find_tickets_by_numbers(c, &numbers)?;
        found.extend(box_office::find_tickets_by_codes(c, &codes)?);
        found.extend(box_office::find_tickets_by_ids(c, &ids.iter().collect::<Vec<_>>())?);
        for ticket in found {
            self.by_number.insert(ticket.number, ticket.id.clone());
            self.by_code.insert(ticket.code.clone(), ticket.id.clone());
            self.tickets.insert(ticket.id.clone(), ticket);
        }
        Ok(())
    }

    /// Names of events, ticket types and people, for the sentences.
    fn load_words(&mut self, c: &mut Connection<'_>, scans: &[NewScan]) -> Result<(), DbError> {
        let all: BTreeSet<EventId> = self.tickets.values().map(|ticket| ticket.event).collect();
        let others: Vec<EventId> = all.iter().filter(|event| !self.events.contains_key(event)).copied().collect();
        if !others.is_empty() {
            self.events.extend(events::find_events(c, &others)?);
        }
        let all: Vec<EventId> = all.into_iter().collect();
        if !all.is_empty() {
            self.labels = box_office::find_type_labels(c, &all)?;
        }
        let holders = self.tickets.values().filter_map(|ticket| ticket.holder);
        let passers = self.passages.values().flatten().chain(self.stored.values()).map(|row| row.user);
        let people: BTreeSet<UserId> = holders.chain(passers).chain(scans.iter().map(|scan| scan.user)).collect();
        let people: Vec<UserId> = people.into_iter().collect();
        for some in people.chunks(MOST_PEOPLE) {
            self.names.extend(find_authors(c, some)?.into_iter().map(|(id, account)| (id, account.username)));
        }
        Ok(())
    }

    pub fn is_staff(&self, scan: &NewScan) -> bool {
        self.staff.contains(&(scan.event, scan.user))
    }

    pub fn allows_reentry(&self, event: EventId) -> bool {
        self.reentry.get(&event).copied().unwrap_or(false)
    }

    /// The ticket that a scan names, of whatever event.
    pub fn ticket_of(&self, scan: &NewScan) -> Option<&DoorTicket> {
        let id = match &scan.reading {
            Reading::Signed(content) => self.by_number.get(&(content.ticket() as i64)),
            Reading::Typed(code) => self.by_code.get(code),
            Reading::Number(number) => self.numbered.get(&(scan.event, *number)),
            Reading::Ticket(id) => Some(id),
            Reading::None(_) => None,
        };
        self.tickets.get(id?)
    }

    pub fn name(&self, user: UserId) -> String {
        self.names.get(&user).cloned().unwrap_or_default()
    }

    pub fn show(&self, id: &TicketId) -> Option<ShownTicket> {
        let ticket = self.tickets.get(id)?;
        Some(ShownTicket {
            id: ticket.id.clone(),
            type_id: ticket.ticket_type,
            ticket_type: self.labels.get(&ticket.ticket_type).cloned().unwrap_or_default(),
            client: client_of(ticket, |holder| self.name(holder)),
        })
    }
}
