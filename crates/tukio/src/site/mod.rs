//! The rest of the public site: for now, the newsletter.

mod actions;
pub mod routes;
mod store;

use crate::platform::Services;

/// The feature's own state.
#[derive(Clone)]
pub struct Site {
    services: Services,
}

impl Site {
    pub fn new(services: Services) -> Site {
        Site { services }
    }
}
