//! Builds the application from a config. The binary and the tests start it the same way.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use accounts::{Accounts, LoginLimits};
use box_office::{BoxOffice, BoxOfficeFacts};
use database::{Database, DbError, MigrateError, OpenError, Options};
use domain::Clock;
use door::Door;
use events::Events;
use leaving::Leaving;
use organiser::Organiser;
use pages::{MapTiles, Pages, PagesError};
use people::People;
use platform::form_permits::FormPermits;
use platform::mail::Outbox;
use platform::pictures::PicturePool;
use platform::services::Shared;
use platform::storage::StorageError;
use platform::texts::TextOutbox;
use platform::{AvifEncoder, Freshness, MailSender, ResponseCache, Sealer, Services, Sessions, Storage, TextSender};
use site::Site;

use crate::config::Config;
use crate::data_folder::mend_modes;
use crate::facts::PeopleFacts;
use crate::keys::{KeyFileError, open_keys};
use crate::migrations::MIGRATIONS;
use crate::providers::providers;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("data folder {folder}: {error}")]
    DataFolder { folder: String, error: std::io::Error },
    #[error("{0}")]
    Keys(#[from] KeyFileError),
    #[error("database: {0}")]
    Open(#[from] OpenError),
    #[error("database: {0}")]
    Migrate(#[from] MigrateError),
    #[error("database: {0}")]
    Database(#[from] DbError),
    #[error("{0}")]
    Calls(#[from] http_client::CallError),
    #[error("{0}")]
    Storage(#[from] StorageError),
    #[error("{0}")]
    Pages(#[from] PagesError),
}

/// Every feature with its own state, what runs beside the server, and the few settings that the router reads.
#[derive(Clone)]
pub struct App {
    pub services: Services,
    pub accounts: Accounts,
    pub people: People,
    pub events: Events,
    pub box_office: BoxOffice,
    pub door: Door,
    pub organiser: Organiser,
    pub site: Site,
    pub leaving: Leaving,
    pub pages: Pages,
    /// Runs beside the server.
    pub mail_sender: MailSender,
    /// Runs beside the server.
    pub text_sender: TextSender,
    pub allowed_origins: Vec<String>,
}

/// Opens the database of this config and brings it up to date.
pub fn open_database(config: &Config) -> Result<Database, StartError> {
    let data_folder = |error| StartError::DataFolder { folder: config.data_dir.display().to_string(), error };
    std::fs::create_dir_all(&config.data_dir).map_err(data_folder)?;
    tempfile_probe(&config.data_dir).map_err(data_folder)?;
    let modes = mend_modes(config);
    modes.remark().into_iter().chain(modes.problem()).for_each(|sentence| tracing::warn!("{sentence}"));
    let db = Database::open(&options(config))?;
    db.migrate(MIGRATIONS)?;
    Ok(db)
}

/// Opens the database of this config as it stands, older or newer than this program: for commands that leave it so.
pub fn open_database_as_it_is(config: &Config) -> Result<Database, StartError> {
    // Recomputing every figure takes longer than any request may.
    Ok(Database::open(&Options { create: false, statement_timeout: Duration::ZERO, ..options(config) })?)
}

fn options(config: &Config) -> Options {
    Options {
        readers: config.database_connections,
        statement_timeout: config.database_statement_timeout,
        lock_timeout: config.database_lock_timeout,
        ..Options::new(&config.database_url)
    }
}

/// A folder that exists may still not take files: better known at start than at the first upload.
fn tempfile_probe(folder: &Path) -> std::io::Result<()> {
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    std::fs::write(&probe, b"")?;
    std::fs::remove_file(&probe)
}

pub async fn build(config: Config, db: Database, clock: Arc<dyn Clock>) -> Result<App, StartError> {
    let sealer = open_keys(&config, &db).await?;
    let services = services(&config, db, clock, sealer)?;
    let accounts = Accounts::new(services.clone(), Arc::new(PeopleFacts), login_limits(&config));
    accounts.fill_looks().await?;
    let sessions = Sessions::new(accounts.clone());
    let people = People::new(services.clone(), accounts.clone());
    let events = Events::new(services.clone(), sessions.clone(), Arc::new(BoxOfficeFacts));
    let selling = box_office::Settings {
        providers: providers(&config, &services.clock)?,
        support_email: config.support_email.clone(),
        listen: config.listen,
        rate: config.rate,
    };
    let box_office = BoxOffice::open(services.clone(), events.clone(), selling).await?;
    let door = Door::open(services.clone(), sessions.clone(), box_office.clone());
    let organiser = Organiser::new(services.clone(), sessions.clone(), events.clone(), box_office.clone());
    let mail_sender = MailSender::new(&services, Arc::new(box_office.clone()));
    let text_sender = TextSender::new(&services);
    let site = Site::new(services.clone(), sessions.clone(), events.clone(), config.support_email.clone());
    let leaving = Leaving::new(services.clone(), sessions, accounts.clone());
    let pages = Pages::new(services.clone(), people.clone(), events.clone(), page_settings(&config))?;
    let allowed_origins = config.allowed_origins;
    Ok(App {
        services,
        accounts,
        people,
        events,
        box_office,
        door,
        organiser,
        site,
        leaving,
        pages,
        mail_sender,
        text_sender,
        allowed_origins,
    })
}

fn services(config: &Config, db: Database, clock: Arc<dyn Clock>, sealer: Sealer) -> Result<Services, StartError> {
    let storage = Storage::open(&config.storage_url)?;
    let settings = platform_settings(config);
    Ok(Services::new(Shared {
        db,
        avif_encoder: AvifEncoder::new(storage.clone()),
        storage,
        picture_pool: PicturePool::default(),
        form_permits: FormPermits::default(),
        clock,
        freshness: Freshness::default(),
        outbox: Outbox::new(&settings),
        texts: TextOutbox::new(&settings),
        cache: ResponseCache::default(),
        sealer,
        settings,
    }))
}

/// What of the config the platform reads.
pub fn platform_settings(config: &Config) -> platform::Settings {
    platform::Settings {
        public_url: config.public_url.clone(),
        data_dir: config.data_dir.clone(),
        demo: config.demo,
        trust_proxy: config.trust_proxy,
        idle_connections: config.idle_connections,
        smtp_url: config.smtp_url.clone(),
        mail_from: config.mail_from.clone(),
        texts: config.texts.clone(),
    }
}

fn login_limits(config: &Config) -> LoginLimits {
    LoginLimits {
        tries: config.login_tries,
        wait: config.login_wait,
        address_tries: config.login_address_tries,
        address_per_second: config.login_address_per_second,
        codes_per_address: config.codes_per_address,
    }
}

fn page_settings(config: &Config) -> pages::Settings {
    let credit = config.map_tiles_credit.clone();
    let map_tiles = config.map_tiles_url.clone().map(|url| MapTiles { url, credit });
    pages::Settings { map_tiles, render_limit: config.render_limit }
}
