//! The organiser's space: what an event's makers know of it, and what they tell its people.

mod access;
mod attendees;
mod audit;
mod figures;
mod live;
mod messages;
mod news;
mod payments;
mod personal_data;
mod recipients;
mod reminders;
mod routes;
mod secretary;
mod settlement;
mod space;

use std::sync::Arc;

use box_office::BoxOffice;
use events::Events;
use platform::{Services, Sessions};
use tokio::sync::{Notify, Semaphore};

pub use messages::MessageBody;
pub use personal_data::{export_messages, forget_person};
pub use routes::router;

use live::LiveBoard;

/// The feature's own state: a cheap handle.
#[derive(Clone)]
pub struct Organiser {
    services: Services,
    sessions: Sessions,
    events: Events,
    office: BoxOffice,
    /// Tells the secretary that something is to be written before its next round.
    secretary_wanted: Arc<Notify>,
    /// Who watches which event's figures.
    live: LiveBoard,
    /// Files of attendees that may be written at the same time.
    exports: Arc<Semaphore>,
}

/// Files of attendees that are written at the same time in this process: each keeps a reader of the database busy.
const MOST_EXPORTS: usize = 4;

impl Organiser {
    pub fn new(services: Services, sessions: Sessions, events: Events, office: BoxOffice) -> Organiser {
        let (live, exports) = (LiveBoard::new(&services), Arc::new(Semaphore::new(MOST_EXPORTS)));
        Organiser { services, sessions, events, office, live, exports, secretary_wanted: Arc::new(Notify::new()) }
    }
}
