//! Who may decide about the sale of an event.

use database::Connection;
use domain::{EventId, UserId};
use events::EventRow;
use platform::Error;

pub const NO_EVENT: Error = Error::NotFound("Cet évènement n'existe pas.");

/// The event, if the person organises it.
pub fn require_organiser(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<EventRow, Error> {
    let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
    let access = events::find_access(c, event, user)?;
    if access.is_some_and(events::Access::organises) { Ok(row) } else { Err(Error::Forbidden) }
}

/// The event, if prices and places are the person's to decide about.
pub fn require_steering(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<EventRow, Error> {
    let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
    let access = events::find_access(c, event, user)?;
    if access.is_some_and(events::Access::steers) { Ok(row) } else { Err(Error::Forbidden) }
}
