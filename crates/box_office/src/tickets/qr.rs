//! The QR code of a ticket.

use ticket_code::{Content, SigningKey};

use crate::tickets::model::Ticket;
use platform::Error;

/// The text of a ticket's QR code.
pub fn qr_text(key: &SigningKey, ticket: &Ticket) -> Result<String, Error> {
    let unsignable = |what: &str| Error::Internal(format!("a ticket's {what} can't be signed"));
    let number = u64::try_from(ticket.number).map_err(|_| unsignable("number"))?;
    let issue = u8::try_from(ticket.issue).map_err(|_| unsignable("issue"))?;
    let content = Content::new(ticket.event, number, issue).map_err(|_| unsignable("event"))?;
    Ok(ticket_code::sign(key, content))
}
