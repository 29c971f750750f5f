//! The Ed25519 keys that sign tickets: rows shared by all processes. The newest signs; what older ones have signed stays
//! valid. The first is made when there is none, others by `rotate_key`.

mod store;

use std::sync::{Arc, RwLock};
use std::time::Duration;

use database::{Connection, Database};
use domain::{Clock, Instant};
use ticket_code::{SigningKey, VerifyingKeys};

use platform::sealing::KeyTable;
use platform::{Error, Sealer, random};

/// After this time the rows are read again, because the operator may have added a key.
const LIFETIME: Duration = Duration::from_mins(1);

const TABLE: &str = "ticket_keys";

/// The keys as they are stored, for who seals them.
pub const TICKET_KEYS: KeyTable = KeyTable { name: TABLE, list: store::all_keys, replace: store::replace_key };

#[derive(Clone)]
pub struct TicketKeys {
    db: Database,
    clock: Arc<dyn Clock>,
    sealer: Sealer,
    newest: Arc<RwLock<Option<Newest>>>,
    public: Arc<RwLock<Option<Public>>>,
}

/// The newest key, and when it was read.
type Newest = (Arc<SigningKey>, Instant);

/// The public halves of all keys, and when they were read.
type Public = (Arc<VerifyingKeys>, Instant);

impl TicketKeys {
    pub fn new(db: Database, clock: Arc<dyn Clock>, sealer: Sealer) -> TicketKeys {
        TicketKeys { db, clock, sealer, newest: Arc::default(), public: Arc::default() }
    }

    /// Returns the newest key, and makes the first one if there is none.
    pub async fn signing_key(&self) -> Result<Arc<SigningKey>, Error> {
        let now = self.clock.now();
        let known = self.newest.read().ok().and_then(|known| known.clone());
        if let Some((key, _)) = known.filter(|(_, read_at)| is_young(*read_at, now)) {
            return Ok(key);
        }
        let newest = match self.db.read(store::newest_key).await? {
            Some(newest) => newest,
            None => self.make_first_key(now).await?,
        };
        let key = Arc::new(self.read_key(newest)?);
        if let Ok(mut newest) = self.newest.write() {
            *newest = Some((key.clone(), now));
        }
        Ok(key)
    }

    /// Returns the public halves of all keys. Those that were added within a minute may be missing.
    pub async fn verifying_keys(&self) -> Result<Arc<VerifyingKeys>, Error> {
        let now = self.clock.now();
        let known = self.public.read().ok().and_then(|known| known.clone());
        match known.filter(|(_, read_at)| is_young(*read_at, now)) {
            Some((keys, _)) => Ok(keys),
            None => self.reread_verifying_keys().await,
        }
    }

    /// Reads them again, because a code names a key that is not among them.
    pub async fn reread_verifying_keys(&self) -> Result<Arc<VerifyingKeys>, Error> {
        // A gate that asks before anything was sold is told the key that will sign.
        self.signing_key().await?;
        let now = self.clock.now();
        let keys = self.db.read(store::all_keys).await?.into_iter().map(|key| self.read_key(key));
        let keys = keys.map(|key| key.map(|key| key.verifying_key())).collect::<Result<VerifyingKeys, Error>>()?;
        let keys = Arc::new(keys);
        if let Ok(mut public) = self.public.write() {
            *public = Some((keys.clone(), now));
        }
        Ok(keys)
    }

    /// The first key has the number 0, so that of two processes that make one at once, one is stored.
    async fn make_first_key(&self, now: Instant) -> Result<(i64, Vec<u8>), Error> {
        let stored = self.sealer.seal(TABLE, &random::bytes());
        let make = move |c: &mut Connection<'_>| {
            store::insert_key(c, 0, &stored, now)?;
            store::newest_key(c)?.ok_or_else(unreadable)
        };
        self.db.write(make).await
    }

    fn read_key(&self, (id, stored): (i64, Vec<u8>)) -> Result<SigningKey, Error> {
        let seed = self.sealer.open(TABLE, &stored).map_err(|error| Error::Internal(error.to_string()))?;
        let seed: &[u8; 32] = seed.as_slice().try_into().map_err(|_| unreadable())?;
        Ok(SigningKey::from_seed(u8::try_from(id).map_err(|_| unreadable())?, seed))
    }
}

fn is_young(read_at: Instant, now: Instant) -> bool {
    now >= read_at && now.since(read_at) < LIFETIME
}

/// Adds a key, which signs from now on. Every process uses it within a minute.
pub async fn rotate_key(db: &Database, sealer: &Sealer, now: Instant) -> Result<(), Error> {
    let stored = sealer.seal(TABLE, &random::bytes());
    let make = move |c: &mut Connection<'_>| {
        let next = store::newest_key(c)?.map_or(0, |(id, _)| id + 1);
        if next > i64::from(u8::MAX) {
            return Err(Error::Conflict("every number of a ticket key is taken".to_owned()));
        }
        Ok(store::insert_key(c, next, &stored, now)?)
    };
    db.write(make).await
}

fn unreadable() -> Error {
    Error::Internal("a ticket key can't be read".to_owned())
}
