//! Accounts: registration, signing in, sessions, profiles, recovery of a forgotten password.

mod access_token;
mod actions;
mod closing;
mod common_passwords;
mod guesses;
mod lookalikes;
mod model;
mod owner_proof;
mod passwords;
mod person_facts;
mod phone_proof;
mod profile;
mod recovery;
mod registration;
mod routes;
mod second_factor;
mod sessions;
mod signing_keys;
mod sprays;
mod store;
mod upkeep;
mod wrong_tries;

use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use platform::{Error, Services, SessionCheck, SignedIn};

pub use closing::{AccountExport, export};
pub use common_passwords::fingerprint_key;
pub use guesses::LoginLimits;
pub use model::{Account, PersonCounts, Profile, Registration, SESSION_OVER, User};
pub use passwords::hash_password;
pub use person_facts::PersonFacts;
pub use profile::{Provider, ProviderText, add_to_portfolio, find_portfolio_pictures, find_provider, save_provider};
pub use recovery::{add_unverified_email, record_proved_email};
pub use registration::insert_account;
pub use routes::router;
pub use second_factor::has_second_factor;
pub use sessions::find_live_sessions;
pub use signing_keys::SIGNING_KEYS;
pub use store::{
    find_authors, find_by_phone, find_matching, find_news_readers, find_people, find_pictures, has_users,
    search_people, set_news,
};

use guesses::Guesses;
use passwords::Passwords;
use phone_proof::CodeLimits;
use profile::ProfileLimits;
use sessions::DeviceMails;
use signing_keys::SigningKeys;
use sprays::Sprays;

/// The feature's own state.
#[derive(Clone)]
pub struct Accounts(Arc<Parts>);

pub struct Parts {
    services: Services,
    facts: Arc<dyn PersonFacts>,
    keys: SigningKeys,
    passwords: Passwords,
    guesses: Guesses,
    sprays: Sprays,
    device_mails: DeviceMails,
    profile_limits: ProfileLimits,
    code_limits: CodeLimits,
}

impl Deref for Accounts {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Accounts {
    pub fn new(services: Services, facts: Arc<dyn PersonFacts>, limits: LoginLimits) -> Accounts {
        Accounts(Arc::new(Parts {
            keys: SigningKeys::new(services.db.clone(), services.clock.clone(), services.sealer.clone()),
            passwords: Passwords::default(),
            guesses: Guesses::new(&limits, services.clock.clone()),
            sprays: Sprays::default(),
            device_mails: DeviceMails::default(),
            profile_limits: ProfileLimits::default(),
            code_limits: CodeLimits::new(limits.codes_per_address),
            services,
            facts,
        }))
    }

    /// What other features know of people, for those that show them.
    pub fn facts(&self) -> Arc<dyn PersonFacts> {
        self.facts.clone()
    }
}

impl SessionCheck for Accounts {
    fn check<'a>(&'a self, access: &'a str) -> Pin<Box<dyn Future<Output = Result<SignedIn, Error>> + Send + 'a>> {
        Box::pin(self.check_access(access))
    }
}
