//! What people do with their tickets.

use std::cmp::Reverse;
use std::collections::HashMap;

use database::Connection;
use domain::{EventId, Instant, PaymentId, Phone, TicketId, UserId};
use ticket_code::SigningKey;

use crate::BoxOffice;
use crate::refunds::requests;
use crate::stored_words::TicketStatus;
use crate::summaries::Summaries;
use crate::tickets::issuing::pass_on_ticket;
use crate::tickets::mails::TransferMails;
use crate::tickets::model::{MyTicket, MyTicketsPage, Ticket, When, grouped_code, is_upcoming};
use crate::tickets::qr::qr_text;
use crate::tickets::refund_view::TicketMoney;
use crate::tickets::store;
use accounts::{self, Account};
use events::EventRow;
use platform::Error;
use platform::mail::Outbox;
use platform::paging::Page;

pub const NO_TICKET: Error = Error::NotFound("Ce billet n'existe pas.");

impl BoxOffice {
    pub const TICKETS_PER_PAGE: u32 = 20;

    /// Returns the tickets of upcoming events, the soonest first, then those of past events, the latest first.
    pub async fn list_my_tickets(&self, holder: UserId, when: When, page: Page) -> Result<MyTicketsPage, Error> {
        let key = self.keys.signing_key().await?;
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let held = store::events_of_holder(c, holder)?;
            let ids: Vec<EventId> = held.iter().map(|(id, _)| *id).collect();
            let events = events_in_order(c, &ids, when, now)?;
            let count: i64 = held.iter().filter(|(id, _)| events.contains(id)).map(|(_, count)| count).sum();
            let tickets = store::page_of_events(c, holder, &events, page)?;
            Ok::<_, Error>((count, describe_tickets(c, tickets, &key, now)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::TICKETS_PER_PAGE);
        let address = format!("{}/api/my-tickets/?{}{limit}", self.services.settings.public_url, when.query());
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(MyTicketsPage { count, next, previous, results })
    }

    pub async fn get_my_ticket(&self, holder: UserId, id: TicketId) -> Result<MyTicket, Error> {
        let key = self.keys.signing_key().await?;
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let ticket = store::find_ticket(c, &id, holder)?.ok_or(NO_TICKET)?;
            describe_tickets(c, vec![ticket], &key, now)?.pop().ok_or(NO_TICKET)
        };
        self.services.db.read(read).await
    }

    /// Returns the event of a ticket as an iCalendar file.
    pub async fn ticket_calendar(&self, holder: UserId, id: TicketId) -> Result<String, Error> {
        let read =
            move |c: &mut Connection<'_>| Ok::<_, Error>(store::find_ticket(c, &id, holder)?.ok_or(NO_TICKET)?.event);
        let event = self.services.db.read(read).await?;
        self.events.get_calendar_file(event).await?.ok_or(NO_TICKET)
    }

    /// Returns the name of the person with that number, for a holder who wants to be sure before a transfer. Who is told a
    /// name has used a guess.
    pub async fn ticket_receiver(&self, holder: UserId, id: TicketId, phone: &str) -> Result<String, Error> {
        let request = self.transfer_request(holder, id, phone, None)?;
        self.guesses.take(&holder, self.services.now()).map_err(Error::TooMany)?;
        let read = move |c: &mut Connection<'_>| request.check(c);
        let found = self.services.db.read(read).await.inspect_err(|_| self.guesses.give_back(&holder))?;
        let (_, receiver) = found.map_err(WrongNumber::error)?;
        Ok(receiver.username)
    }

