//! Actions of organising: create, change, cancel and delete events, and the teams that do.

use database::{Connection, DbError};
use domain::{EventId, FieldErrors, Instant, UserId};

use crate::actions::complete;
use crate::model::{EventRow, NewEvent, Takings, TicketTypeDraft, Unlisted};
use crate::organising::collaborators::NamedCollaborators;
use crate::organising::model::{
    Collaborator, CollaboratorStatus, EventChange, EventStats, MyEvent, MyEventsPage, refusal_to_delete,
};
use crate::organising::roles::Role;
use crate::organising::store;
use crate::organising::team::{MailAllowance, Team};
use crate::ticket_facts::TicketFacts;
use crate::{Events, store as rows};
use platform::paging::Page;
use platform::pictures::{EVENT, PreparedPicture, store_picture_with};
use platform::{Error, random, secret};

const MISSING: Error = Error::NotFound("Cet évènement n'existe pas.");
const NO_INVITATION: Error = Error::NotFound("Cette invitation n'est plus valable.");

/// The unique index that keeps two requests with one key from creating two events.
const CREATION_KEY: &str = "events_creation_key";

/// The form of an event. Fields that are absent leave the event as it is.
pub struct EventForm {
    pub change: EventChange,
    pub types: Option<Vec<TicketTypeDraft>>,
    /// What becomes of ticket types that `types` does not name.
    pub unlisted: Unlisted,
    pub collaborators: Option<NamedCollaborators>,
    pub picture: PictureChange,
    /// Errors found while the form was read; those of the event's own rules are added to them.
    pub errors: FieldErrors,
}

/// An event created by this request, or by an earlier one with the same key.
pub enum Creation {
    Made(MyEvent),
    MadeBefore(MyEvent),
}

pub enum PictureChange {
    Keep,
    Remove,
    Replace(Vec<u8>),
}

impl Events {
    /// Reads ticket types as a form carries them.
    pub fn read_ticket_types(&self, text: &str, errors: &mut FieldErrors) -> Vec<TicketTypeDraft> {
        self.tickets.read_types(text, errors)
    }

    /// Creates one event for each key: a request that is sent again, because its answer got lost, is answered with the
    /// event that the first one created.
    pub async fn create_event(&self, owner: UserId, form: EventForm, key: Option<String>) -> Result<Creation, Error> {
        let Some(key) = key else { return self.create_within_limit(owner, form, None).await.map(Creation::Made) };
        // Asked before the work of decoding a picture.
        if let Some(event) = self.find_created_with(owner, key.clone()).await? {
            return Ok(Creation::MadeBefore(event));
        }
        match self.create_within_limit(owner, form, Some(key.clone())).await {
            // Of two tries at once, the other one was first.
            Err(Error::Database(DbError::Constraint { name })) if name == CREATION_KEY => {
                self.find_created_with(owner, key).await?.map(Creation::MadeBefore).ok_or(Error::Busy)
            }
            made => made.map(Creation::Made),
        }
    }

    /// Takes one of the events that the owner may create, and gives it back if none is created.
    async fn create_within_limit(&self, owner: UserId, form: EventForm, key: Option<String>) -> Result<MyEvent, Error> {
        self.event_creations.take(&owner, self.services.now()).map_err(Error::TooMany)?;
        let made = self.create_from_form(owner, form, key).await;
        made.inspect_err(|_| self.event_creations.give_back(&owner))
    }

