//! What every feature shares: the database, the clock, the outbox, caches and pools.

use std::ops::Deref;
use std::sync::Arc;

use database::Database;
use domain::{Clock, Instant};

use crate::form_permits::FormPermits;
use crate::mail::Outbox;
use crate::pictures::PicturePool;
use crate::texts::TextOutbox;
use crate::{AvifEncoder, Freshness, ResponseCache, Sealer, Settings, Storage};

/// One pointer, because handlers get their own clone for every request, and caches and queues are expensive to clone.
#[derive(Clone)]
pub struct Services(Arc<Shared>);

pub struct Shared {
    pub settings: Settings,
    pub db: Database,
    pub storage: Storage,
    pub picture_pool: PicturePool,
    pub form_permits: FormPermits,
    /// Runs beside the server.
    pub avif_encoder: AvifEncoder,
    pub clock: Arc<dyn Clock>,
    pub freshness: Freshness,
    pub outbox: Outbox,
    /// The outbox of messages to telephones.
    pub texts: TextOutbox,
    pub cache: ResponseCache,
    /// Opens and seals the keys that are stored.
    pub sealer: Sealer,
}

impl Services {
    pub fn new(shared: Shared) -> Services {
        Services(Arc::new(shared))
    }

    pub fn now(&self) -> Instant {
        self.clock.now()
    }
}

impl Deref for Services {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
