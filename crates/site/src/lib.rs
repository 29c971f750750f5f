//! The rest of the public site: the newsletter, appointments, and the files for search engines.

mod actions;
mod limits;
mod mails;
mod model;
mod newsletter_pages;
mod personal_data;
mod routes;
mod sitemap;
mod store;

use events::Events;
use platform::{Services, Sessions};

pub use model::Subscription;
pub use personal_data::{export_appointments, find_subscription, forget_appointments, unsubscribe};
pub use routes::{files, router};

use limits::SiteLimits;

/// The feature's own state.
#[derive(Clone)]
pub struct Site {
    services: Services,
    sessions: Sessions,
    events: Events,
    limits: SiteLimits,
    /// Where requests for appointments are mailed to.
    support_email: String,
}

impl Site {
    pub fn new(services: Services, sessions: Sessions, events: Events, support_email: String) -> Site {
        Site { services, sessions, events, limits: SiteLimits::default(), support_email }
    }
}
