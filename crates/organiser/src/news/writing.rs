//! Writes news mails: one for each reader, who then gets no other for a week.

use std::time::Duration;

use database::Connection;
use domain::{Instant, UserId};
use events::EventRow;

use crate::Organiser;
use crate::news::{mails, store};
use crate::secretary::MAILS_AT_ONCE;
use platform::Error;
use platform::mail::Outbox;

/// The time between two mails to one person.
const A_WEEK: Duration = Duration::from_hours(7 * 24);

impl Organiser {
    pub(crate) async fn write_news(&self) -> Result<(), Error> {
        let now = self.services.now();
        let list = move |c: &mut Connection<'_>| Ok::<_, Error>(store::list_due_readers(c, now, MAILS_AT_ONCE as i64)?);
        loop {
            let readers = self.services.db.read(list).await?;
            if readers.is_empty() {
                return Ok(());
            }
            let outbox = self.services.outbox.clone();
            let write =
                move |c: &mut Connection<'_>| readers.iter().try_for_each(|reader| write_to(c, &outbox, *reader, now));
            self.services.db.write(write).await?;
            self.services.outbox.wake();
        }
    }
}

/// Writes the mail with all that is new for somebody. What is over, cancelled or unlisted by now is no news.
fn write_to(c: &mut Connection<'_>, outbox: &Outbox, reader: UserId, now: Instant) -> Result<(), Error> {
    let Some((token, items)) = store::take_items(c, reader, now)? else { return Ok(()) };
    let found = events::find_events(c, &items)?.into_values();
    let mut fresh: Vec<EventRow> = found.filter(|event| event.is_listed() && !event.is_over(now)).collect();
    fresh.sort_unstable_by_key(|event| (event.starts_at(), event.id));
    let person = accounts::find_news_readers(c, &[reader])?.remove(&reader);
    let address = person.and_then(|person| Some((person.email.clone()?, person)));
    match address {
        Some((email, person)) if !fresh.is_empty() => {
            let owners: Vec<UserId> = fresh.iter().map(|event| event.owner).collect();
            let owners = accounts::find_authors(c, &owners)?;
            outbox.put(c, &mails::news(outbox, &person, &email, &fresh, &owners, &token), now)?;
            Ok(store::set_next(c, reader, now + A_WEEK)?)
        }
        _ => Ok(()),
    }
}
