//! Reads the log, and adds names to it.

use std::collections::{BTreeSet, HashMap};

use box_office::DoorTicket;
use database::{Connection, DbError};
use domain::{EventId, Instant, ScanId, TicketId, UserId};
use serde_json::{Value, json};

use crate::actions::require_staff;
use crate::log::model::{MetAdmission, Scan};
use crate::log::store;
pub use crate::log::store::LogFilter;
use crate::rules::is_in_time;
use crate::scan::LogRow;
use crate::sentences::client_of;
use crate::words::{Direction, Fate};
use crate::{Door, store as scans};
use platform::Error;
use platform::paging::{Page, Paged};

impl Door {
    pub const SCANS_PER_PAGE: u32 = 20;

    /// A page of an event's log, the newest first.
    pub async fn list_scans(
        &self,
        user: UserId,
        event: EventId,
        filter: LogFilter,
        page: Page,
    ) -> Result<Paged<Scan>, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            require_staff(c, user, event)?;
            let rows = if page.is_too_deep() { Vec::new() } else { store::list_scans(c, event, filter, page)? };
            Ok::<_, Error>(describe_scans(c, event, rows, user, now)?)
        };
        let fetched = self.services.db.read(read).await?;
        let only_conflicts = if filter.only_conflicts { "conflicts=1&" } else { "" };
        let only_mine = if filter.only_of.is_some() { "mine=1&" } else { "" };
        let limit = page.limit_unless(Door::SCANS_PER_PAGE);
        let public = &self.services.settings.public_url;
        Ok(page.cut(fetched, &format!("{public}/api/events/{event}/scans/?{only_conflicts}{only_mine}{limit}")))
    }
}

/// Everything that somebody has scanned, as JSON.
pub fn export_person(c: &mut Connection<'_>, user: UserId) -> Result<Value, DbError> {
    let scans = store::scans_of_person(c, user)?.into_iter();
    Ok(scans.map(|(id, at, event)| json!({ "id": id, "at": at.to_string(), "event": event })).collect())
}

fn describe_scans(
    c: &mut Connection<'_>,
    event: EventId,
    rows: Vec<LogRow>,
    user: UserId,
    now: Instant,
) -> Result<Vec<Scan>, DbError> {
    let met: Vec<(EventId, &ScanId)> =
        rows.iter().filter_map(|row| Some((event, row.conflict_with.as_ref()?))).collect();
    let met = scans::find_scans(c, &met)?;
    let ids: BTreeSet<&TicketId> = rows.iter().filter_map(|row| row.ticket.as_ref()).collect();
    let tickets = box_office::find_tickets_by_ids(c, &ids.into_iter().collect::<Vec<_>>())?;
    let tickets: HashMap<TicketId, DoorTicket> = tickets.into_iter().map(|one| (one.id.clone(), one)).collect();
    let labels = box_office::find_type_labels(c, &[event])?;
    let holders = tickets.values().filter_map(|ticket| ticket.holder);
    let people: BTreeSet<UserId> = holders.chain(rows.iter().chain(&met).map(|row| row.user)).collect();
    let people = accounts::find_authors(c, &people.into_iter().collect::<Vec<_>>())?;
    let name = |user: UserId| people.get(&user).map(|person| person.username.clone()).unwrap_or_default();
    let describe = |row: LogRow| {
        // The tickets of other events are none of this door's business.
        let ticket = row.ticket.as_ref().and_then(|id| tickets.get(id)).filter(|ticket| ticket.event == event);
        let met = met.iter().find(|other| Some(&other.id) == row.conflict_with.as_ref());
        Scan {
            undoable: is_undoable(&row, user, now),
            verdict: row.verdict,
            fate: row.fate,
            direction: row.direction,
            at: row.at.millis(),
            received_at: row.received.millis(),
            day: row.day.to_string(),
            person: name(row.user),
            online: row.online,
            ticket_id: ticket.map(|ticket| ticket.id.clone()),
            ticket_type: ticket.and_then(|ticket| labels.get(&ticket.ticket_type).cloned()),
            client: ticket.map(|ticket| client_of(ticket, name)),
            undone_at: row.undone.map(Instant::millis),
            conflict_with: met.map(|met| MetAdmission {
                at: met.at.millis(),
                gate: met.gate.clone(),
                person: name(met.user),
            }),
            reason: row.reason,
            id: row.id,
            gate: row.gate,
            device: row.device,
        }
    };
    Ok(rows.into_iter().map(describe).collect())
}

fn is_undoable(row: &LogRow, user: UserId, now: Instant) -> bool {
    let stands = matches!(row.fate, Fate::Admitted | Fate::Readmitted) && row.undone.is_none();
    row.direction == Direction::In && stands && row.user == user && is_in_time(row.at, now)
}
