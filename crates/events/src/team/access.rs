//! Who may ask about an event: 404 where there is no such event, 403 for who has no part in it. Who has no part in a draft
//! does not learn that it exists.

use database::Connection;
use domain::{EventId, UserId};

use crate::model::EventRow;
use crate::store as rows;
use crate::team::roles::{Access, Role};
use crate::team::store;
use platform::Error;

const NO_EVENT: Error = Error::NotFound("Cet évènement n'existe pas.");

/// The event and what somebody is to it, if they are anything to it.
pub fn require_access(c: &mut Connection<'_>, user: UserId, event: EventId) -> Result<(EventRow, Access), Error> {
    let row = rows::find_event(c, event)?.ok_or(NO_EVENT)?;
    match store::find_access(c, event, user)? {
        Some(access) => Ok((row, access)),
        None if row.draft => Err(NO_EVENT),
        None => Err(Error::Forbidden),
    }
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