    async fn find_created_with(&self, owner: UserId, key: String) -> Result<Option<MyEvent>, Error> {
        let tickets = self.tickets.clone();
        let read = move |c: &mut Connection<'_>| {
            let made = store::find_by_creation_key(c, owner, &key)?;
            made.map(|id| read_my_event(c, id, Role::Owner, &*tickets)).transpose()
        };
        self.services.db.read(read).await
    }

    async fn create_from_form(&self, owner: UserId, form: EventForm, key: Option<String>) -> Result<MyEvent, Error> {
        let EventForm { change, types, collaborators, picture, mut errors, .. } = form;
        let now = self.services.now();
        // Nobody can guess it, so that unlisted events stay unlisted.
        let id = EventId::from_random(random::bytes());
        let prepared = self.prepare_picture(picture, &mut errors).await?;
        let row = change.create(id, owner, now, &mut errors);
        errors.into_result()?;
        let mut row = row.ok_or_else(|| Error::Internal("a form without errors made no event".to_owned()))?;
        row.picture = prepared.as_ref().map(|picture| picture.name.clone());
        let (tickets, outbox) = (self.tickets.clone(), self.services.outbox.clone());
        let allowance = MailAllowance::new(&self.collaborator_mails);
        let save = self.services.db.write(move |c| {
            let types = types.as_deref().unwrap_or_default();
            let row = EventRow { is_free: types.is_empty(), ..row.clone() };
            rows::insert_event(c, &NewEvent { event: row.clone(), created: now })?;
            if let Some(key) = &key {
                store::store_creation_key(c, id, key)?;
            }
            tickets.save_types(c, id, types, Unlisted::Removed)?;
            if let Some(named) = &collaborators {
                Team::load(c, &row, &outbox, &allowance, now)?.set_members(c, named)?;
            }
            read_my_event(c, id, Role::Owner, &*tickets)
        });
        let event = store_picture_with(prepared.as_ref(), &self.services.storage, save).await?;
        self.announce_change(id);
        Ok(event)
    }

    pub async fn update_event(&self, user: UserId, id: EventId, form: EventForm) -> Result<MyEvent, Error> {
        // Asked before the work of decoding a picture.
        let role = self.require_organiser(user, id).await?;
        let EventForm { change, types, unlisted, collaborators, picture, mut errors } = form;
        if role != Role::Owner && collaborators.is_some() {
            errors.add("collaborators", "Seul l'organisateur peut changer les collaborateurs");
        }
        let touches_picture = !matches!(picture, PictureChange::Keep);
        let prepared = self.prepare_picture(picture, &mut errors).await?;
        let new_picture = prepared.as_ref().map(|picture| picture.name.clone());
        let now = self.services.now();
        let (tickets, outbox) = (self.tickets.clone(), self.services.outbox.clone());
        let allowance = MailAllowance::new(&self.collaborator_mails);
        let save = self.services.db.write(move |c| {
            let before = rows::find_event(c, id)?.ok_or(MISSING)?;
            let mut errors = errors.clone();
            let mut row = change.clone().apply(&before, now, &mut errors);
            errors.into_result()?;
            if let Some(types) = &types {
                tickets.save_types(c, id, types, unlisted)?;
                row.is_free = tickets.ticket_types(c, &[id])?.get(&id).is_none_or(Vec::is_empty);
            }
            if touches_picture {
                row.picture = new_picture.clone();
            }
            rows::update_event(c, &before, &row, now)?;
            if let Some(named) = &collaborators {
                Team::load(c, &row, &outbox, &allowance, now)?.set_members(c, named)?;
            }
            Ok((before.picture, read_my_event(c, id, role, &*tickets)?))
        });
        let (old_picture, event) = store_picture_with(prepared.as_ref(), &self.services.storage, save).await?;
        self.announce_change(id);
        if let Some(old) = old_picture.filter(|old| touches_picture && !old.starts_with('/')) {
            self.services.storage.discard(&EVENT.keys(&old).collect::<Vec<_>>()).await;
        }
        Ok(event)
    }

    /// Puts this list on sale, by the rules of the event's form.
    pub async fn save_ticket_types(
        &self,
        user: UserId,
        id: EventId,
        list: &str,
        unlisted: Unlisted,
    ) -> Result<MyEvent, Error> {
        let mut errors = FieldErrors::new();
        let change = EventChange::default();
        let types = Some(self.read_ticket_types(list, &mut errors));
        let form = EventForm { change, types, unlisted, collaborators: None, picture: PictureChange::Keep, errors };
        self.update_event(user, id, form).await
    }

    /// Takes an event off every list and ends its sale; its page says that it is cancelled. Whoever paid is paid back.
    pub async fn cancel_event(&self, user: UserId, id: EventId) -> Result<MyEvent, Error> {
        self.require_owner(user, id).await?;
        let now = self.services.now();
        let (tickets, outbox) = (self.tickets.clone(), self.services.outbox.clone());
        let cancel = move |c: &mut Connection<'_>| {
            let before = rows::find_event(c, id)?.ok_or(MISSING)?;
            // What has taken place was given for the money.
            if !before.cancelled && before.is_over(now) {
                return Err(Error::Conflict("Cet évènement est passé : il ne peut plus être annulé.".to_owned()));
            }
            rows::mark_cancelled(c, &before, now)?;
            tickets.cancel_sales(c, &outbox, &before, now)?;
            read_my_event(c, id, Role::Owner, &*tickets)
        };
        let event = self.services.db.write(cancel).await?;
        self.announce_change(id);
        Ok(event)
    }

    /// Deletes an event that nobody ever began to pay for: for any other, money may still arrive.
    pub async fn delete_event(&self, user: UserId, id: EventId) -> Result<(), Error> {
        self.require_owner(user, id).await?;
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let delete = move |c: &mut Connection<'_>| {
            let before = rows::find_event(c, id)?.ok_or(MISSING)?;
            if !tickets.begun_types(c, id)?.is_empty() {
                let types = tickets.ticket_types(c, &[id])?.remove(&id).unwrap_or_default();
                let is_sold = types.iter().any(|kind| kind.sold_tickets > 0);
                return Err(Error::Conflict(refusal_to_delete(is_sold, before.may_be_cancelled(now)).to_owned()));
            }
            rows::delete_event(c, &before)?;
            Ok(before.picture_keys())
        };
        let pictures = self.services.db.write(delete).await?;
        self.services.freshness.event_changed(id);
        self.services.storage.discard(&pictures).await;
        Ok(())
    }

    pub async fn list_my_events(&self, user: UserId, page: Page) -> Result<MyEventsPage, Error> {
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let read = move |c: &mut Connection<'_>| {
            let count = store::count_organised(c, user)?;
            let mut events = Vec::new();
            for id in store::list_organised(c, user, page, now)? {
                let role = store::find_role(c, id, user)?.unwrap_or(Role::Collaborator);
                events.push(read_my_event(c, id, role, &*tickets)?);
            }
            Ok::<_, Error>((count, events))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(Events::PER_PAGE);
        let address = format!("{}/api/my-events/?{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(MyEventsPage { count, next, previous, results })
    }

    pub async fn get_my_event(&self, user: UserId, id: EventId) -> Result<MyEvent, Error> {
        let tickets = self.tickets.clone();
        let read = move |c: &mut Connection<'_>| {
            let role = store::find_role(c, id, user)?.ok_or(MISSING)?;
            read_my_event(c, id, role, &*tickets)
        };
        self.services.db.read(read).await
    }

    /// The event that an invitation is for, the username of who invites, and as what.
    pub async fn get_invitation(&self, token: &str) -> Result<(EventRow, String, Role), Error> {
        let hash = secret::hash(token);
        let read = move |c: &mut Connection<'_>| {
            let (id, role) = store::find_invitation(c, &hash)?.ok_or(NO_INVITATION)?;
            let event = rows::find_event(c, id)?.ok_or(NO_INVITATION)?;
            let inviter = accounts::find_authors(c, &[event.owner])?.remove(&event.owner).ok_or(NO_INVITATION)?;
            Ok((event, inviter.username, role))
        };
        self.services.db.read(read).await
    }

    pub async fn accept_invitation(&self, user: UserId, token: &str) -> Result<MyEvent, Error> {
        let hash = secret::hash(token);
        let (now, tickets) = (self.services.now(), self.tickets.clone());
        let accept = move |c: &mut Connection<'_>| {
            let (id, invited_as) = store::take_invitation(c, &hash)?.ok_or(NO_INVITATION)?;
            // Nobody loses by an invitation what they are already.
            if store::find_role(c, id, user)?.is_none_or(|role| role == Role::Door) {
                store::save_collaborator(c, id, user, invited_as, now)?;
            }
            let role = store::find_role(c, id, user)?.ok_or(NO_INVITATION)?;
            read_my_event(c, id, role, &*tickets)
        };
        self.services.db.write(accept).await
    }

    /// Leaves the team of an event that somebody else owns.
    pub async fn leave_team(&self, user: UserId, id: EventId) -> Result<(), Error> {
        if self.require_role(user, id).await? == Role::Owner {
            return Err(Error::Conflict("Cet évènement est le vôtre : vous pouvez l'annuler ou le supprimer.".into()));
        }
        self.services.db.write(move |c| Ok(store::remove_collaborator(c, id, user)?)).await
    }

    /// Makes cached answers about the event new, and has the mails that its change has put into the outbox sent.
    fn announce_change(&self, id: EventId) {
        self.services.freshness.event_changed(id);
        self.services.outbox.wake();
    }

    /// What somebody is to the event; an error if they are nothing to it.
    async fn require_role(&self, user: UserId, id: EventId) -> Result<Role, Error> {
        let read = move |c: &mut Connection<'_>| {
            if rows::find_event(c, id)?.is_none() {
                return Err(MISSING);
            }
            store::find_role(c, id, user)?.ok_or(Error::Forbidden)
        };
        self.services.db.read(read).await
    }

    /// The same for what is not the door's.
    async fn require_organiser(&self, user: UserId, id: EventId) -> Result<Role, Error> {
        let role = self.require_role(user, id).await?;
        if role.organises() { Ok(role) } else { Err(Error::Forbidden) }
    }

    async fn require_owner(&self, user: UserId, id: EventId) -> Result<(), Error> {
        if self.require_role(user, id).await? == Role::Owner { Ok(()) } else { Err(Error::Forbidden) }
    }

    async fn prepare_picture(
        &self,
        picture: PictureChange,
        errors: &mut FieldErrors,
    ) -> Result<Option<PreparedPicture>, Error> {
        let PictureChange::Replace(bytes) = picture else { return Ok(None) };
        let prepared = self.services.picture_pool.prepare(EVENT, bytes).await?;
        Ok(errors.check_parsed("img", prepared))
    }
}

