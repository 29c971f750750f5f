//! What events must know about tickets. The box office stands on events, so `app.rs` hands its answers in as a trait.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{EventId, FieldErrors, Instant, TicketTypeId};

use crate::model::{EventRow, Takings, Unlisted};
use crate::ticket_types::{TicketType, TicketTypeDraft};
use platform::Error;

/// What can become of an event that tickets were sold for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disruption {
    /// It does not take place: its tickets are void, and whoever paid is paid back.
    Cancelled,
    /// It has another date.
    Postponed,
    /// It was edited, and has another date, hour or place.
    Moved,
}

/// What is on sale for an event. The box office stands on events, so it tells through this trait.
pub trait TicketFacts: Send + Sync {
    /// Each event's ticket types in the organiser's order, as its team may see them; an event without any may be absent.
    fn ticket_types(
        &self,
        connection: &mut Connection<'_>,
        events: &[EventId],
        now: Instant,
    ) -> Result<HashMap<EventId, Vec<TicketType>>, DbError>;

    /// Reads ticket types as a form carries them, and notes what is wrong with them under their field.
    fn read_types(&self, text: &str, errors: &mut FieldErrors) -> Vec<TicketTypeDraft>;

    /// Puts these types on sale inside the caller's transaction. `unlisted` says what becomes of the event's other
    /// types.
    fn save_types(
        &self,
        connection: &mut Connection<'_>,
        event: &EventRow,
        types: &[TicketTypeDraft],
        unlisted: Unlisted,
        now: Instant,
    ) -> Result<(), Error>;

    /// Puts the types of an event on sale for another one, with all their options and nothing sold. Their windows begin and
    /// end as long before the one as before the other.
    fn copy_types(
        &self,
        connection: &mut Connection<'_>,
        from: &EventRow,
        to: &EventRow,
        now: Instant,
    ) -> Result<(), DbError>;

    /// Notes inside the caller's transaction that the event was cancelled, postponed or moved. Its tickets, the money and the
    /// holders follow in steps; `message` is what the organiser tells them, or where and when a moved event was to be.
    fn begin_disruption(
        &self,
        connection: &mut Connection<'_>,
        event: EventId,
        kind: Disruption,
        message: Option<&str>,
        now: Instant,
    ) -> Result<(), Error>;

    /// At most `most` events that tickets were sold for since then, with a weight, the heaviest first: a ticket counts
    /// the more, the later it was sold.
    fn sold_since(
        &self,
        connection: &mut Connection<'_>,
        since: Instant,
        most: i64,
    ) -> Result<Vec<(EventId, i64)>, DbError>;

    /// The types that anybody ever began to pay for, whatever became of the payment: neither they nor their event can
    /// be deleted.
    fn begun_types(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Vec<TicketTypeId>, DbError>;

    /// What the event has brought in so far.
    fn takings(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Takings, DbError>;
}
