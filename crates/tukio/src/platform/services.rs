//! What every handler can reach. Cheap to clone: everything inside is shared.

use std::sync::Arc;

use database::Database;
use domain::{Clock, Instant};

use crate::config::Config;
use crate::platform::{Freshness, ResponseCache, SessionCheck};

#[derive(Clone)]
pub struct Services {
    pub config: Arc<Config>,
    pub db: Database,
    pub clock: Arc<dyn Clock>,
    pub sessions: Arc<dyn SessionCheck>,
    pub freshness: Freshness,
    pub cache: ResponseCache,
}

impl Services {
    pub fn now(&self) -> Instant {
        self.clock.now()
    }
}
