//! Builds the application from a config. The binary and the tests start it the same way.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use database::{Connection, Database, DbError, MigrateError, OpenError, Options};
use domain::{Clock, UserId};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::accounts::{Account, Accounts, PersonCounts, PersonFacts, Profiles};
use crate::box_office::BoxOfficeFacts;
use crate::config::Config;
use crate::events::{self, Events};
use crate::migrations::MIGRATIONS;
use crate::pages::{Pages, PagesError};
use crate::people::{self, People};
use crate::platform::pictures::Studio;
use crate::platform::services::Shared;
use crate::platform::storage::StorageError;
use crate::platform::{Freshness, ResponseCache, Services, Storage};
use crate::router;
use crate::site::Site;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("data folder {folder}: {error}")]
    DataFolder { folder: String, error: std::io::Error },
    #[error("database: {0}")]
    Open(#[from] OpenError),
    #[error("database: {0}")]
    Migrate(#[from] MigrateError),
    #[error("{0}")]
    Storage(#[from] StorageError),
    #[error("{0}")]
    Pages(#[from] PagesError),
}

/// What handlers can ask for with `State`. One pointer: every layer of every request copies it.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

pub struct Parts {
    pub services: Services,
    pub accounts: Accounts,
    pub profiles: Profiles,
    pub people: People,
    pub events: Events,
    pub site: Site,
    pub pages: Pages,
    pub metrics: Option<PrometheusHandle>,
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

macro_rules! substate {
    ($($field:ident: $part:ty),* $(,)?) => {
        $(impl FromRef<AppState> for $part {
            fn from_ref(state: &AppState) -> $part {
                state.$field.clone()
            }
        })*
    };
}

substate!(
    services: Services,
    accounts: Accounts,
    profiles: Profiles,
    people: People,
    events: Events,
    site: Site,
    pages: Pages,
);

/// Facts about people that features standing on accounts know.
pub struct PeopleFacts;

impl PersonFacts for PeopleFacts {
    fn counts(&self, c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, PersonCounts>, DbError> {
        let events = events::count_of_owners(c, users)?;
        let follows = people::follow_counts(c, users)?;
        let counts = |user: &UserId| {
            let (followers, following) = follows.get(user).copied().unwrap_or_default();
            PersonCounts { events: events.get(user).copied().unwrap_or_default(), followers, following }
        };
        Ok(users.iter().map(|user| (*user, counts(user))).collect())
    }

    fn changed(&self, c: &mut Connection<'_>, account: &Account) -> Result<(), DbError> {
        people::enter(c, account)
    }
}

/// Opens the database of this config and brings it up to date.
pub fn open_database(config: &Config) -> Result<Database, StartError> {
    let data_folder = |error| StartError::DataFolder { folder: config.data_dir.display().to_string(), error };
    std::fs::create_dir_all(&config.data_dir).map_err(data_folder)?;
    tempfile_probe(&config.data_dir).map_err(data_folder)?;
    let mut options = Options::new(&config.database_url);
    options.readers = config.database_connections;
    let db = Database::open(&options)?;
    db.migrate(MIGRATIONS)?;
    Ok(db)
}

/// A folder that exists may still not take files: better known at start than at the first upload.
fn tempfile_probe(folder: &std::path::Path) -> std::io::Result<()> {
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    std::fs::write(&probe, b"")?;
    std::fs::remove_file(&probe)
}

pub fn build(
    config: Config,
    db: Database,
    clock: Arc<dyn Clock>,
    metrics: Option<PrometheusHandle>,
) -> Result<AppState, StartError> {
    let storage = Storage::open(&config.storage_url)?;
    let accounts = Accounts::new(db.clone(), clock.clone(), Arc::new(PeopleFacts));
    let services = Services::new(Shared {
        config,
        db,
        storage,
        studio: Studio::default(),
        clock,
        sessions: Arc::new(accounts.clone()),
        freshness: Freshness::default(),
        cache: ResponseCache::default(),
    });
    let profiles = Profiles::new(services.clone(), accounts.facts());
    let people = People::new(services.clone(), accounts.clone());
    let events = Events::new(services.clone(), Arc::new(BoxOfficeFacts));
    let site = Site::new(services.clone());
    let pages = Pages::new(services.clone(), people.clone(), events.clone())?;
    Ok(AppState(Arc::new(Parts { services, accounts, profiles, people, events, site, pages, metrics })))
}

pub fn router(state: AppState) -> Router {
    router::router(state)
}
