//! The rest of the public site: the newsletter, appointments, and what search engines are told.

mod actions;
mod mails;
mod model;
mod routes;
mod sitemap;
mod store;
mod visitors;
mod way_out;

use axum::extract::FromRef;
use database::{Connection, DbError};
use domain::Instant;
use events::Events;
use platform::Services;

pub use routes::{files, router};

use visitors::Visitors;

/// The feature's own state.
#[derive(Clone)]
pub struct Site {
    services: Services,
    events: Events,
    visitors: Visitors,
    /// Who reads what people write to us.
    support_email: String,
}

impl Site {
    pub fn new(services: Services, events: Events, support_email: String) -> Site {
        Site { services, events, visitors: Visitors::default(), support_email }
    }
}

impl FromRef<Site> for Services {
    fn from_ref(site: &Site) -> Services {
        site.services.clone()
    }
}

/// Since when an address has been on the newsletter's list.
pub fn subscribed_since(connection: &mut Connection<'_>, email: &str) -> Result<Option<Instant>, DbError> {
    store::subscribed_since(connection, email)
}

/// Takes an address off the list. For callers inside their own transaction, who know whose it is.
pub fn unsubscribe(connection: &mut Connection<'_>, email: &str) -> Result<(), DbError> {
    store::delete_subscriber_at(connection, email)
}