/// The event as its organisers see it. Who only stands at the door is shown what everybody sees.
fn read_my_event(c: &mut Connection<'_>, id: EventId, role: Role, tickets: &dyn TicketFacts) -> Result<MyEvent, Error> {
    let row = rows::find_event(c, id)?.ok_or(MISSING)?;
    let event = complete(c, vec![row], tickets)?.pop().ok_or(MISSING)?;
    if !role.organises() {
        let stats = EventStats::of(&event, &Takings::default(), 0);
        return Ok(MyEvent { event, role, collaborators: Vec::new(), begun_types: Vec::new(), stats });
    }
    let members = store::list_collaborators(c, id)?;
    let ids: Vec<UserId> = members.iter().map(|(user, _)| *user).collect();
    let people = accounts::find_people(c, &ids)?;
    let known = members.iter().filter_map(|(user, role)| Some((people.get(user)?, *role)));
    let known = known.map(|(person, role)| Collaborator {
        id: Some(person.id),
        username: Some(person.username.clone()),
        email: None,
        status: CollaboratorStatus::Member,
        role,
    });
    let mut collaborators: Vec<Collaborator> = known.collect();
    let count = collaborators.len();
    // An address was told to the owner, not to the whole team.
    let shown = |email: String| (role == Role::Owner).then_some(email);
    let invited = |(email, role)| Collaborator {
        id: None,
        username: None,
        email: shown(email),
        status: CollaboratorStatus::Invited,
        role,
    };
    collaborators.extend(store::list_invited(c, id)?.into_iter().map(invited));
    let stats = EventStats::of(&event, &tickets.takings(c, id)?, count);
    let begun_types = tickets.begun_types(c, id)?;
    Ok(MyEvent { event, role, collaborators, begun_types, stats })
}

/// Removes what somebody who closes their account organises: upcoming events are deleted, past and cancelled ones stay,
/// and the teams of other owners lose a member. Answers the ids of all events that look different now, and the keys of
/// pictures that nothing shows any more. For callers inside their own transaction, who have made sure that no ticket
/// for an upcoming event is sold.
pub fn remove_organiser(
    c: &mut Connection<'_>,
    owner: UserId,
    now: Instant,
) -> Result<(Vec<EventId>, Vec<String>), DbError> {
    let all = rows::list_ids_of_owner(c, owner)?;
    let deleted = rows::delete_upcoming_of_owner(c, owner, now)?;
    store::remove_from_teams(c, owner)?;
    Ok((all, deleted.iter().flat_map(EventRow::picture_keys).collect()))
}
