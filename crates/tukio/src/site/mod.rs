//! The rest of the public site: the newsletter, appointments, and what search engines are told.

mod actions;
mod letters;
mod model;
pub mod routes;
mod sitemap;
mod store;

use crate::events::Events;
use crate::platform::Services;
use crate::platform::mail::Outbox;

/// The feature's own state.
#[derive(Clone)]
pub struct Site {
    services: Services,
    events: Events,
    outbox: Outbox,
}

impl Site {
    pub fn new(services: Services, events: Events, outbox: Outbox) -> Site {
        Site { services, events, outbox }
    }
}
