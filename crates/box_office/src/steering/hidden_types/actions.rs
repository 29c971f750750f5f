//! Opening hidden types by their code.

use std::net::IpAddr;

use database::Connection;
use domain::{EventId, UserId};

use crate::BoxOffice;
use crate::office::Guesser;
use crate::ticket_types::options::read_access_code;
use crate::ticket_types::store;
use events::TicketType;
use platform::Error;

const OPENS_NOTHING: Error = Error::NotFound("Ce code n'ouvre aucun billet.");

impl BoxOffice {
    /// Returns the types that a code opens. Codes that open none are counted, by person or address.
    pub async fn list_hidden_types(
        &self,
        event: EventId,
        code: &str,
        (person, address): (Option<UserId>, IpAddr),
    ) -> Result<Vec<TicketType>, Error> {
        let now = self.services.now();
        let code = read_access_code(code.trim()).ok_or(OPENS_NOTHING)?;
        let guesser = person.map_or(Guesser::Address(address), Guesser::Person);
        self.code_guesses.take(&guesser, now).map_err(Error::TooMany)?;
        let read = move |c: &mut Connection<'_>| {
            let row = events::find_events(c, &[event])?.remove(&event).ok_or(OPENS_NOTHING)?;
            let types = store::types_of_events(c, &[event], now)?.into_iter().map(|(_, kind)| kind);
            let opened = types.filter(|kind| kind.hidden && kind.access_code.as_ref() == Some(&code));
            Ok::<_, Error>(
                opened.map(|kind| kind.after_event(row.cancelled, row.is_over(now)).for_public()).collect::<Vec<_>>(),
            )
        };
        let opened = self.services.db.read(read).await?;
        if opened.is_empty() {
            return Err(OPENS_NOTHING);
        }
        self.code_guesses.give_back(&guesser);
        Ok(opened)
    }
}
