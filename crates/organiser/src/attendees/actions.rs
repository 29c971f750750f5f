//! Lists attendees: tickets, and the names of who holds them.

use std::collections::BTreeSet;

use accounts::Account;
use box_office::{AttendeeRow, FoundBy, TicketFilter, TicketOrder, grouped_code};
use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};

use crate::Organiser;
use crate::access::require_organiser;
use crate::attendees::model::{Attendee, AttendeeFilter, AttendeePage, AttendeeSort, NOBODY, SortBy};
use platform::Error;
use platform::paging::Page;

impl Organiser {
    pub const ATTENDEES_PER_PAGE: u32 = 30;

    pub async fn list_attendees(
        &self,
        user: UserId,
        event: EventId,
        filter: AttendeeFilter,
        sort: AttendeeSort,
        page: Page,
    ) -> Result<AttendeePage, Error> {
        let address = self.attendees_address(event, &filter, sort, page);
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let filter = look_up(c, event, &filter)?;
            let order = match sort.by {
                SortBy::Purchase => TicketOrder::Purchase,
                SortBy::Scan => TicketOrder::Scan,
                SortBy::Holder => TicketOrder::Holders(holders_by_name(c, event)?),
            };
            let count = box_office::count_attendees(c, event, &filter)?;
            let rows = box_office::list_attendees(c, event, &filter, (&order, sort.descending), page)?;
            Ok::<_, Error>((count, describe(c, rows)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(AttendeePage { count, next, previous, results })
    }

    /// The address of this list without the page.
    fn attendees_address(&self, event: EventId, filter: &AttendeeFilter, sort: AttendeeSort, page: Page) -> String {
        let (query, limit) = (filter.query(sort), page.limit_unless(Organiser::ATTENDEES_PER_PAGE));
        format!("{}/api/events/{event}/attendees/?{query}{limit}", self.services.settings.public_url)
    }
}

/// Looks up whom a search finds, so that tickets can be asked for.
pub fn look_up(c: &mut Connection<'_>, event: EventId, filter: &AttendeeFilter) -> Result<TicketFilter, DbError> {
    let found = match &filter.search {
        Some(text) => {
            let everybody = box_office::find_holders(c, event)?;
            let holders = accounts::find_matching(c, &everybody, text)?;
            Some(FoundBy { holders, code: filter.code_beginning(), guest: text.clone() })
        }
        None => None,
    };
    let AttendeeFilter { ticket_type, status, channel, .. } = *filter;
    Ok(TicketFilter { ticket_type, status, channel, found })
}

fn holders_by_name(c: &mut Connection<'_>, event: EventId) -> Result<Vec<UserId>, DbError> {
    let everybody = box_office::find_holders(c, event)?;
    accounts::find_matching(c, &everybody, "")
}

/// Adds the names and numbers of who holds these tickets.
pub fn describe(c: &mut Connection<'_>, rows: Vec<AttendeeRow>) -> Result<Vec<Attendee>, DbError> {
    let holders: BTreeSet<UserId> = rows.iter().filter_map(|row| row.holder).collect();
    let people = accounts::find_authors(c, &holders.into_iter().collect::<Vec<_>>())?;
    let describe = |row: AttendeeRow| {
        let holder: Option<&Account> = row.holder.and_then(|holder| people.get(&holder));
        let name = holder.map(|holder| &*holder.username).or(row.guest.as_deref());
        Attendee {
            ticket_id: row.ticket,
            payment_id: row.payment,
            code: grouped_code(&row.code),
            holder: name.unwrap_or(NOBODY).to_owned(),
            phone: holder.map(|holder| holder.phone.clone()).or(row.guest_phone).filter(|phone| !phone.is_empty()),
            ticket_type: row.label,
            status: row.status,
            price: row.price.major(),
            currency: row.price.currency().code().to_owned(),
            channel: row.channel,
            purchased_at: row.issued.millis(),
            scanned_at: row.scanned.map(Instant::millis),
        }
    };
    Ok(rows.into_iter().map(describe).collect())
}
