//! Events: what happens, where and when.

mod actions;
mod agenda;
mod audit_trail;
mod columns;
mod day_spans;
mod detail;
mod filters;
mod listing;
mod model;
mod organising;
mod quadtree;
mod refund_terms;
mod routes;
mod search;
mod store;
mod team;
mod ticket_facts;
mod ticket_types;
mod trends;

use std::sync::Arc;
use std::time::Duration;

use domain::UserId;
use platform::{BlockingPool, Limiter, Services, Sessions};

pub use actions::list_all_of_owner;
pub use agenda::model::Month;
pub use agenda::routes::feeds;
pub use audit_trail::{AuditAction, AuditEntry, list_audit, record_audit};
pub use detail::EventDetail;
pub use filters::{DateRange, EventFilters};
pub use model::{Event, EventRow, NewEvent, Owner, Takings, Unlisted};
pub use organising::{EventStats, MyEvent, MyEventsFilters, NewDateFields, When, has_organised, remove_organiser};
pub use quadtree::cell_number;
pub use refund_terms::{Postponed, Postponement, RefundPolicy, RefundRight, RefundTerms};
pub use routes::router;
pub use search::model::{deletions, event_words};
pub use store::{
    Announcement, advance_announcement, count_by_owner, count_done_of_owner, find_announcement, find_events,
    find_pictures, insert_event, list_beginning_soon, list_earlier_of_owner, list_ids_of_owner, list_upcoming_of_owner,
    mark_cancelled,
};
pub use team::{
    Access, MyInvitation, Role, add_to_team, find_access, find_role, list_collaborations, list_invited_to,
    list_members, require_access,
};
pub use ticket_facts::{Disruption, TicketFacts};
pub use ticket_types::{SaleState, TicketType, TicketTypeDraft, TicketTypeFields, TypeOptions, Typed, read_present};
pub use trends::{add_selections, add_views, count_interest};

use trends::ViewCounter;

/// The feature's own state.
#[derive(Clone)]
pub struct Events {
    services: Services,
    sessions: Sessions,
    tickets: Arc<dyn TicketFacts>,
    /// Views that are not stored yet.
    views: ViewCounter,
    /// Times that tickets were chosen, not stored yet.
    selections: ViewCounter,
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
            selections: ViewCounter::default(),
            collaborator_mails,
            event_creations,
            feed_pool,
        }
    }
}
