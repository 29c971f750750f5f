//! The rest of the public site: the newsletter, appointments, and the files for search engines.

mod actions;
mod limits;
mod mails;
mod model;
mod routes;
mod sitemap;
mod store;
mod unsubscribe_page;

use database::{Connection, DbError};
use domain::Instant;
use events::Events;
use platform::Services;

pub use routes::{files, router};

use limits::SiteLimits;

/// The feature's own state.
#[derive(Clone)]
pub struct Site {
    services: Services,
    events: Events,
    limits: SiteLimits,
    /// Where requests for appointments are mailed to.
    support_email: String,
}

impl Site {
    pub fn new(services: Services, events: Events, support_email: String) -> Site {
        Site { services, events, limits: SiteLimits::default(), support_email }
    }
}

/// Since when an address has been on the newsletter's list.
pub fn subscribed_since(connection: &mut Connection<'_>, email: &str) -> Result<Option<Instant>, DbError> {
    store::subscribed_since(connection, email)
}

/// Removes an address from the list. For callers inside their own transaction, who know that it is the person's own.
pub fn unsubscribe(connection: &mut Connection<'_>, email: &str) -> Result<(), DbError> {
    store::delete_subscriber_at(connection, email)
}