    /// Transfers a ticket to the person with that number and returns their name. The ticket gets new codes, and the old ones
    /// are void.
    pub async fn transfer_ticket(
        &self,
        holder: UserId,
        id: TicketId,
        phone: &str,
        receiver: Option<String>,
    ) -> Result<String, Error> {
        let request = self.transfer_request(holder, id, phone, receiver)?;
        // Asked before the number is looked up: who has no guess left does not learn whether it exists.
        self.guesses.check(&holder, self.services.now()).map_err(Error::TooMany)?;
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let write = move |c: &mut Connection<'_>| {
            let (ticket, receiver) = match request.check(c)? {
                Ok(found) => found,
                Err(wrong) => return Ok(Err(wrong)),
            };
            let people = (request.holder, receiver.id);
            let code = pass_on_ticket(c, &ticket.id, people, now)?.ok_or(NO_TICKET)?;
            // The money is the giver's to ask for no more, and was never the receiver's.
            requests::store::withdraw_requests(c, std::slice::from_ref(&ticket.id), now)?;
            let ticket = Ticket { code: code.as_str().to_owned(), ..ticket };
            queue_transfer_mails(c, &outbox, &ticket, (request.holder, &receiver), now)?;
            Ok::<_, Error>(Ok(receiver.username))
        };
        // A serializable transaction: a receiver who closes their account at the same moment must not take the ticket along.
        let receiver = match self.services.db.write(write).await? {
            Ok(receiver) => receiver,
            Err(wrong) => {
                // What costs a ticket is no guess, and neither is what is refused whatever the number.
                self.guesses.take(&holder, now).map_err(Error::TooMany)?;
                return Err(wrong.error());
            }
        };
        self.services.outbox.wake();
        Ok(receiver)
    }

    /// Where numbers can be proved, tickets go to proved ones only: one that was merely typed may be anybody's.
    fn transfer_request(
        &self,
        holder: UserId,
        id: TicketId,
        phone: &str,
        receiver: Option<String>,
    ) -> Result<TransferRequest, Error> {
        let needs_proof = self.services.texts.has_gateway();
        Ok(TransferRequest { holder, id, phone: read_phone(phone)?, receiver, needs_proof })
    }
}

/// A wish to transfer a ticket to the person with a number.
struct TransferRequest {
    holder: UserId,
    id: TicketId,
    phone: Phone,
    /// The name that the holder has confirmed, if any.
    receiver: Option<String>,
    needs_proof: bool,
}

impl TransferRequest {
    /// Returns the ticket and its receiver. Only the holder of a valid ticket learns about the number.
    fn check(&self, c: &mut Connection<'_>) -> Result<Result<(Ticket, Account), WrongNumber>, Error> {
        let ticket = store::find_ticket(c, &self.id, self.holder)?.ok_or(NO_TICKET)?;
        let events = events::find_events(c, &[ticket.event])?;
        match events.get(&ticket.event).map_or(ticket.status, |event| ticket.status_at(event)) {
            TicketStatus::Valid => {}
            TicketStatus::Scanned => return Err(refused("Un billet déjà scanné ne peut plus être transmis.")),
            _ => return Err(refused("Ce billet n'est plus valable : il ne peut pas être transmis.")),
        }
        let Some(receiver) = accounts::find_by_phone(c, &self.phone)? else { return Ok(Err(WrongNumber::Nobodys)) };
        if receiver.id == self.holder {
            return Err(Error::field("phone", "Ce billet est déjà à vous."));
        }
        if self.needs_proof && !receiver.phone_verified {
            return Ok(Err(WrongNumber::Unproved));
        }
        match &self.receiver {
            Some(name) if *name != receiver.username => Ok(Err(WrongNumber::NoLongerOf(name.clone()))),
            _ => Ok(Ok((ticket, receiver))),
        }
    }
}

/// A number that no ticket is passed on to: a guess, as far as we know.
enum WrongNumber {
    Nobodys,
    Unproved,
    /// Holds the name that was confirmed.
    NoLongerOf(String),
}

impl WrongNumber {
    fn error(self) -> Error {
        let message = match self {
            WrongNumber::Nobodys => "Aucun compte Tukio n'a ce numéro.".to_owned(),
            WrongNumber::Unproved => {
                "Ce numéro n'est pas encore vérifié : demandez à cette personne de le faire dans ses paramètres, puis réessayez."
                    .to_owned()
            }
            WrongNumber::NoLongerOf(name) => {
                format!("Ce numéro n'appartient plus à {name} : vérifiez à qui vous transmettez le billet.")
            }
        };
        Error::field("phone", message)
    }
}

