//! Writes the mails of messages, a few at a time: each step is one short transaction that notes how far it came, so that
//! every holder is written to once, whoever goes on and whatever was interrupted.

use box_office::{Holder, LastHolder};
use database::Connection;
use domain::Instant;

use crate::Organiser;
use crate::messages::actions::reason_of;
use crate::messages::mails::MessageMail;
use crate::messages::model::{Message, audience};
use crate::messages::store;
use crate::recipients::find_recipients;
use crate::secretary::MAILS_AT_ONCE;
use platform::Error;
use platform::mail::{Outbox, count_outcomes};

impl Organiser {
    /// Goes on with every message that is not sent yet, and returns whether there were any.
    pub(crate) async fn write_messages(&self) -> Result<bool, Error> {
        let unsent = self.services.db.read(|c| Ok::<_, Error>(store::list_unsent(c)?)).await?;
        let is_sending = !unsent.is_empty();
        for message in unsent {
            match message.written {
                None => self.write_message(message).await?,
                Some(_) => self.finish_message(message.id).await?,
            }
        }
        Ok(is_sending)
    }

    async fn write_message(&self, mut message: Message) -> Result<(), Error> {
        let audience = audience(message.new.to, message.new.ticket_type);
        let (event, after) = (message.event, message.after);
        let read = move |c: &mut Connection<'_>| Ok::<_, Error>(box_office::list_holders(c, event, audience, after)?);
        let holders = self.services.db.read(read).await?;
        for some in holders.chunks(MAILS_AT_ONCE) {
            let (outbox, now, step) = (self.services.outbox.clone(), self.services.now(), message.clone());
            let (some, last) = (some.to_vec(), message.after.and(some));
            let write = move |c: &mut Connection<'_>| write_some(c, &outbox, &step, &some, last, now);
            if !self.services.db.write(write).await? {
                // Another process writes this message.
                return Ok(());
            }
            message.after = last;
            self.services.outbox.wake();
        }
        let now = self.services.now();
        self.services.db.write(move |c| Ok::<_, Error>(store::mark_written(c, &message, now)?)).await
    }

    /// Ends a message whose mails have all left, or were given up.
    async fn finish_message(&self, id: i64) -> Result<(), Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| Ok::<_, Error>(count_outcomes(c, &reason_of(id))?);
        let outcomes = self.services.db.read(read).await?;
        if outcomes.waiting > 0 {
            return Ok(());
        }
        self.services.db.write(move |c| Ok::<_, Error>(store::mark_sent(c, id, outcomes.failed, now)?)).await
    }
}

/// Writes mails to these holders, and answers whether that was still to be done.
fn write_some(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    message: &Message,
    holders: &[Holder],
    last: LastHolder,
    now: Instant,
) -> Result<bool, Error> {
    let recipients = find_recipients(c, holders)?;
    let (queued, missed) = (recipients.len() as i64, (holders.len() - recipients.len()) as i64);
    if !store::advance(c, message, last, (queued, missed))? {
        return Ok(false);
    }
    let Some(event) = events::find_events(c, &[message.event])?.remove(&message.event) else { return Ok(false) };
    let author = accounts::find_authors(c, &[message.author])?.remove(&message.author);
    let author = author.map(|author| author.username).unwrap_or_default();
    let mail = MessageMail { outbox, event: &event, author: &author, message: &message.new };
    for recipient in &recipients {
        outbox.put(c, &mail.to(recipient, reason_of(message.id)), now)?;
    }
    Ok(true)
}
