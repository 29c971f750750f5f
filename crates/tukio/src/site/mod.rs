//! The rest of the public site: the newsletter, appointments, and what search engines are told.

mod actions;
mod letters;
mod model;
pub mod routes;
mod sitemap;
mod store;
mod visitors;
mod way_out;

use database::{Connection, DbError};
use domain::Instant;

use crate::events::Events;
use crate::platform::Services;
use visitors::Visitors;

/// The feature's own state.
#[derive(Clone)]
pub struct Site {
    services: Services,
    events: Events,
    visitors: Visitors,
}

impl Site {
    pub fn new(services: Services, events: Events) -> Site {
        Site { services, events, visitors: Visitors::default() }
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
