//! Makes rosters: gives numbers to tickets that have none, reads a page or what has changed, and packs it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use box_office::{BoxOfficeFacts, DoorTicket, TicketStatus};
use database::{Connection, DbError};
use domain::{Day, EventId, Instant, TicketId, TicketTypeId, UserId};
use events::{EventRow, TicketFacts, TicketType};
use ticket_code::VerifyingKeys;

use crate::actions::{NO_EVENT, require_staff};
use crate::days::days_of;
pub use crate::roster::cursor::Cursor;
use crate::roster::model::{Roster, RosterEvent, RosterKey, RosterScans, RosterTickets, RosterType};
use crate::roster::packing::{pack_scans, pack_tickets};
use crate::roster::store;
use crate::scan::LogRow;
use crate::{Door, store as scans};
use platform::{Cached, Error};

/// Tickets on one page.
const PAGE: i64 = 5_000;

/// Commits may become visible out of order, so changes of this time before a cursor are told again. Applying a change
/// twice does no harm.
const OVERLAP: Duration = Duration::from_secs(60);

/// How many people one statement names: well below what a statement takes.
const MOST_PEOPLE: usize = 5_000;

/// What a roster depends on besides the cursor: as long as it is the same, so is the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Version {
    seq: i64,
    changed: i64,
    sold: i64,
    numbered: i64,
    cancelled: bool,
}

impl Door {
    /// The roster for a gate that knows it up to `since`. It is made once for all gates that ask from the same point.
    pub async fn get_roster(&self, user: UserId, event: EventId, since: Option<Cursor>) -> Result<Arc<Cached>, Error> {
        let version = self.current_version(user, event).await?;
        let version = if version.numbered < version.sold {
            self.services.db.write(move |c| number_tickets(c, event)).await?;
            self.current_version(user, event).await?
        } else {
            version
        };
        let keys = self.office.verifying_keys().await?;
        let key = format!(
            "api/roster {event} {} {version:?} {}",
            since.map(|since| since.to_string()).unwrap_or_default(),
            self.services.freshness.event(event)
        );
        let make = || async {
            let now = self.services.now();
            let read = move |c: &mut Connection<'_>| read_roster(c, event, since, &keys, now);
            Cached::json(&self.services.db.read(read).await?)
        };
        self.services.cache.get_or_make(key, make).await
    }

    async fn current_version(&self, user: UserId, event: EventId) -> Result<Version, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_staff(c, user, event)?;
            Ok::<_, Error>(Version {
                seq: store::last_seq(c, event)?,
                changed: box_office::latest_change(c, event)?.map_or(0, Instant::millis),
                sold: box_office::count_issued(c, event)?,
                numbered: store::count_numbered(c, event)?,
                cancelled: events::find_events(c, &[event])?.get(&event).is_some_and(|event| event.cancelled),
            })
        };
        self.services.db.read(read).await
    }
}

/// Gives a number to each ticket of an event that has none. Processes that do so at once wait for each other.
fn number_tickets(c: &mut Connection<'_>, event: EventId) -> Result<(), DbError> {
    scans::raise_seq(c, event, 0)?;
    let numbered: HashSet<TicketId> = store::list_numbered(c, event)?.into_iter().collect();
    let mut missing = box_office::find_ticket_ids(c, event)?;
    missing.retain(|ticket| !numbered.contains(ticket));
    store::insert_numbers(c, event, numbered.len() as i64, &missing)
}

fn read_roster(
    c: &mut Connection<'_>,
    id: EventId,
    since: Option<Cursor>,
    keys: &VerifyingKeys,
    now: Instant,
) -> Result<Roster, Error> {
    let event = events::find_events(c, &[id])?.remove(&id).ok_or(NO_EVENT)?;
    let types = BoxOfficeFacts.ticket_types(c, &[id], now)?.remove(&id).unwrap_or_default();
    let type_ids: Vec<TicketTypeId> = types.iter().map(|kind| kind.id).collect();
    let (tickets, scans, cursor) = read_part(c, &event, &type_ids, since, now)?;
    let reentry = scans::allows_reentry(c, id)?;
    Ok(Roster {
        event: describe_event(&event, reentry),
        keys: keys.iter().map(|key| RosterKey { id: key.id.into(), public: STANDARD.encode(key.bytes) }).collect(),
        types: types.into_iter().map(describe_type).collect(),
        now: now.millis(),
        cursor: cursor.to_string(),
        complete: cursor.next.is_none(),
        tickets,
        scans,
    })
}