fn read_phone(text: &str) -> Result<Phone, Error> {
    text.parse().map_err(|_| WrongNumber::Nobodys.error())
}

fn refused(message: &str) -> Error {
    Error::field("non_field_errors", message)
}

/// Queues mails to the giver and the receiver, where their addresses are known. `ticket` has its new code already.
fn queue_transfer_mails(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    ticket: &Ticket,
    (giver, receiver): (UserId, &Account),
    now: Instant,
) -> Result<(), Error> {
    let Some(giver) = accounts::find_people(c, &[giver])?.remove(&giver) else { return Ok(()) };
    let summaries = Summaries::load(c, [ticket.event].into_iter(), [ticket.ticket_type].into_iter())?;
    let (event, kind) = summaries.rows(ticket.event, ticket.ticket_type)?;
    let code = grouped_code(&ticket.code);
    let mails = TransferMails { ticket: &ticket.id, code: &code, event, kind, giver: &giver, receiver };
    if let Some(email) = &receiver.email {
        outbox.put(c, &mails.to_receiver(outbox, email), now)?;
    }
    if let Some(email) = &giver.email {
        outbox.put(c, &mails.to_giver(email), now)?;
    }
    Ok(())
}

fn events_in_order(c: &mut Connection<'_>, ids: &[EventId], when: When, now: Instant) -> Result<Vec<EventId>, Error> {
    let found = events::find_events(c, ids)?;
    let (mut coming, mut past): (Vec<&EventRow>, Vec<&EventRow>) =
        found.values().partition(|event| is_upcoming(event, now));
    coming.sort_by_key(|event| (event.starts_at(), event.id));
    past.sort_by_key(|event| Reverse((event.starts_at(), event.id)));
    let chosen = match when {
        When::All => [coming, past].concat(),
        When::Upcoming => coming,
        When::Past => past,
    };
    Ok(chosen.into_iter().map(|event| event.id).collect())
}

/// The payments that have bought these tickets, each once.
pub fn payments_of(tickets: &[Ticket]) -> Vec<PaymentId> {
    let mut ids: Vec<PaymentId> = tickets.iter().map(|ticket| ticket.payment.clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The name on a ticket: its holder's, or that of a guest.
pub fn name_on(ticket: &Ticket, people: &HashMap<UserId, Account>) -> String {
    let holder = ticket.holder.and_then(|holder| people.get(&holder)).map(|person| person.username.clone());
    holder.or_else(|| ticket.guest.clone()).unwrap_or_default()
}

fn describe_tickets(
    c: &mut Connection<'_>,
    tickets: Vec<Ticket>,
    key: &SigningKey,
    now: Instant,
) -> Result<Vec<MyTicket>, Error> {
    let summaries = Summaries::load(c, tickets.iter().map(|one| one.event), tickets.iter().map(|one| one.ticket_type))?;
    let mut holders: Vec<UserId> = tickets.iter().filter_map(|ticket| ticket.holder).collect();
    holders.sort_unstable();
    holders.dedup();
    let people = accounts::find_people(c, &holders)?;
    let prices = store::prices_of_payments(c, &payments_of(&tickets))?;
    let money = TicketMoney::load(c, &tickets)?;
    let show = |ticket: Ticket| {
        let (event, ticket_type) = summaries.of(ticket.event, ticket.ticket_type)?;
        let (event_row, _) = summaries.rows(ticket.event, ticket.ticket_type)?;
        Ok(MyTicket {
            refund: money.refund_of(&ticket),
            refund_possible: money.is_refund_possible(&ticket, event_row, now),
            code: grouped_code(&ticket.code),
            qr: qr_text(key, &ticket)?,
            status: ticket.status_at(event_row),
            ticket_type: match prices.get(&ticket.payment) {
                Some(price) => ticket_type.at(*price),
                None => ticket_type,
            },
            event,
            holder: name_on(&ticket, &people),
            payment_id: ticket.payment.clone(),
            purchased_at: ticket.issued.millis(),
            scanned_at: ticket.scanned.map(Instant::millis),
            id: ticket.id,
        })
    };
    tickets.into_iter().map(show).collect()
}
