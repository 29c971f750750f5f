//! Events: what happens, where and when.

mod actions;
mod agenda;
mod calendar;
mod filters;
mod listing;
mod model;
mod organising;
mod routes;
mod search;
mod store;
mod trends;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use database::{Connection, DbError};
use domain::{Day, EventId, FieldErrors, Instant, TicketTypeId, UserId};
use platform::mail::Outbox;
use platform::{BlockingPool, Error, Limiter, Services, Sessions};

pub use agenda::model::Month;
pub use filters::{DateRange, EventFilters};
pub use listing::nearby::squares::square_of;
pub use model::{Event, EventRow, NewEvent, Others, Owner, Takings, TicketType, TicketTypeDraft};
pub use search::model::{event_words, slips};

pub use agenda::routes::feeds;
pub use routes::router;

use trends::Views;

/// What is on sale for an event. The box office stands on events, so it tells through this trait.
pub trait TicketFacts: Send + Sync {
    /// Each event's ticket types in the organiser's order; an event without any may be absent.
    fn ticket_types(
        &self,
        connection: &mut Connection<'_>,
        events: &[EventId],
    ) -> Result<HashMap<EventId, Vec<TicketType>>, DbError>;

    /// Reads ticket types as a form carries them, and notes what is wrong with them under their field.
    fn read_types(&self, text: &str, errors: &mut FieldErrors) -> Vec<TicketTypeDraft>;

    /// Puts these on sale, in the place of those there were or behind them, inside the caller's transaction.
    fn save_types(
        &self,
        connection: &mut Connection<'_>,
        event: EventId,
        types: &[TicketTypeDraft],
        others: Others,
    ) -> Result<(), Error>;

    /// The event does not take place: nothing of it is sold any more, tickets are void, who paid is told and paid back.
    fn call_off(
        &self,
        connection: &mut Connection<'_>,
        outbox: &Outbox,
        event: &EventRow,
        now: Instant,
    ) -> Result<(), Error>;

    /// Events that tickets were sold for since then, with a weight, the heaviest first: each ticket counts the more the
    /// later it was sold.
    fn sold_since(
        &self,
        connection: &mut Connection<'_>,
        since: Instant,
        most: i64,
    ) -> Result<Vec<(EventId, i64)>, DbError>;

    /// The types that anybody ever began to pay for, whatever became of it: they stay, and their event with them.
    fn begun_types(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Vec<TicketTypeId>, DbError>;

    fn takings(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Takings, DbError>;
}

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

impl FromRef<Events> for Services {
    fn from_ref(events: &Events) -> Services {
        events.services.clone()
    }
}

impl FromRef<Events> for Sessions {
    fn from_ref(events: &Events) -> Sessions {
        events.sessions.clone()
    }
}

/// How many listed events each of those people organises.
pub fn count_of_owners(connection: &mut Connection<'_>, owners: &[UserId]) -> Result<HashMap<UserId, i64>, DbError> {
    store::count_of_owners(connection, owners)
}

/// Those events, as far as they exist: what tickets and payments need to know of them.
pub fn briefs(connection: &mut Connection<'_>, ids: &[EventId]) -> Result<HashMap<EventId, EventRow>, DbError> {
    Ok(store::by_ids(connection, ids)?.into_iter().map(|row| (row.id, row)).collect())
}

/// Stores an event as it stands. For callers inside their own transaction.
pub fn insert(connection: &mut Connection<'_>, event: &NewEvent) -> Result<(), DbError> {
    store::insert(connection, event)
}

/// Takes an event off every list. For callers inside their own transaction, who see to what was sold.
pub fn cancel(connection: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<(), DbError> {
    store::cancel(connection, event, now)
}

/// Counts how often events were looked at on a day. For callers inside their own transaction.
pub fn add_views(connection: &mut Connection<'_>, views: &HashMap<EventId, i64>, day: Day) -> Result<(), DbError> {
    trends::add_views(connection, views, day)
}

/// All events of a person, listed or not, as the API shows them.
pub fn all_of(
    connection: &mut Connection<'_>,
    owner: UserId,
    tickets: &dyn TicketFacts,
) -> Result<Vec<Event>, DbError> {
    actions::all_of(connection, owner, tickets)
}

/// Ids and names of a person's events that are still to take place.
pub fn upcoming_of(
    connection: &mut Connection<'_>,
    owner: UserId,
    now: Instant,
) -> Result<Vec<(EventId, String)>, DbError> {
    store::upcoming_of(connection, owner, now)
}

/// How many of a person's events are over or cancelled.
pub fn count_done_of(connection: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<i64, DbError> {
    store::count_done_of(connection, owner, now)
}

/// Ids and names of the events somebody organises with their owners.
pub fn collaborations_of(connection: &mut Connection<'_>, user: UserId) -> Result<Vec<(EventId, String)>, DbError> {
    organising::collaborations_of(connection, user)
}

/// Lets an organiser go: what is to come disappears, what is over or cancelled stays, others' teams lose a member.
/// Answers all that is shown differently, and the keys of pictures that nothing shows any more.
/// For callers inside their own transaction, who have made sure that nothing to come is sold.
pub fn leave(
    connection: &mut Connection<'_>,
    owner: UserId,
    now: Instant,
) -> Result<(Vec<EventId>, Vec<String>), DbError> {
    let all = store::ids_of(connection, owner)?;
    let deleted = store::delete_upcoming_of(connection, owner, now)?;
    organising::leave_teams(connection, owner)?;
    Ok((all, deleted.iter().flat_map(EventRow::picture_keys).collect()))
}
