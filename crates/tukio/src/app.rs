//! Builds the application from a config. The binary and the tests start it the same way.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use database::{Database, DbError, MigrateError, OpenError, Options};
use domain::Clock;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::accounts::{Accounts, Foundation, Profiles};
use crate::box_office::{BoxOffice, BoxOfficeFacts};
use crate::config::Config;
use crate::events::Events;
use crate::facts::PeopleFacts;
use crate::migrations::MIGRATIONS;
use crate::pages::{Pages, PagesError};
use crate::people::People;
use crate::platform::mail::{Outbox, Postman};
use crate::platform::multipart::FormPlaces;
use crate::platform::pictures::Studio;
use crate::platform::services::Shared;
use crate::platform::storage::StorageError;
use crate::platform::{Darkroom, Freshness, ResponseCache, Services, Storage};
use crate::router::{self, App};
use crate::site::Site;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("data folder {folder}: {error}")]
    DataFolder { folder: String, error: std::io::Error },
    #[error("database: {0}")]
    Open(#[from] OpenError),
    #[error("database: {0}")]
    Migrate(#[from] MigrateError),
    #[error("database: {0}")]
    Database(#[from] DbError),
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
    pub box_office: BoxOffice,
    pub site: Site,
    pub pages: Pages,
    /// Runs beside the server.
    pub postman: Postman,
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
    box_office: BoxOffice,
    site: Site,
    pages: Pages,
);

/// Opens the database of this config and brings it up to date.
pub fn open_database(config: &Config) -> Result<Database, StartError> {
    let data_folder = |error| StartError::DataFolder { folder: config.data_dir.display().to_string(), error };
    std::fs::create_dir_all(&config.data_dir).map_err(data_folder)?;
    tempfile_probe(&config.data_dir).map_err(data_folder)?;
    let db = Database::open(&options(config))?;
    db.migrate(MIGRATIONS)?;
    Ok(db)
}

/// Opens the database of this config as it stands, older or newer than this program: for commands that leave it so.
pub fn open_database_as_it_is(config: &Config) -> Result<Database, StartError> {
    Ok(Database::open(&Options { create: false, ..options(config) })?)
}

fn options(config: &Config) -> Options {
    Options { readers: config.database_connections, ..Options::new(&config.database_url) }
}

/// A folder that exists may still not take files: better known at start than at the first upload.
fn tempfile_probe(folder: &std::path::Path) -> std::io::Result<()> {
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    std::fs::write(&probe, b"")?;
    std::fs::remove_file(&probe)
}

pub async fn build(
    config: Config,
    db: Database,
    clock: Arc<dyn Clock>,
    metrics: Option<PrometheusHandle>,
) -> Result<AppState, StartError> {
    let storage = Storage::open(&config.storage_url)?;
    let outbox = Outbox::new(&config);
    let freshness = Freshness::default();
    let accounts = Accounts::new(Foundation {
        db: db.clone(),
        clock: clock.clone(),
        facts: Arc::new(PeopleFacts),
        belongings: Arc::new(PeopleFacts),
        outbox: outbox.clone(),
        storage: storage.clone(),
        freshness: freshness.clone(),
        limits: config.login,
    });
    let services = Services::new(Shared {
        config,
        db,
        darkroom: Darkroom::new(storage.clone()),
        storage,
        studio: Studio::default(),
        forms: FormPlaces::default(),
        clock,
        sessions: Arc::new(accounts.clone()),
        freshness,
        outbox: outbox.clone(),
        cache: ResponseCache::default(),
    });
    let profiles = Profiles::new(services.clone(), accounts.facts(), outbox);
    let people = People::new(services.clone(), accounts.clone());
    let events = Events::new(services.clone(), Arc::new(BoxOfficeFacts));
    let box_office = BoxOffice::open(services.clone(), events.clone()).await?;
    let postman = Postman::new(&services, Arc::new(box_office.clone()));
    let site = Site::new(services.clone(), events.clone());
    let pages = Pages::new(services.clone(), people.clone(), events.clone())?;
    Ok(AppState(Arc::new(Parts {
        services,
        accounts,
        profiles,
        people,
        events,
        box_office,
        site,
        pages,
        postman,
        metrics,
    })))
}

pub fn router(state: AppState) -> App {
    router::router(state)
}
