//! The keys that sign tickets: rows shared by all nodes. One is made when there is none; all are read.

use std::sync::{Arc, RwLock};

use database::{Connection, Database};
use domain::Clock;
use ticket_code::{Content, SigningKey};

use crate::box_office::tickets::model::Ticket;
use crate::box_office::tickets::store;
use crate::platform::{Error, random};

#[derive(Clone)]
pub struct TicketKeys {
    db: Database,
    clock: Arc<dyn Clock>,
    /// The one that signs, once it is known.
    newest: Arc<RwLock<Option<Arc<SigningKey>>>>,
}

impl TicketKeys {
    pub fn new(db: Database, clock: Arc<dyn Clock>) -> TicketKeys {
        TicketKeys { db, clock, newest: Arc::default() }
    }

    pub async fn newest(&self) -> Result<Arc<SigningKey>, Error> {
        if let Some(key) = self.newest.read().ok().and_then(|key| key.clone()) {
            return Ok(key);
        }
        let (seed, now): ([u8; 32], _) = (random::bytes(), self.clock.now());
        let keys = self
            .db
            .write(move |c: &mut Connection<'_>| {
                // The first key has the first number: of two nodes that make one, one is kept.
                if store::keys(c)?.is_empty() {
                    store::insert_key(c, 0, &seed, now)?;
                }
                store::keys(c)
            })
            .await?;
        let unreadable = || Error::Internal("a ticket key can't be read".to_owned());
        let (id, seed) = keys.last().ok_or_else(unreadable)?;
        let seed: &[u8; 32] = seed.as_slice().try_into().map_err(|_| unreadable())?;
        let key = Arc::new(SigningKey::from_seed(u8::try_from(*id).map_err(|_| unreadable())?, seed));
        if let Ok(mut newest) = self.newest.write() {
            *newest = Some(key.clone());
        }
        Ok(key)
    }
}

/// The text of a ticket's QR code.
pub fn qr(key: &SigningKey, ticket: &Ticket) -> Result<String, Error> {
    let unsignable = |what: &str| Error::Internal(format!("a ticket's {what} can't be signed"));
    let number = u64::try_from(ticket.number).map_err(|_| unsignable("number"))?;
    let issue = u8::try_from(ticket.issue).map_err(|_| unsignable("issue"))?;
    let content = Content::new(ticket.event, number, issue).map_err(|_| unsignable("event"))?;
    Ok(ticket_code::sign(key, content))
}
