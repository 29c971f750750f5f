//! What events must know about tickets. The box office stands on events, so `app.rs` hands its answers in as a trait.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{EventId, FieldErrors, Instant, TicketTypeId};

use crate::model::{EventRow, Takings, TicketType, TicketTypeDraft, Unlisted};
use platform::Error;
use platform::mail::Outbox;

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

    /// Puts these types on sale inside the caller's transaction. `unlisted` says what becomes of the event's other
    /// types.
    fn save_types(
        &self,
        connection: &mut Connection<'_>,
        event: EventId,
        types: &[TicketTypeDraft],
        unlisted: Unlisted,
    ) -> Result<(), Error>;

    /// Ends the sale of a cancelled event inside the caller's transaction: its tickets become void, and whoever paid is
    /// told by mail and paid back.
    fn cancel_sales(
        &self,
        connection: &mut Connection<'_>,
        outbox: &Outbox,
        event: &EventRow,
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
