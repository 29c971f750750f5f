//! What the door asks of tickets and changes about them, inside its own transactions: the door knows who came in when,
//! the box office what a ticket is worth.

mod signing;
mod store;

use domain::{EventId, Instant, TicketId, TicketTypeId, UserId};

use crate::stored_words::TicketStatus;

pub use store::{
    admit_ticket, count_expected, count_issued, find_changed, find_holders, find_ticket_ids, find_tickets_by_codes,
    find_tickets_by_ids, find_tickets_by_numbers, find_tickets_of_guests, find_tickets_of_holders,
    find_tickets_of_nobody, find_tickets_of_payments, latest_change, mark_admitted, mark_not_admitted, scanned_by_type,
};

/// A ticket as the door needs to know it. It has no `Debug`, because its code opens the door and must not get into a log.
#[derive(Clone)]
pub struct DoorTicket {
    pub id: TicketId,
    /// What its QR code carries.
    pub number: i64,
    pub issue: i64,
    pub code: String,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    /// Nobody we know, of what was sold at the door or given to a guest.
    pub holder: Option<UserId>,
    /// The name of the guest it was given to.
    pub guest: Option<String>,
    pub status: TicketStatus,
    pub scanned: Option<Instant>,
    /// When it was issued, passed on or made void.
    pub changed: Instant,
    /// Since when it has opened no door, if so.
    pub void: Option<Instant>,
}
