//! Actions of the event list and of one event.

use database::{Connection, DbError};
use domain::{Day, EventId, Instant, Town, UserId, today_in};

use crate::filters::EventFilters;
use crate::model::{Event, EventRow, Owner};
use crate::ticket_facts::TicketFacts;
use crate::{Events, listing, store};
use platform::Error;
use platform::paging::{Page, Paged};

impl Events {
    pub async fn list_events(&self, filters: EventFilters, page: Page) -> Result<Paged<Event>, Error> {
        let now = self.services.now();
        let tickets = self.tickets.clone();
        let address = self.list_address(&filters, page);
        if page.is_too_deep() {
            return Ok(page.cut(Vec::new(), &address));
        }
        let fetched = self
            .services
            .db
            .read(move |c| {
                let rows = listing::store::list_events(c, &filters, page, now)?;
                Ok::<_, Error>(complete_for_public(c, rows, &*tickets, now)?)
            })
            .await?;
        Ok(page.cut(fetched, &address))
    }

    /// Today in both time zones, the western one first. Lists depend on it besides the data.
    pub fn today_in_both_zones(&self) -> (Day, Day) {
        let now = self.services.now();
        (today_in(Town::Kinshasa, now), today_in(Town::Lubumbashi, now))
    }

    /// The version of all lists, for the keys of cached answers: it changes with the data and with the day.
    pub fn version(&self) -> String {
        let (west, east) = self.today_in_both_zones();
        format!("{} {west}{east}", self.services.freshness.lists())
    }

    fn list_address(&self, filters: &EventFilters, page: Page) -> String {
        let query = filters.query();
        let separator = if query.is_empty() { "" } else { "&" };
        let limit = page.limit_unless(Events::PER_PAGE);
        format!("{}/api/events/?{query}{separator}{limit}", self.services.settings.public_url)
    }
}

/// All events of a person, listed or not, as the API shows them, the latest first.
pub fn list_all_of_owner(
    c: &mut Connection<'_>,
    owner: UserId,
    tickets: &dyn TicketFacts,
    now: Instant,
) -> Result<Vec<Event>, DbError> {
    let mut events = Vec::new();
    let mut rows = store::list_of_owner(c, owner)?;
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(MOST_AT_ONCE));
        events.extend(complete(c, rows, tickets, now)?);
        rows = rest;
    }
    Ok(events)
}

/// Events that are completed by one statement, well below the parameters that a statement may have.
const MOST_AT_ONCE: usize = 50;

/// Completes events as everybody may see them: without what is for their teams.
pub(super) fn complete_for_public(
    c: &mut Connection<'_>,
    rows: Vec<EventRow>,
    tickets: &dyn TicketFacts,
    now: Instant,
) -> Result<Vec<Event>, DbError> {
    Ok(complete(c, rows, tickets, now)?.into_iter().map(Event::for_public).collect())
}

/// Adds what other features know: who organises the events, and what is on sale for them. Keeps their order.
pub(super) fn complete(
    c: &mut Connection<'_>,
    rows: Vec<EventRow>,
    tickets: &dyn TicketFacts,
    now: Instant,
) -> Result<Vec<Event>, DbError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<EventId> = rows.iter().map(|row| row.id).collect();
    let mut owners: Vec<UserId> = rows.iter().map(|row| row.owner).collect();
    owners.sort_unstable();
    owners.dedup();
    let people = accounts::find_authors(c, &owners)?;
    let mut types = tickets.ticket_types(c, &ids, now)?;
    rows.into_iter()
        .map(|row| {
            let owner = people.get(&row.owner).ok_or_else(|| DbError::Decode("events.owner_id".to_owned()))?;
            let types = types.remove(&row.id).unwrap_or_default();
            let types = types.into_iter().map(|kind| kind.after_event(row.cancelled, row.is_over(now))).collect();
            Ok(Event::new(row, Owner::from(owner), types))
        })
        .collect()
}
