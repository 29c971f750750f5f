//! Attendees as files. A file is written while it is sent, from pages that are read in short transactions, so that it
//! takes the memory of a page, and sales go on meanwhile.

use std::time::Duration;

use database::{Connection, DbError};
use domain::{EventId, Hour, Instant, TicketId, Town, UserId, today_in};
use spreadsheet::{Cell, Table};
use tokio::sync::OwnedSemaphorePermit;

pub use spreadsheet::Format as FileKind;

use crate::Organiser;
use crate::access::require_organiser;
use crate::attendees::actions::{describe, look_up};
use crate::attendees::model::{Attendee, AttendeeFilter, HEADINGS, channel_word, status_word};
use platform::Error;
use platform::streamed_body::{BodyWriter, StreamedBody, streamed_body};

/// Rows that are read at once.
const PAGE: i64 = 500;

/// How often, and after which pause, a page is asked for again that the database was too busy for.
const MOST_RETRIES: usize = 50;
const RETRY_AFTER: Duration = Duration::from_millis(200);

/// What is read of the event's attendees, page by page.
struct Export {
    organiser: Organiser,
    user: UserId,
    event: EventId,
    filter: box_office::TicketFilter,
    town: Town,
    /// Tickets that are issued later are not in the file: a rush must not make it endless.
    until: Instant,
}

impl Organiser {
    pub async fn export_attendees(
        &self,
        user: UserId,
        event: EventId,
        filter: AttendeeFilter,
        kind: FileKind,
    ) -> Result<StreamedBody, Error> {
        let place = self.exports.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        let read = move |c: &mut Connection<'_>| {
            let (row, _) = require_organiser(c, user, event)?;
            Ok::<_, Error>((row.town, look_up(c, event, &filter)?))
        };
        let (town, filter) = self.services.db.read(read).await?;
        let until = self.services.now();
        let export = Export { organiser: self.clone(), user, event, filter, town, until };
        let table = Table::new(kind, "Participants", &HEADINGS).map_err(unwritable)?;
        let (writer, body) = streamed_body();
        tokio::spawn(export.run(table, writer, place));
        Ok(body)
    }
}

impl Export {
    /// Writes the whole file. Who leaves before its end is not waited for; where it can't be read to its end, it is
    /// broken off, so that nobody takes it for whole.
    async fn run(self, table: Table, writer: BodyWriter, _place: OwnedSemaphorePermit) {
        if let Err(error) = self.write(table, &writer).await {
            writer.fail(error).await;
        }
    }

    async fn write(&self, mut table: Table, writer: &BodyWriter) -> Result<(), Error> {
        let mut after = None;
        loop {
            let rows = self.read_page_patiently(after).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last.ticket_id.clone());
            let is_last = rows.len() < PAGE as usize;
            let town = self.town;
            let chunk;
            (table, chunk) = off_thread(move || append(table, &rows, town)).await?;
            if writer.write(chunk).await.is_err() {
                return Ok(());
            }
            if is_last {
                break;
            }
        }
        let rest = off_thread(move || table.finish()).await?;
        // Who has left needs no end.
        let _ = writer.write(rest).await;
        Ok(())
    }

    /// The page behind a ticket. A database that is busy is asked again, because the rest of a file can't be asked for.
    async fn read_page_patiently(&self, after: Option<TicketId>) -> Result<Vec<Attendee>, Error> {
        for _ in 0..MOST_RETRIES {
            match self.read_page(after.clone()).await {
                Err(Error::Database(DbError::Busy)) => tokio::time::sleep(RETRY_AFTER).await,
                answer => return answer,
            }
        }
        self.read_page(after).await
    }

    /// The page behind a ticket, if the person may still read it.
    async fn read_page(&self, after: Option<TicketId>) -> Result<Vec<Attendee>, Error> {
        let Export { user, event, until, .. } = *self;
        let filter = self.filter.clone();
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let rows = box_office::list_attendees_after(c, event, &filter, (after.as_ref(), until), PAGE)?;
            Ok::<_, Error>(describe(c, rows)?)
        };
        self.organiser.services.db.read(read).await
    }
}

/// Packing takes milliseconds that other requests should not wait for.
async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> std::io::Result<T> + Send + 'static) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))?.map_err(unwritable)
}

fn unwritable(error: std::io::Error) -> Error {
    Error::Internal(format!("a table can't be written: {error}"))
}

/// Adds rows to a table, and answers it with its new bytes.
fn append(mut table: Table, rows: &[Attendee], town: Town) -> std::io::Result<(Table, Vec<u8>)> {
    for row in rows {
        table.write_row(&[
            Cell::Text(row.ticket_id.as_str()),
            Cell::Text(&row.code),
            Cell::Text(&row.holder),
            row.phone.as_deref().map_or(Cell::Empty, Cell::Text),
            Cell::Text(&row.ticket_type),
            Cell::Text(status_word(row.status)),
            Cell::Number(row.price),
            Cell::Text(&row.currency),
            Cell::Text(channel_word(row.channel)),
            moment(row.purchased_at, town),
            row.scanned_at.map_or(Cell::Empty, |at| moment(at, town)),
        ])?;
    }
    let bytes = table.take();
    Ok((table, bytes))
}

/// A moment as the clocks of the town show it.
fn moment(millis: i64, town: Town) -> Cell<'static> {
    let at = Instant::from_millis(millis);
    let day = today_in(town, at);
    let minutes = at.since(day.at(Hour::MIDNIGHT, town)).as_secs() / 60;
    let hour = u16::try_from(minutes).ok().and_then(Hour::from_minutes).unwrap_or(Hour::MIDNIGHT);
    Cell::Moment(day, hour)
}
