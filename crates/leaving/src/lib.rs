//! Leaving: exporting one's data, and closing one's account. Depends on every feature that keeps something about a
//! person, and asks each of them.

mod actions;
mod belongings;
mod mails;
mod model;
mod routes;

use std::ops::Deref;
use std::sync::Arc;

use accounts::Accounts;
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
