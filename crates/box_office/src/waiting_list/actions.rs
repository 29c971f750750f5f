//! Joining and leaving the waiting list, and who is on it.

use database::Connection;
use domain::{EventId, Instant, UserId, WaitingEntryId};
use events::EventRow;

use crate::BoxOffice;
use crate::access::{NO_EVENT, require_organiser};
use crate::desk;
use crate::desk::model::{Refusal, Stock};
use crate::payments::errors::refusal_error;
use crate::ticket_types::store::find_labels;
use crate::waiting_list::answers::{NewWaitingEntry, WaitingEntry, WaitingListPage, WaitingPerson};
use crate::waiting_list::model::EntryRow;
use crate::waiting_list::{offers, store};
use platform::Error;
use platform::paging::Page;

const NO_ENTRY: Error = Error::NotFound("Vous n'attendez plus ces billets.");

impl BoxOffice {
    pub const WAITING_PER_PAGE: u32 = 20;

    /// Puts somebody at the end of the list, while nothing can be reserved. Who is on it keeps their place. Returns whether
    /// the entry is new.
    pub async fn join_waiting_list(
        &self,
        user: UserId,
        event: EventId,
        new: NewWaitingEntry,
    ) -> Result<(WaitingEntry, bool), Error> {
        let now = self.services.now();
        let (ticket_type, code) = new.check()?;
        let write = move |c: &mut Connection<'_>| {
            let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
            let stock = desk::lock_stock(c, &[ticket_type], now)?.remove(&ticket_type);
            let stock = stock.filter(|stock| stock.event == event);
            let stock = stock.ok_or_else(|| refusal_error(Refusal::NoSuchType))?;
            if let Some(entry) = store::find_open_entry(c, ticket_type, user)? {
                return Ok((show_one(c, &entry, &row, now)?, false));
            }
            check_joining(&stock, new.quantity, code.as_deref()).map_err(refusal_error)?;
            if stock.left() > 0 {
                let message = "Il reste des billets : réservez-les sans attendre.";
                return Err(Error::field("ticket_type_id", message));
            }
            desk::check_may_wait(c, &stock, user, now)?.map_err(refusal_error)?;
            let id = store::insert_entry(c, (event, ticket_type), user, new.quantity, now)?;
            let entry = store::find_entry(c, id)?.ok_or(NO_ENTRY)?;
            Ok((show_one(c, &entry, &row, now)?, true))
        };
        let (entry, is_new) = self.services.db.write_row_locked(write).await?;
        if is_new {
            self.services.freshness.event_sold(event);
            self.notify_cashier();
        }
        Ok((entry, is_new))
    }

    pub async fn list_my_waiting_entries(&self, user: UserId, event: EventId) -> Result<Vec<WaitingEntry>, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
            let entries = store::entries_of_user(c, event, user)?;
            show_all(c, &entries, &row, now)
        };
        self.services.db.read(read).await
    }

    /// Ends somebody's own entry; places that were offered go to the next.
    pub async fn leave_waiting_list(&self, user: UserId, event: EventId, id: WaitingEntryId) -> Result<(), Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            let entry = store::find_entry(c, id)?.filter(|entry| entry.user == user && entry.event == event);
            let has_left = offers::leave(c, &entry.ok_or(NO_ENTRY)?, now)?;
            if has_left { Ok(()) } else { Err(NO_ENTRY) }
        };
        self.services.db.write_row_locked(write).await?;
        self.services.freshness.event_sold(event);
        self.notify_cashier();
        Ok(())
    }

    pub async fn list_waiting_people(
        &self,
        user: UserId,
        event: EventId,
        page: Page,
    ) -> Result<WaitingListPage, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let row = require_organiser(c, user, event)?;
            let (count, entries) = store::page_of_event(c, event, page)?;
            let people: Vec<UserId> = entries.iter().map(|entry| entry.user).collect();
            let people = accounts::find_people(c, &people)?;
            let shown = show_all(c, &entries, &row, now)?;
            let describe = |(entry, shown): (&EntryRow, WaitingEntry)| WaitingPerson {
                username: people.get(&entry.user).map(|person| person.username.clone()).unwrap_or_default(),
                joined_at: entry.joined.millis(),
                entry: shown,
            };
            Ok::<_, Error>((count, entries.iter().zip(shown).map(describe).collect::<Vec<_>>()))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::WAITING_PER_PAGE);
        let address = format!("{}/api/events/{event}/waiting-list/all/?{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(WaitingListPage { count, next, previous, results })
    }
}

/// Refuses to wait for what is not sold, and for more than one may buy.
fn check_joining(stock: &Stock, quantity: i64, code: Option<&str>) -> Result<(), Refusal> {
    stock.check_access(code)?;
    stock.check_open()?;
    let most = stock.limits.per_person.map_or(stock.limits.most, |most| most.min(stock.limits.most));
    if quantity > most { Err(Refusal::AtMost(most)) } else { Ok(()) }
}

fn show_one(c: &mut Connection<'_>, entry: &EntryRow, event: &EventRow, now: Instant) -> Result<WaitingEntry, Error> {
    show_all(c, std::slice::from_ref(entry), event, now)?.pop().ok_or(NO_ENTRY)
}

fn show_all(
    c: &mut Connection<'_>,
    entries: &[EntryRow],
    event: &EventRow,
    now: Instant,
) -> Result<Vec<WaitingEntry>, Error> {
    let labels = find_labels(c, &[event.id])?;
    let is_over = event.cancelled || event.is_over(now);
    let label = |entry: &EntryRow| labels.get(&entry.ticket_type).cloned().unwrap_or_default();
    Ok(entries.iter().map(|entry| entry.show(label(entry), is_over, now)).collect())
}
