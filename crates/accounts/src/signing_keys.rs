//! Keys that sign access tokens: rows shared by all processes, rotated every month, deleted once their last token has
//! expired.

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use database::Database;
use domain::{Clock, Instant, SessionId};

use crate::access_token::{self, Verified};
use crate::model::User;
use crate::store;
use platform::sealing::KeyTable;
use platform::{Error, Sealer, random};

/// How long a key signs; then a new one does.
const SIGNING_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);

const TABLE: &str = "signing_keys";

/// The keys as they are stored, for who seals them.
pub const SIGNING_KEYS: KeyTable =
    KeyTable { name: TABLE, list: store::list_stored_keys, replace: store::replace_signing_key };

type Secret = Arc<[u8]>;

#[derive(Clone)]
pub struct SigningKeys {
    db: Database,
    clock: Arc<dyn Clock>,
    sealer: Sealer,
    /// By id; the last is the one that signs.
    known: Arc<RwLock<BTreeMap<i64, (Secret, Instant)>>>,
}

impl SigningKeys {
    pub fn new(db: Database, clock: Arc<dyn Clock>, sealer: Sealer) -> SigningKeys {
        SigningKeys { db, clock, sealer, known: Arc::default() }
    }

    pub async fn sign(&self, user: &User, session: SessionId) -> Result<String, Error> {
        let now = self.clock.now();
        let (id, secret) = match self.newest(now) {
            Some(key) => key,
            None => {
                self.rotate(now).await?;
                self.newest(now).ok_or_else(|| Error::Internal("no signing key".to_owned()))?
            }
        };
        access_token::sign(id, &secret, user, session, now).map_err(|error| Error::Internal(error.to_string()))
    }

    /// The claims of a valid token. A key that another process has made is loaded when its first token arrives.
    pub async fn verify(&self, token: &str) -> Result<Option<Verified>, Error> {
        let Some(id) = access_token::key_id(token) else { return Ok(None) };
        let secret = match self.secret(id) {
            Some(secret) => secret,
            None => {
                self.load().await?;
                let Some(secret) = self.secret(id) else { return Ok(None) };
                secret
            }
        };
        Ok(access_token::verify(token, &secret, self.clock.now()))
    }

    fn secret(&self, id: i64) -> Option<Secret> {
        self.known.read().ok()?.get(&id).map(|(secret, _)| secret.clone())
    }

    fn newest(&self, now: Instant) -> Option<(i64, Secret)> {
        let known = self.known.read().ok()?;
        let (id, (secret, created)) = known.last_key_value()?;
        (*created + SIGNING_LIFETIME > now).then(|| (*id, secret.clone()))
    }

    /// Stores a new key unless another process just did, and deletes those that signed no token which is still accepted.
    async fn rotate(&self, now: Instant) -> Result<(), Error> {
        let secret = self.sealer.seal(TABLE, &random::bytes());
        let fresh_since = now - SIGNING_LIFETIME;
        let dead_before = fresh_since - 2 * access_token::ACCESS_LIFETIME;
        self.db
            .write(move |connection| {
                if !store::has_signing_key_since(connection, fresh_since)? {
                    store::insert_signing_key(connection, &secret, now)?;
                    store::delete_signing_keys_before(connection, dead_before)?;
                }
                Ok::<_, Error>(())
            })
            .await?;
        self.load().await
    }

    async fn load(&self) -> Result<(), Error> {
        let rows = self.db.read(|connection| Ok::<_, Error>(store::list_signing_keys(connection)?)).await?;
        let opened = rows.into_iter().filter_map(|(id, stored, created)| match self.sealer.open(TABLE, &stored) {
            Ok(secret) => Some((id, (Secret::from(secret), created))),
            Err(error) => {
                tracing::error!(id, %error, "signing key can't be used");
                None
            }
        });
        let known = opened.collect();
        match self.known.write() {
            Ok(mut place) => *place = known,
            Err(poisoned) => *poisoned.into_inner() = known,
        }
        Ok(())
    }
}
