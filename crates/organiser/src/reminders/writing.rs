//! Writes reminders, a few at a time: each step is one short transaction that notes how far it came, so that everybody gets
//! one for each day that an event is set for, and another one if it is moved.

use box_office::{Audience, Holder, LastHolder};
use database::Connection;
use domain::{Hour, Instant};
use events::EventRow;

use crate::Organiser;
use crate::recipients::find_recipients;
use crate::reminders::{mails, store};
use crate::secretary::MAILS_AT_ONCE;
use platform::Error;
use platform::mail::Outbox;

/// Minutes after midnight, by the clocks of the event's town.
const SENT_AT: u16 = 18 * 60;

impl Organiser {
    /// Writes what is due on the evening before.
    pub(crate) async fn write_reminders(&self) -> Result<(), Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let soon = events::list_beginning_soon(c, now)?;
            Ok::<_, Error>(soon.into_iter().filter(|event| is_due(event, now)).collect::<Vec<_>>())
        };
        for event in self.services.db.read(read).await? {
            self.remind_holders(event).await?;
        }
        Ok(())
    }

    async fn remind_holders(&self, event: EventRow) -> Result<(), Error> {
        let (id, day) = (event.id, event.first_day);
        let read = move |c: &mut Connection<'_>| {
            let Some(after) = store::find_progress(c, id, day)? else { return Ok(None) };
            Ok::<_, Error>(Some((after, box_office::list_holders(c, id, Audience::NotScanned, after)?)))
        };
        let Some((mut after, holders)) = self.services.db.read(read).await? else { return Ok(()) };
        for some in holders.chunks(MAILS_AT_ONCE) {
            let (outbox, now, event) = (self.services.outbox.clone(), self.services.now(), event.clone());
            let (some, last) = (some.to_vec(), after.and(some));
            let write = move |c: &mut Connection<'_>| remind_some(c, &outbox, &event, &some, (after, last), now);
            if !self.services.db.write(write).await? {
                // Another process reminds of this event.
                return Ok(());
            }
            after = last;
            self.services.outbox.wake();
        }
        let now = self.services.now();
        self.services.db.write(move |c| Ok::<_, Error>(store::mark_done(c, id, day, now)?)).await
    }
}

/// On the evening before: who buys on the very day has just got their tickets.
fn is_due(event: &EventRow, now: Instant) -> bool {
    let eve = event.first_day.plus_days(-1);
    let evening = Hour::from_minutes(SENT_AT).map(|hour| eve.at(hour, event.town));
    evening.is_some_and(|evening| evening <= now) && now < eve.end_in(event.town)
}

/// Writes reminders to these holders, and answers whether that was still to be done.
fn remind_some(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    event: &EventRow,
    holders: &[Holder],
    (after, last): (LastHolder, LastHolder),
    now: Instant,
) -> Result<bool, Error> {
    // It may have been cancelled or moved since.
    let current = events::find_events(c, &[event.id])?.remove(&event.id);
    let Some(current) = current.filter(|current| !current.cancelled && current.first_day == event.first_day) else {
        return Ok(false);
    };
    if !store::advance(c, event.id, event.first_day, after, last)? {
        return Ok(false);
    }
    for recipient in find_recipients(c, holders)? {
        outbox.put(c, &mails::reminder(outbox, &current, &recipient), now)?;
    }
    Ok(true)
}
