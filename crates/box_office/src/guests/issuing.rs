//! Gives free tickets to guests and takes them back, inside the caller's transaction. Payments are locked before ticket
//! types, as everywhere.

use database::Connection;
use domain::{EventId, Instant, PaymentId, TicketTypeId};

use crate::desk;
use crate::desk::model::{Refusal, Stock};
use crate::guests::store::{self, GuestRow, NewGuestRow};
use crate::ledger::StockChange;
use crate::payments::errors::refusal_error;
use crate::payments::store as payments;
use crate::stored_words::{PaymentState, StockFactKind, TicketStatus};
use crate::tickets::{self, NewTickets};
use platform::{Error, random};

/// What the payment of a withdrawn invitation says.
const WITHDRAWN: &str = "L'invitation a été retirée.";

/// Locks the stock of a type of that event, if so many places are free. Windows are for buyers, and who waits for places
/// waits behind the organiser's guests.
pub fn lock_free_places(
    c: &mut Connection<'_>,
    (event, ticket_type): (EventId, TicketTypeId),
    quantity: i64,
    now: Instant,
) -> Result<Stock, Error> {
    let stock = desk::lock_stock(c, &[ticket_type], now)?.remove(&ticket_type);
    let stock = stock.filter(|stock| stock.event == event).ok_or_else(|| refusal_error(Refusal::NoSuchType))?;
    match stock.check_open() {
        Err(refusal @ (Refusal::EventOver | Refusal::EventCancelled)) => return Err(refusal_error(refusal)),
        _ if quantity > stock.free() => {}
        _ => return Ok(stock),
    }
    let message = match stock.free() {
        ..=0 => "Il n'y a plus de place pour ce billet.".to_owned(),
        1 => "Il ne reste qu'une place pour ce billet.".to_owned(),
        left => format!("Il ne reste que {left} places pour ce billet."),
    };
    Err(Error::field("guests", message))
}

/// Gives a place to a guest, who gets a ticket in their name.
pub fn give_ticket(c: &mut Connection<'_>, new: &NewGuestRow<'_>, now: Instant) -> Result<PaymentId, Error> {
    let (id, receipt) = (random::payment_id(now), random::receipt_code());
    let NewGuestRow { event, ticket_type, .. } = *new;
    store::insert_payment(c, &id, random::reference(now).as_str(), new, now)?;
    let sold = StockChange { kind: StockFactKind::Sell, held: 0, sold: 1, payment: &id, ticket_type }.write(c, now)?;
    if !sold {
        return Err(Error::field("guests", "Il n'y a plus de place pour ce billet."));
    }
    let guest = Some(&*new.guest.name);
    let tickets = NewTickets { payment: &id, event, ticket_type, holder: None, guest, quantity: 1, reserved: false };
    tickets::issue_tickets(c, &tickets, now)?;
    store::insert_guest(c, &id, &receipt, new, now)?;
    Ok(id)
}

/// Takes a ticket back: its place is free again. One that somebody came in with stays.
pub fn take_back_ticket(c: &mut Connection<'_>, guest: &GuestRow, now: Instant) -> Result<(), Error> {
    let payment = payments::lock_payment(c, &guest.payment)?;
    let is_standing = payment.is_some_and(|payment| payment.state == PaymentState::Succeeded);
    let tickets = tickets::tickets_of_payment(c, &guest.payment)?;
    if tickets.iter().any(|ticket| ticket.status == TicketStatus::Scanned || ticket.scanned.is_some()) {
        return Err(Error::Conflict(
            "Cet invité est déjà entré : son invitation ne peut plus être retirée.".to_owned(),
        ));
    }
    if is_standing {
        let (payment, ticket_type) = (&guest.payment, guest.ticket_type);
        StockChange { kind: StockFactKind::Release, held: 0, sold: -1, payment, ticket_type }.write(c, now)?;
        payments::end_payment(c, payment, PaymentState::Failed, Some(WITHDRAWN), now)?;
        tickets::withdraw_tickets(c, payment, now)?;
    }
    Ok(store::mark_withdrawn(c, guest.id, now)?)
}
