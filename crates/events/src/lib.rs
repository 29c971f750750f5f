//! Events: what happens, where and when.

mod actions;
mod agenda;
mod columns;
mod day_spans;
mod filters;
mod listing;
mod model;
mod organising;
mod quadtree;
mod routes;
mod search;
mod store;
mod ticket_facts;
mod trends;

use std::sync::Arc;
use std::time::Duration;

use domain::UserId;
use platform::{BlockingPool, Limiter, Services, Sessions};

pub use actions::list_all_of_owner;
pub use agenda::model::Month;
pub use agenda::routes::feeds;
pub use filters::{DateRange, EventFilters};
pub use model::{Event, EventRow, NewEvent, Owner, Takings, TicketType, TicketTypeDraft, TicketTypeFields, Unlisted};
pub use organising::{Role, add_to_team, find_role, list_collaborations, remove_organiser};
pub use quadtree::cell_number;
pub use routes::router;
pub use search::model::{deletions, event_words};
pub use store::{
    count_by_owner, count_done_of_owner, find_events, insert_event, list_upcoming_of_owner, mark_cancelled,
};
pub use ticket_facts::TicketFacts;
pub use trends::add_views;

use trends::ViewCounter;

/// The feature's own state.
#[derive(Clone)]
pub struct Events {
    services: Services,
    sessions: Sessions,
    tickets: Arc<dyn TicketFacts>,
    /// Views that are not stored yet.
    views: ViewCounter,
    /// Mails to collaborators that each organiser may still have sent.
    collaborator_mails: Arc<Limiter<UserId>>,
    /// Events that each organiser may still create.
    event_creations: Arc<Limiter<UserId>>,
    /// Writes and compresses feeds for other calendars.
    feed_pool: BlockingPool,
}

/// Mails to collaborators, by organiser and day. They go to any address that the organiser typed, so they are few.
const COLLABORATOR_MAILS_A_DAY: u32 = 60;

/// Events that somebody may create one after the other, a venue's whole season; then one more every minute.
const CREATIONS_AT_ONCE: u32 = 300;

/// Calendar feeds with different filters that may wait to be written; requests with the same filters share one.
const MOST_FEEDS_WAITING: usize = 32;

const MINUTE: Duration = Duration::from_secs(60);

const A_DAY: Duration = Duration::from_secs(24 * 3600);

impl Events {
    /// Events shown on one page of the list.
    pub const PER_PAGE: u32 = 12;

    pub fn new(services: Services, sessions: Sessions, tickets: Arc<dyn TicketFacts>) -> Events {
        let collaborator_mails = Arc::new(Limiter::new(COLLABORATOR_MAILS_A_DAY, A_DAY / COLLABORATOR_MAILS_A_DAY));
        let event_creations = Arc::new(Limiter::new(CREATIONS_AT_ONCE, MINUTE));
        let feed_pool = BlockingPool::new(1, MOST_FEEDS_WAITING);
        Events {
            services,
            sessions,
            tickets,
            views: ViewCounter::default(),
            collaborator_mails,
            event_creations,
            feed_pool,
        }
    }
}
