//! The codes of tickets that the door hands out or sells.

use crate::BoxOffice;
use crate::admission::DoorTicket;
use crate::tickets::sign_code;
use platform::Error;

impl BoxOffice {
    /// The texts of the QR codes of these tickets.
    pub async fn sign_tickets(&self, tickets: &[&DoorTicket]) -> Result<Vec<String>, Error> {
        let key = self.keys.signing_key().await?;
        let sign = |ticket: &&DoorTicket| sign_code(&key, ticket.event, ticket.number, ticket.issue);
        tickets.iter().map(sign).collect()
    }
}
