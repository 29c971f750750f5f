//! The rest of the public site: the newsletter, appointments, and what search engines are told.

mod actions;
mod letters;
mod model;
pub mod routes;
mod sitemap;
mod store;
mod visitors;
mod way_out;

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
