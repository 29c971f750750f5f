//! Events: what happens, where and when.

mod actions;
mod agenda;
mod calendar;
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

pub use actions::all_of;
pub use agenda::model::Month;
pub use agenda::routes::feeds;
pub use filters::{DateRange, EventFilters};
pub use model::{Event, EventRow, NewEvent, Others, Owner, Takings, TicketType, TicketTypeDraft};
pub use organising::{collaborations_of, leave};
pub use quadtree::square_of;
pub use routes::router;
pub use search::model::{event_words, slips};
pub use store::{briefs, cancel, count_done_of, count_of_owners, insert, upcoming_of};
pub use ticket_facts::TicketFacts;
pub use trends::add_views;

use trends::Views;

/// The feature's own state.
#[derive(Clone)]
pub struct Events {
    services: Services,
    sessions: Sessions,
    tickets: Arc<dyn TicketFacts>,
    views: Views,
    /// Letters that each organiser may have sent to collaborators.
    letters: Arc<Limiter<UserId>>,
    /// Events that each organiser may create.
    creations: Arc<Limiter<UserId>>,
    /// Where feeds for other calendars are written.
    feed_pool: BlockingPool,
}

/// Letters to collaborators, by organiser and day: they go to whatever address somebody typed.
const LETTERS_A_DAY: u32 = 60;

/// Events that somebody may create one after the other, a house's whole season, then one more every minute.
const CREATIONS: u32 = 300;

/// Feeds with other filters that may wait to be written; those with the same share one.
const MOST_FEEDS_WAITING: usize = 32;

const MINUTE: Duration = Duration::from_secs(60);

const A_DAY: Duration = Duration::from_secs(24 * 3600);

impl Events {
    /// Events shown on one page of the list.
    pub const PER_PAGE: u32 = 12;

    pub fn new(services: Services, sessions: Sessions, tickets: Arc<dyn TicketFacts>) -> Events {
        let letters = Arc::new(Limiter::new(LETTERS_A_DAY, A_DAY / LETTERS_A_DAY));
        let creations = Arc::new(Limiter::new(CREATIONS, MINUTE));
        let feed_pool = BlockingPool::new(1, MOST_FEEDS_WAITING);
        Events { services, sessions, tickets, views: Views::default(), letters, creations, feed_pool }
    }
}
