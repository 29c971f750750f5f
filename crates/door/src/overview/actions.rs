//! The counters, the switch for re-entry, and the search by name or number.

use accounts::Account;
use box_office::{BoxOfficeFacts, DoorTicket};
use database::{Connection, DbError};
use domain::{EventId, Instant, UserId, fold};
use events::{EventRow, TicketFacts};

use crate::actions::{NO_EVENT, require_staff};
use crate::days::door_day;
use crate::overview::model::{DoorCounters, DoorOverview, FoundTicket, MOST_FOUND, TypeCounter, grouped};
use crate::overview::store;
use crate::sentences::{SOLD_AT_DOOR, client_of};
use crate::{Door, store as scans};
use platform::Error;

impl Door {
    pub async fn get_door(&self, user: UserId, event: EventId) -> Result<DoorOverview, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            require_staff(c, user, event)?;
            let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
            Ok::<_, Error>(read_overview(c, &row, now)?)
        };
        self.services.db.read(read).await
    }

    /// Lets people go out and come back, or not. The organisers decide that.
    pub async fn update_door(&self, user: UserId, event: EventId, reentry: bool) -> Result<DoorOverview, Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            if !require_staff(c, user, event)?.organises() {
                return Err(Error::Forbidden);
            }
            scans::set_reentry(c, event, reentry)?;
            let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
            Ok(read_overview(c, &row, now)?)
        };
        self.services.db.write(write).await
    }

    /// Finds tickets of an event by the name or the number of who holds them or is a guest, or as sold at the door.
    pub async fn search_door_tickets(
        &self,
        user: UserId,
        event: EventId,
        text: String,
    ) -> Result<Vec<FoundTicket>, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_staff(c, user, event)?;
            let everybody = box_office::find_holders(c, event)?;
            let holders = accounts::search_people(c, &everybody, &text, MOST_FOUND)?;
            let ids: Vec<UserId> = holders.iter().map(|holder| holder.id).collect();
            let tickets = box_office::find_tickets_of_holders(c, event, &ids, MOST_FOUND)?;
            let mut found = tickets;
            let left = MOST_FOUND - found.len() as i64;
            found.extend(box_office::find_tickets_of_guests(c, event, &fold(&text), left)?);
            if SOLD_AT_DOOR.to_lowercase().contains(&text.trim().to_lowercase()) {
                found.extend(box_office::find_tickets_of_nobody(c, event, MOST_FOUND - found.len() as i64)?);
            }
            Ok::<_, Error>(describe_found(c, event, found, holders)?)
        };
        self.services.db.read(read).await
    }
}

fn read_overview(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<DoorOverview, DbError> {
    let day = door_day(event, now);
    let admitted = store::count_admitted(c, event.id, day)?;
    let types = BoxOfficeFacts.ticket_types(c, &[event.id], now)?.remove(&event.id).unwrap_or_default();
    let by_type = types.into_iter().map(|kind| TypeCounter {
        id: kind.id,
        label: kind.label,
        sold: kind.sold_tickets,
        admitted: admitted.get(&kind.id).copied().unwrap_or_default(),
    });
    Ok(DoorOverview {
        reentry: scans::allows_reentry(c, event.id)?,
        gates: store::list_gates(c, event.id)?,
        day: day.to_string(),
        counters: DoorCounters {
            expected: box_office::count_expected(c, event.id)?,
            admitted: admitted.values().sum(),
            inside: store::count_inside(c, event.id, day)?,
            by_type: by_type.collect(),
        },
        conflicts: store::count_conflicts(c, event.id)?,
    })
}

fn describe_found(
    c: &mut Connection<'_>,
    event: EventId,
    tickets: Vec<DoorTicket>,
    holders: Vec<Account>,
) -> Result<Vec<FoundTicket>, DbError> {
    let labels = box_office::find_type_labels(c, &[event])?;
    let describe = |ticket: DoorTicket| {
        let holder = holders.iter().find(|holder| Some(holder.id) == ticket.holder);
        let digits = holder.map(|holder| holder.phone.as_str()).unwrap_or_default();
        FoundTicket {
            code: grouped(&ticket.code),
            client: client_of(&ticket, |_| holder.map(|holder| holder.username.clone()).unwrap_or_default()),
            phone_end: digits[digits.len().saturating_sub(3)..].to_owned(),
            ticket_type: labels.get(&ticket.ticket_type).cloned().unwrap_or_default(),
            status: ticket.status.as_str().to_owned(),
            admitted_at: ticket.scanned.map(Instant::millis),
            ticket_id: ticket.id,
        }
    };
    Ok(tickets.into_iter().map(describe).collect())
}
