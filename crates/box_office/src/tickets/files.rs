//! Tickets as files: PDF downloads and the attachments of mails.

use std::pin::Pin;

use database::Connection;
use domain::{EventId, TicketId, UserId};
use ticket_code::SigningKey;
use ticket_pdf::{Format, Statement};

use crate::BoxOffice;
use crate::stored_words::TicketStatus;
use crate::summaries::Summaries;
use crate::tickets::actions::{NO_TICKET, name_on, payments_of};
use crate::tickets::model::{AttachmentSource, Ticket, grouped_code};
use crate::tickets::qr::qr_text;
use crate::tickets::store;
use platform::Error;
use platform::mail::{Attachment, AttachmentMaker};

impl BoxOffice {
    /// Returns the name and the bytes of a PDF with a ticket of the holder's own.
    pub async fn ticket_pdf(&self, holder: UserId, id: TicketId, format: Format) -> Result<(String, Vec<u8>), Error> {
        let key = self.keys.signing_key().await?;
        let read = move |c: &mut Connection<'_>| {
            let ticket = store::find_ticket(c, &id, holder)?.ok_or(NO_TICKET)?;
            let events = events::find_events(c, &[ticket.event])?;
            let status = events.get(&ticket.event).map_or(ticket.status, |event| ticket.status_at(event));
            if let Some(why) = status.why_void() {
                return Err(Error::Conflict(why.to_owned()));
            }
            printed_tickets(c, vec![ticket], &key)
        };
        let tickets = self.services.db.read(read).await?;
        let name = file_name(&tickets);
        Ok((name, self.render_pdf(tickets, format).await?))
    }

    /// Makes the attachments of a mail: the tickets that its reader still holds, and their event for a calendar.
    async fn ticket_files(&self, user: Option<UserId>, what: &str) -> Result<Vec<Attachment>, Error> {
        let unknown = || Error::Internal(format!("unknown attachment source {what:?}"));
        let what = AttachmentSource::read(what).ok_or_else(unknown)?;
        let key = self.keys.signing_key().await?;
        let read = move |c: &mut Connection<'_>| {
            let mut tickets = match &what {
                AttachmentSource::TicketsOfPayment { payment } | AttachmentSource::TicketOfGuest { payment } => {
                    store::tickets_of_payment(c, payment)?
                }
                AttachmentSource::Ticket { id } => match user {
                    Some(user) => store::find_ticket(c, id, user)?.into_iter().collect(),
                    None => Vec::new(),
                },
                AttachmentSource::TicketsForEvent { event } => match user {
                    Some(user) => {
                        let mut held = store::tickets_of_holder(c, user)?;
                        held.retain(|ticket| ticket.event == *event);
                        held
                    }
                    None => Vec::new(),
                },
            };
            let is_readers = |ticket: &Ticket| match &what {
                AttachmentSource::TicketOfGuest { .. } => ticket.guest.is_some(),
                _ => user.is_some() && ticket.holder == user,
            };
            tickets.retain(|ticket| is_readers(ticket) && ticket.status == TicketStatus::Valid);
            printed_tickets(c, tickets, &key)
        };
        let tickets = self.services.db.read(read).await?;
        let Some(event) = tickets.first().map(|ticket| ticket.event) else { return Ok(Vec::new()) };
        let name = file_name(&tickets);
        let bytes = self.render_pdf(tickets, Format::A4).await?;
        let mut files = vec![Attachment { name, content_type: "application/pdf", bytes }];
        files.extend(self.calendar_of(event).await?);
        Ok(files)
    }

    /// Returns a document with a page for each ticket.
    async fn render_pdf(&self, tickets: Vec<ticket_pdf::Ticket>, format: Format) -> Result<Vec<u8>, Error> {
        let now = self.services.now();
        let rendered = self.pdf_pool.run(move || ticket_pdf::render(&tickets, format, now)).await?;
        rendered.map_err(|error| Error::Internal(error.to_string()))
    }

    /// Returns the statement of an event as PDF.
    pub async fn render_statement(&self, statement: Statement) -> Result<Vec<u8>, Error> {
        let now = self.services.now();
        let rendered = self.pdf_pool.run(move || ticket_pdf::render_statement(&statement, now)).await?;
        rendered.map_err(|error| Error::Internal(error.to_string()))
    }

    async fn calendar_of(&self, event: EventId) -> Result<Option<Attachment>, Error> {
        let file = self.events.get_calendar_file(event).await?;
        Ok(file.map(|text| Attachment {
            name: format!("evenement-{event}.ics"),
            content_type: "text/calendar; charset=utf-8",
            bytes: text.into_bytes(),
        }))
    }
}

impl AttachmentMaker for BoxOffice {
    fn make_attachments<'a>(
        &'a self,
        user: Option<UserId>,
        source: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<Attachment>, Error>> + Send + 'a>> {
        Box::pin(self.ticket_files(user, source))
    }
}

/// `billet-7KQ2-M9XD.pdf`, or `billets.pdf` when there are several.
fn file_name(tickets: &[ticket_pdf::Ticket]) -> String {
    match tickets {
        [one] => format!("billet-{}.pdf", one.code),
        _ => "billets.pdf".to_owned(),
    }
}

/// Loads what is printed on tickets. The price is the one that was agreed on, whatever it is now.
fn printed_tickets(
    c: &mut Connection<'_>,
    tickets: Vec<Ticket>,
    key: &SigningKey,
) -> Result<Vec<ticket_pdf::Ticket>, Error> {
    let summaries = Summaries::load(c, tickets.iter().map(|one| one.event), tickets.iter().map(|one| one.ticket_type))?;
    let prices = store::prices_of_payments(c, &payments_of(&tickets))?;
    let holders: Vec<UserId> = tickets.iter().filter_map(|ticket| ticket.holder).collect();
    let people = accounts::find_people(c, &holders)?;
    let print = |ticket: Ticket| {
        let (event, ticket_type) = summaries.rows(ticket.event, ticket.ticket_type)?;
        let missing = || Error::Internal(format!("ticket {} has no payment", ticket.id));
        Ok(ticket_pdf::Ticket {
            event: event.id,
            name: event.name.clone(),
            first_day: event.first_day,
            last_day: event.last_day(),
            hour: event.hour,
            address: event.address.clone(),
            town: event.town,
            label: ticket_type.label.clone(),
            price: *prices.get(&ticket.payment).ok_or_else(missing)?,
            holder: name_on(&ticket, &people),
            code: grouped_code(&ticket.code),
            qr: qr_text(key, &ticket)?,
        })
    };
    tickets.into_iter().map(print).collect()
}
