//! Who may look at an event's money, and who decides about it: 404 where there is no such event, 403 for others.

use database::Connection;
use domain::{EventId, UserId};
use events::{Access, EventRow};
use platform::Error;

const NO_EVENT: Error = Error::NotFound("Cet évènement n'existe pas.");

/// Finds the event for its owner and who organises it with them: not for the door.
pub fn require_organiser(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<EventRow, Error> {
    require(c, user, event, Access::organises)
}

/// Finds the event for its owner and whom the owner trusts with prices, places and other people's money.
pub fn require_steering(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<EventRow, Error> {
    require(c, user, event, Access::steers)
}

fn require(c: &mut Connection<'_>, user: UserId, event: EventId, may: fn(Access) -> bool) -> Result<EventRow, Error> {
    let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
    let access = events::find_access(c, event, user)?.ok_or(Error::Forbidden)?;
    if may(access) { Ok(row) } else { Err(Error::Forbidden) }
}
