//! The QR code of a ticket.

use domain::EventId;
use ticket_code::{Content, SigningKey};

use crate::tickets::model::Ticket;
use platform::Error;

/// The text of a ticket's QR code.
pub fn qr_text(key: &SigningKey, ticket: &Ticket) -> Result<String, Error> {
    sign_code(key, ticket.event, ticket.number, ticket.issue)
}

pub fn sign_code(key: &SigningKey, event: EventId, number: i64, issue: i64) -> Result<String, Error> {
    let unsignable = |what: &str| Error::Internal(format!("a ticket's {what} can't be signed"));
    let number = u64::try_from(number).map_err(|_| unsignable("number"))?;
    let issue = u8::try_from(issue).map_err(|_| unsignable("issue"))?;
    let content = Content::new(event, number, issue).map_err(|_| unsignable("event"))?;
    Ok(ticket_code::sign(key, content))
}
