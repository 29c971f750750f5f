//! Copying an event to another day.

use database::Connection;
use domain::{Day, EventId, FieldErrors, Hour, Instant, UserId};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::audit_trail::{AuditAction, record_audit};
use crate::model::{EventRow, NewEvent};
use crate::organising::days::check_days;
use crate::organising::model::{MyEvent, read_name};
use crate::organising::reading::read_my_event;
use crate::team::access::require_organiser;
use crate::team::roles::{Access, Role, Task};
use crate::team::store as team;
use crate::{Events, store as rows};
use platform::pictures::{EVENT, PreparedPicture, store_picture_with};
use platform::{Error, random, schemas};

/// When the copy takes place. What is absent is as in the original.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct CopyBody {
    #[serde(default)]
    #[schema(required, schema_with = schemas::day)]
    started_at: String,
    #[schema(schema_with = schemas::hour)]
    hour: Option<String>,
    #[schema(min_length = 2, max_length = 150)]
    name: Option<String>,
    /// Takes the members of the team along; for the owner alone.
    with_team: Option<bool>,
}

/// What a [`CopyBody`] asks for.
#[derive(Clone)]
struct Copy {
    first_day: Day,
    hour: Option<Hour>,
    name: Option<String>,
    with_team: bool,
}

impl CopyBody {
    fn check(self) -> Result<Copy, FieldErrors> {
        let mut errors = FieldErrors::new();
        let day = self.started_at.trim().parse().map_err(|_| "La date de début doit être une date");
        let first_day = errors.check_parsed("started_at", day);
        let hour = self.hour.and_then(|hour| errors.check_parsed("hour", hour.trim().parse()));
        let name = self.name.and_then(|name| errors.check_parsed("name", read_name(&name)));
        match first_day {
            Some(first_day) if errors.is_empty() => {
                Ok(Copy { first_day, hour, name, with_team: self.with_team.unwrap_or(false) })
            }
            _ => Err(errors),
        }
    }
}

impl Copy {
    /// The copy as a draft of `owner`, as long as the original.
    fn make(&self, original: &EventRow, id: EventId, owner: UserId) -> EventRow {
        let shift = self.first_day.number() - original.first_day.number();
        EventRow {
            id,
            owner,
            name: self.name.clone().unwrap_or_else(|| original.name.clone()),
            first_day: self.first_day,
            ended_day: original.ended_day.map(|day| day.plus_days(shift)),
            hour: self.hour.unwrap_or(original.hour),
            cancelled: false,
            draft: true,
            ..original.clone()
        }
    }

    fn check_access(&self, access: Access) -> Result<(), FieldErrors> {
        if self.with_team && access.role != Role::Owner {
            return Err(FieldErrors::of("with_team", "Seul l'organisateur peut reprendre l'équipe"));
        }
        Ok(())
    }
}

impl Events {
    /// Copies texts, place, picture and ticket types of an event into a draft of the person's own.
    pub async fn copy_event(&self, user: UserId, original: EventId, body: CopyBody) -> Result<MyEvent, Error> {
        let read = move |c: &mut Connection<'_>| require_organiser(c, user, original);
        let (row, access) = self.services.db.read(read).await?;
        let (copy, now) = (body.check()?, self.services.now());
        copy.check_access(access)?;
        // Nobody can guess it, as that of any event.
        let id = EventId::from_random(random::bytes());
        let mut errors = FieldErrors::new();
        check_days(&copy.make(&row, id, user), None, now, &mut errors);
        errors.into_result()?;
        self.event_creations.take(&user, now).map_err(Error::TooMany)?;
        let made = self.store_copy(user, original, id, copy, now).await;
        made.inspect_err(|_| self.event_creations.give_back(&user))
    }

    async fn store_copy(
        &self,
        user: UserId,
        original: EventId,
        id: EventId,
        copy: Copy,
        now: Instant,
    ) -> Result<MyEvent, Error> {
        let picture = self.copy_picture(original).await?;
        let (tickets, picture_name) = (self.tickets.clone(), picture.as_ref().map(|picture| picture.name.clone()));
        let save = self.services.db.write(move |c| {
            let (row, access) = require_organiser(c, user, original)?;
            copy.check_access(access)?;
            let mut event = copy.make(&row, id, user);
            // One that was uploaded has its own files; a generated one is an address that serves both.
            if event.picture.as_ref().is_some_and(|picture| !picture.starts_with('/')) {
                event.picture = picture_name.clone();
            }
            rows::insert_event(c, &NewEvent { event: event.clone(), created: now })?;
            tickets.copy_types(c, &row, &event, now)?;
            if copy.with_team {
                copy_team(c, original, id, now)?;
            }
            let detail = json!({ "copy_of": original });
            record_audit(c, id, Some(user), AuditAction::EventCopy, &detail, now)?;
            read_my_event(c, id, Access::OWNER, &*tickets, now)
        });
        store_picture_with(picture.as_ref(), &self.services.storage, save).await
    }

    /// The uploaded picture of an event under a new name, if it has one: each event removes its own files.
    async fn copy_picture(&self, original: EventId) -> Result<Option<PreparedPicture>, Error> {
        let read = move |c: &mut Connection<'_>| Ok::<_, Error>(rows::find_event(c, original)?);
        let picture = self.services.db.read(read).await?.and_then(|event| event.picture);
        let Some(name) = picture.filter(|name| !name.starts_with('/')) else { return Ok(None) };
        PreparedPicture::copy_of(EVENT, &name, &self.services.storage).await
    }
}

/// Takes the members of a team into another one. Who is only invited has not agreed yet.
fn copy_team(c: &mut Connection<'_>, from: EventId, to: EventId, now: Instant) -> Result<(), Error> {
    for member in team::list_members(c, from)? {
        team::save_member(c, to, member.user, Task::new(member.role, member.trusted), now)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: serde_json::Value) -> Result<Copy, FieldErrors> {
        serde_json::from_value::<CopyBody>(body).unwrap().check()
    }

    #[test]
    fn a_copy_needs_a_day_and_nothing_else() {
        let copy = read(json!({ "started_at": "2026-12-01" })).unwrap();
        assert_eq!((copy.first_day.to_string(), copy.hour, copy.with_team), ("2026-12-01".to_owned(), None, false));
        for wrong in [
            json!({}),
            json!({ "started_at": "demain" }),
            json!({ "started_at": "2026-12-01", "hour": "7pm" }),
            json!({ "started_at": "2026-12-01", "name": "x" }),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
