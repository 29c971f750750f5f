//! Verify, undo, and take in what was scanned without network.

use database::Connection;
use domain::{EventId, ScanId, TicketId, UserId};
use events::Role;

use crate::Door;
use crate::post::Post;
use crate::reading::{Read, Reading, read_content};
use crate::scan::{NewScan, OfflineScan, OfflineTicket, Outcome, Ruling};
use crate::words::{Direction, Verdict};
use platform::{Error, random};

pub const NO_EVENT: Error = Error::NotFound("Cet évènement n'existe pas.");

impl Door {
    /// Decides about somebody at a gate. The phone may name the scan, so that the same one, sent again because its answer
    /// got lost, is one.
    pub async fn verify_ticket(
        &self,
        (user, event): (UserId, EventId),
        content: &str,
        direction: Direction,
        id: Option<ScanId>,
        post: Post,
    ) -> Result<Ruling, Error> {
        let reading = self.read(content).await?;
        if let Reading::Typed(code) = &reading {
            self.count_guess(user, event, code.clone()).await?;
        }
        let at = self.services.now();
        let Post { gate, device } = post;
        let id = id.unwrap_or_else(|| random::scan_id(at));
        let scan = NewScan { id, event, user, reading, direction, undoes: None, gate, device, at, told: None };
        self.decide_one(scan).await
    }

    /// Takes back the last admission of a ticket.
    pub async fn undo_verification(&self, user: UserId, event: EventId, ticket: TicketId) -> Result<Ruling, Error> {
        let at = self.services.now();
        let scan = NewScan {
            id: random::scan_id(at),
            event,
            user,
            reading: Reading::Ticket(ticket),
            direction: Direction::Undo,
            undoes: None,
            gate: String::new(),
            device: String::new(),
            at,
            told: None,
        };
        self.decide_one(scan).await
    }

    /// Takes in scans that were made without network, in whatever order they come. Returns what became of each.
    pub async fn sync_scans(
        &self,
        user: UserId,
        event: EventId,
        scans: Vec<OfflineScan>,
    ) -> Result<Vec<Ruling>, Error> {
        self.require_staff(user, event).await?;
        if scans.is_empty() {
            return Ok(Vec::new());
        }
        let mut read = Vec::with_capacity(scans.len());
        for scan in scans {
            let reading = match scan.ticket {
                OfflineTicket::Content(content) => self.read(&content).await?,
                OfflineTicket::Number(number) => Reading::Number(number),
                OfflineTicket::None => Reading::None(Verdict::Unknown),
            };
            let OfflineScan { id, direction, undoes, at, told, post, .. } = scan;
            let (gate, device, told) = (post.gate, post.device, Some(told));
            read.push(NewScan { id, event, user, reading, direction, undoes, gate, device, at, told });
        }
        self.queue.decide(read).await?.into_iter().map(ruled).collect()
    }

    async fn decide_one(&self, scan: NewScan) -> Result<Ruling, Error> {
        let outcome = self.queue.decide(vec![scan]).await?.pop();
        ruled(outcome.ok_or_else(|| Error::Internal("a scan was not answered".to_owned()))?)
    }

    async fn read(&self, content: &str) -> Result<Reading, Error> {
        let keys = self.office.verifying_keys().await?;
        if let Read::Is(reading) = read_content(&keys, content) {
            return Ok(reading);
        }
        // The operator may have added a key a moment ago.
        let keys = self.office.reread_verifying_keys().await?;
        Ok(match read_content(&keys, content) {
            Read::Is(reading) => reading,
            Read::UnknownKey => Reading::None(Verdict::Forged),
        })
    }

    /// Counts a typed code that no ticket of this event has. Beyond what is free, not even that is told of other events'.
    async fn count_guess(&self, user: UserId, event: EventId, code: String) -> Result<(), Error> {
        let read = move |c: &mut Connection<'_>| {
            require_staff(c, user, event)?;
            Ok::<_, Error>(box_office::find_tickets_by_codes(c, &[&code])?.pop().map(|ticket| ticket.event))
        };
        match self.services.db.read(read).await? {
            Some(own) if own == event => Ok(()),
            found => {
                self.guesses.take(&(user, event), self.services.now()).map_err(Error::TooMany)?;
                if found.is_some() {
                    self.guesses.give_back(&(user, event));
                }
                Ok(())
            }
        }
    }

    pub(crate) async fn require_staff(&self, user: UserId, event: EventId) -> Result<Role, Error> {
        self.services.db.read(move |c| require_staff(c, user, event)).await
    }
}

/// What somebody is to the event; an error if they are nothing to it.
pub fn require_staff(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<Role, Error> {
    Ok(events::require_access(c, user, event)?.1.role)
}

fn ruled(outcome: Outcome) -> Result<Ruling, Error> {
    match outcome {
        Outcome::Ruled(ruling) => Ok(*ruling),
        Outcome::NoEvent => Err(NO_EVENT),
        Outcome::NoRole => Err(Error::Forbidden),
        Outcome::UndoRefused(why) => Err(Error::Conflict(why)),
    }
}
