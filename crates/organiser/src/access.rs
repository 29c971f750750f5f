//! Who may ask: 404 where there is no such event or a draft of others, 403 for who has no part in it.

use database::Connection;
use domain::{EventId, UserId};
use events::{Access, EventRow, Role};
use platform::Error;

/// The event and what somebody is to it, if they are anything to it.
pub fn require_access(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<(EventRow, Access), Error> {
    events::require_access(c, user, event)
}

/// The same for its owner and who organises it with them: not for the door.
pub fn require_organiser(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<(EventRow, Access), Error> {
    let (row, access) = require_access(c, user, event)?;
    if access.organises() { Ok((row, access)) } else { Err(Error::Forbidden) }
}

/// The same for its owner alone.
pub fn require_owner(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<EventRow, Error> {
    let (row, access) = require_access(c, user, event)?;
    if access.role == Role::Owner { Ok(row) } else { Err(Error::Forbidden) }
}
