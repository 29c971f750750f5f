//! Offers places that came back to who has waited longest. Each function runs inside the caller's transaction.

use database::{Connection, DbError};
use domain::{EventId, Instant, TicketTypeId, UserId};

use crate::desk;
use crate::desk::model::Stock;
use crate::stored_words::WaitingState;
use crate::summaries::Summaries;
use crate::ticket_types::sale::Sale;
use crate::waiting_list::mails;
use crate::waiting_list::model::{EntryRow, OFFER, hand_out};
use crate::waiting_list::store;
use platform::Error;
use platform::mail::Outbox;

/// Ends offers that are over, and offers what is free in the order of the list. Returns the event, if there is the type.
pub fn offer_places(
    c: &mut Connection<'_>,
    id: TicketTypeId,
    outbox: &Outbox,
    now: Instant,
) -> Result<Option<EventId>, Error> {
    let Some(stock) = desk::lock_stock(c, &[id], now)?.remove(&id) else { return Ok(None) };
    let ended = store::end_offers(c, id, now)?;
    store::change_counts(c, id, 0, -ended)?;
    let stock = Stock { offered: stock.offered - ended, ..stock };
    match stock.sale {
        Sale::Open => offer_free(c, (id, &stock), outbox, now)?,
        Sale::EventOver | Sale::EventCancelled | Sale::EventDraft => {
            let waited = store::end_waiting(c, id, now)?;
            store::change_counts(c, id, -waited, 0)?;
        }
        // Its sale may go on later, and who waits keeps their place.
        Sale::Closed | Sale::NotYet(_) | Sale::Ended | Sale::AwaitsPrevious => {}
    }
    Ok(Some(stock.event))
}

fn offer_free(
    c: &mut Connection<'_>,
    (id, stock): (TicketTypeId, &Stock),
    outbox: &Outbox,
    now: Instant,
) -> Result<(), Error> {
    let free = stock.free();
    if free <= 0 || stock.waiting == 0 {
        return Ok(());
    }
    let waiting = store::first_waiting(c, id, free)?;
    let offers = hand_out(free, &waiting);
    let until = (now + OFFER).min(stock.ends);
    for (entry, places) in &offers {
        store::mark_offered(c, entry.id, *places, now, until)?;
    }
    let places: i64 = offers.iter().map(|(_, places)| places).sum();
    store::change_counts(c, id, -(offers.len() as i64), places)?;
    queue_mails(c, &offers, outbox, (now, until))
}

/// Queues mails to those whose address is known.
fn queue_mails(
    c: &mut Connection<'_>,
    offers: &[(&EntryRow, i64)],
    outbox: &Outbox,
    (now, until): (Instant, Instant),
) -> Result<(), Error> {
    let Some((first, _)) = offers.first() else { return Ok(()) };
    let summaries = Summaries::load(c, [first.event].into_iter(), [first.ticket_type].into_iter())?;
    let (event, kind) = summaries.rows(first.event, first.ticket_type)?;
    let people: Vec<UserId> = offers.iter().map(|(entry, _)| entry.user).collect();
    let people = accounts::find_people(c, &people)?;
    for (entry, places) in offers {
        let person = people.get(&entry.user);
        if let Some((person, email)) = person.and_then(|person| Some((person, person.email.as_ref()?))) {
            outbox.put(c, &mails::offer(outbox, event, kind, (person, email), (*places, until)), now)?;
        }
    }
    Ok(())
}

/// Ends an entry of somebody who waits no longer, and returns whether they waited. The type is locked here, and the entry
/// is read again after that.
pub fn leave(c: &mut Connection<'_>, entry: &EntryRow, now: Instant) -> Result<bool, DbError> {
    desk::lock_stock(c, &[entry.ticket_type], now)?;
    let Some(entry) = store::find_entry(c, entry.id)? else { return Ok(false) };
    match entry.state {
        WaitingState::Waiting => store::change_counts(c, entry.ticket_type, -1, 0)?,
        WaitingState::Offered => store::change_counts(c, entry.ticket_type, 0, -entry.offered)?,
        WaitingState::Taken | WaitingState::Expired | WaitingState::Left => return Ok(false),
    }
    store::mark_left(c, entry.id, now)?;
    Ok(true)
}

/// Ends all that somebody waits for, who closes their account.
pub fn leave_all(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    for entry in store::open_entries_of_user(c, user)? {
        leave(c, &entry, now)?;
    }
    Ok(())
}
