//! Leaving: taking one's data along, and closing one's account. Stands above every feature that knows something of a
//! person, and asks each of them.

mod actions;
mod belongings;
mod mails;
mod model;
mod routes;

use std::ops::Deref;
use std::sync::Arc;

use accounts::Accounts;
use axum::extract::FromRef;
use platform::{Services, Sessions};

pub use routes::router;

/// The feature's own state.
#[derive(Clone)]
pub struct Leaving(Arc<Parts>);

pub struct Parts {
    services: Services,
    sessions: Sessions,
    accounts: Accounts,
}

impl Leaving {
    pub fn new(services: Services, sessions: Sessions, accounts: Accounts) -> Leaving {
        Leaving(Arc::new(Parts { services, sessions, accounts }))
    }
}

impl Deref for Leaving {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromRef<Leaving> for Sessions {
    fn from_ref(leaving: &Leaving) -> Sessions {
        leaving.sessions.clone()
    }
}