/// A page of the whole, or all that has changed. Where too much has changed for one answer, the pages begin again.
fn read_part(
    c: &mut Connection<'_>,
    event: &EventRow,
    types: &[TicketTypeId],
    since: Option<Cursor>,
    now: Instant,
) -> Result<(RosterTickets, RosterScans, Cursor), DbError> {
    let start = Cursor { seq: store::last_seq(c, event.id)?, changed: now, next: Some(0) };
    let page = match since {
        None => start,
        Some(cursor) if cursor.next.is_some() => cursor,
        Some(cursor) => {
            let changed = box_office::find_changed(c, event.id, cursor.changed - OVERLAP, PAGE + 1)?;
            if changed.len() as i64 <= PAGE {
                let numbers = store::numbers_of_tickets(c, &changed)?;
                let rows = store::passages_since(c, event.id, cursor.seq)?;
                let order = store::changed_since(c, event.id, cursor.seq)?;
                let (tickets, scans) = pack(c, event, types, numbers, (rows, Some(order)))?;
                return Ok((tickets, scans, Cursor { next: None, ..start }));
            }
            start
        }
    };
    let from = page.next.unwrap_or(0);
    let numbers = store::page_of_numbers(c, event.id, from, PAGE)?;
    let rows = store::passages_of_page(c, event.id, from, PAGE)?;
    let count = store::count_numbered(c, event.id)?;
    let next = Some(from + PAGE).filter(|next| *next < count);
    let (tickets, scans) = pack(c, event, types, numbers, (rows, None))?;
    Ok((tickets, scans, Cursor { next, ..page }))
}

/// Passages of numbered tickets, and the order in which their tickets and days are told, if it matters.
type Whereabouts = (Vec<(i64, LogRow)>, Option<Vec<(i64, Day)>>);

/// Tickets by their numbers, and where they are: in the order of the changes, or of the numbers where it is a page.
fn pack(
    c: &mut Connection<'_>,
    event: &EventRow,
    types: &[TicketTypeId],
    numbers: Vec<(i64, TicketId)>,
    (rows, order): Whereabouts,
) -> Result<(RosterTickets, RosterScans), DbError> {
    let ids: Vec<&TicketId> = numbers.iter().map(|(_, id)| id).collect();
    let found = box_office::find_tickets_by_ids(c, &ids)?;
    let mut found: HashMap<TicketId, DoorTicket> = found.into_iter().map(|one| (one.id.clone(), one)).collect();
    let mut tickets: Vec<(i64, DoorTicket)> =
        numbers.iter().filter_map(|(number, id)| Some((*number, found.remove(id)?))).collect();
    if event.cancelled {
        // Nobody comes in with any, also before each is made void.
        for (_, ticket) in tickets.iter_mut().filter(|(_, ticket)| ticket.void.is_none()) {
            ticket.status = TicketStatus::Cancelled;
        }
    }
    let holders = tickets.iter().filter_map(|(_, ticket)| ticket.holder);
    let people: BTreeSet<UserId> = holders.chain(rows.iter().map(|(_, row)| row.user)).collect();
    let names = read_names(c, people)?;
    let mut passages: BTreeMap<(i64, Day), Vec<LogRow>> = BTreeMap::new();
    for (number, row) in rows {
        passages.entry((number, row.day)).or_default().push(row);
    }
    let is_page = order.is_none();
    let order = order.unwrap_or_else(|| passages.keys().copied().collect());
    let packed = pack_tickets(event.id, &tickets, types, &names, is_page);
    Ok((packed, pack_scans(event, &order, &passages, &names)))
}

fn read_names(c: &mut Connection<'_>, people: BTreeSet<UserId>) -> Result<HashMap<UserId, String>, DbError> {
    let people: Vec<UserId> = people.into_iter().collect();
    let mut names = HashMap::new();
    for some in people.chunks(MOST_PEOPLE) {
        names.extend(accounts::find_authors(c, some)?.into_iter().map(|(id, account)| (id, account.username)));
    }
    Ok(names)
}

fn describe_event(event: &EventRow, reentry: bool) -> RosterEvent {
    RosterEvent {
        id: event.id,
        name: event.name.clone(),
        first_day: event.first_day.to_string(),
        last_day: event.last_day().to_string(),
        days: days_of(event).iter().map(Day::to_string).collect(),
        hour: event.hour.to_string(),
        town: event.town.name().to_owned(),
        offset_minutes: i64::from(event.town.utc_offset_hours()) * 60,
        reentry,
        cancelled: event.cancelled,
    }
}

fn describe_type(kind: TicketType) -> RosterType {
    RosterType {
        id: kind.id,
        label: kind.label,
        price: kind.price,
        devise: kind.devise,
        sold: kind.sold_tickets,
        scanned: kind.scanned_tickets,
    }
}
