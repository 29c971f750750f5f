//! Actions of organising: create, publish, change and delete events.

use database::{Connection, DbError};
use domain::{EventId, FieldErrors, Instant, UserId};
use serde_json::json;

use crate::audit_trail::{AuditAction, record_audit};
use crate::model::{EventRow, NewEvent, Unlisted};
use crate::organising::model::{EventChange, MyEvent, refusal_to_delete};
use crate::organising::moving::{is_moved, terms_when_moved};
use crate::organising::price_changes::{PriceChange, price_changes};
use crate::organising::reading::read_my_event;
use crate::organising::store;
use crate::team::access::{require_access, require_organiser, require_owner};
use crate::team::actions::{find_invitation_behind, find_own_invitation, take_invitation};
use crate::team::collaborators::NamedCollaborators;
use crate::team::invitations::Invitation;
use crate::team::members::{MailAllowance, Team};
use crate::team::roles::{Access, Role};
use crate::team::store as team;
use crate::ticket_facts::{Disruption, TicketFacts};
use crate::ticket_types::{TicketType, TicketTypeDraft};
use crate::{Events, store as rows};
use platform::pictures::{EVENT, PreparedPicture, store_picture_with};
use platform::security_log::{self, Deed};
use platform::{Error, random, secret};

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
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let read = move |c: &mut Connection<'_>| {
            let made = store::find_by_creation_key(c, owner, &key)?;
            made.map(|id| read_my_event(c, id, Access::OWNER, &*tickets, now)).transpose()
        };
        self.services.db.read(read).await
    }

    async fn create_from_form(&self, owner: UserId, form: EventForm, key: Option<String>) -> Result<MyEvent, Error> {
        let EventForm { change, types, collaborators, picture, mut errors, .. } = form;
        let now = self.services.now();
        // Nobody can guess it, so that unlisted events stay unlisted.
        let id = EventId::from_random(random::bytes());
        let row = change.create(id, owner, now, &mut errors);
        errors.into_result()?;
        let prepared = self.prepare_picture(picture).await?;
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
            tickets.save_types(c, &row, types, Unlisted::Removed, now)?;
            if let Some(named) = &collaborators {
                Team::load(c, &row, &outbox, &allowance, now)?.set_members(c, named)?;
            }
            rows::announce(c, &row, now)?;
            record_audit(c, id, Some(owner), AuditAction::EventCreate, &json!({ "draft": row.draft }), now)?;
            read_my_event(c, id, Access::OWNER, &*tickets, now)
        });
        let event = store_picture_with(prepared.as_ref(), &self.services.storage, save).await?;
        self.announce_change(id);
        Ok(event)
    }

    pub async fn update_event(&self, user: UserId, id: EventId, form: EventForm) -> Result<MyEvent, Error> {
        // Asked before the work of decoding a picture, and once more where nobody can slip in between.
        let (before, access) = self.find_organiser(user, id).await?;
        let EventForm { change, types, unlisted, collaborators, picture, mut errors } = form;
        if access.role != Role::Owner && collaborators.is_some() {
            errors.add("collaborators", "Seul l'organisateur peut changer les collaborateurs");
        }
        let touches_picture = !matches!(picture, PictureChange::Keep);
        // The texts are right, so that nobody decodes in vain.
        change.clone().apply(&before, self.services.now(), &mut errors);
        errors.into_result()?;
        let prepared = self.prepare_picture(picture).await?;
        let new_picture = prepared.as_ref().map(|picture| picture.name.clone());
        let now = self.services.now();
        let (tickets, outbox) = (self.tickets.clone(), self.services.outbox.clone());
        let allowance = MailAllowance::new(&self.collaborator_mails);
        let save = self.services.db.write(move |c| {
            let (before, access) = require_organiser(c, user, id)?;
            let mut errors = FieldErrors::new();
            let mut row = change.clone().apply(&before, now, &mut errors);
            errors.into_result()?;
            let mut prices = Vec::new();
            if let Some(types) = &types {
                let offer = Offer { types, unlisted, now };
                (row.is_free, prices) = offer.save(c, &row, access, &*tickets)?;
            }
            let is_told = !before.draft && !before.cancelled && !before.is_over(now) && is_moved(&before, &row);
            if is_told && has_sold(c, &*tickets, id, now)? {
                row.refunds = terms_when_moved(&before, &row, now);
                tickets.begin_disruption(c, id, Disruption::Moved, Some(&before.time_and_place()), now)?;
            }
            if touches_picture {
                row.picture = new_picture.clone();
            }
            rows::update_event(c, &before, &row, now)?;
            if let Some(named) = &collaborators {
                Team::load(c, &row, &outbox, &allowance, now)?.set_members(c, named)?;
            }
            rows::announce(c, &row, now)?;
            record_change(c, user, (&before, &row), types.is_some().then_some(&*prices), now)?;
            Ok((before.picture, prices, read_my_event(c, id, access, &*tickets, now)?))
        });
        let (old_picture, prices, event) = store_picture_with(prepared.as_ref(), &self.services.storage, save).await?;
        self.announce_change(id);
        prices.iter().for_each(|price| security_log::record_done_to(Deed::ChangePrice, price));
        if let Some(old) = old_picture.filter(|old| touches_picture && !old.starts_with('/')) {
            self.services.storage.discard(&EVENT.keys(&old).collect::<Vec<_>>()).await;
        }
        Ok(event)
    }

    /// Shows a draft to everybody and opens its sale. A published event never becomes a draft again.
    pub async fn publish_event(&self, user: UserId, id: EventId) -> Result<MyEvent, Error> {
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let publish = move |c: &mut Connection<'_>| {
            let (before, access) = require_organiser(c, user, id)?;
            if before.cancelled {
                return Err(Error::Conflict("Cet évènement est annulé : il ne peut plus être publié.".to_owned()));
            }
            if before.draft {
                let mut errors = FieldErrors::new();
                let row = EventChange::publishing().apply(&before, now, &mut errors);
                errors.into_result()?;
                rows::update_event(c, &before, &row, now)?;
                rows::announce(c, &row, now)?;
                record_audit(c, id, Some(user), AuditAction::EventPublish, &json!({}), now)?;
            }
            read_my_event(c, id, access, &*tickets, now)
        };
        let event = self.services.db.write(publish).await?;
        self.announce_change(id);
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

    /// Deletes an event that nobody ever began to pay for: for any other, money may still arrive.
    pub async fn delete_event(&self, user: UserId, id: EventId) -> Result<(), Error> {
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let delete = move |c: &mut Connection<'_>| {
            let before = require_owner(c, user, id)?;
            if !tickets.begun_types(c, id)?.is_empty() {
                let types = tickets.ticket_types(c, &[id], now)?.remove(&id).unwrap_or_default();
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

    /// Takes an invitation by its link, for who has proved the address that it was sent to.
    pub async fn accept_invitation(&self, user: UserId, token: &str) -> Result<MyEvent, Error> {
        let (hash, now) = (secret::hash(token), self.services.now());
        self.accept(user, move |c| find_invitation_behind(c, user, &hash, now)).await
    }

    /// The same without its link.
    pub async fn accept_my_invitation(&self, user: UserId, id: i64) -> Result<MyEvent, Error> {
        let now = self.services.now();
        self.accept(user, move |c| find_own_invitation(c, user, id, now)).await
    }

    async fn accept(
        &self,
        user: UserId,
        find: impl Fn(&mut Connection<'_>) -> Result<Invitation, Error> + Send + 'static,
    ) -> Result<MyEvent, Error> {
        let (now, tickets) = (self.services.now(), self.tickets.clone());
        let accept = move |c: &mut Connection<'_>| {
            let invitation = find(c)?;
            take_invitation(c, user, &invitation, now)?;
            let (_, access) = require_access(c, user, invitation.event)?;
            read_my_event(c, invitation.event, access, &*tickets, now)
        };
        let event = self.services.db.write(accept).await?;
        self.services.freshness.event_changed(event.event.id);
        Ok(event)
    }

    /// Makes cached answers about the event new, and has the mails that its change has put into the outbox sent.
    pub(super) fn announce_change(&self, id: EventId) {
        self.services.freshness.event_changed(id);
        self.services.outbox.wake();
    }

    async fn find_organiser(&self, user: UserId, id: EventId) -> Result<(EventRow, Access), Error> {
        let read = move |c: &mut Connection<'_>| require_organiser(c, user, id);
        self.services.db.read(read).await
    }

    async fn prepare_picture(&self, picture: PictureChange) -> Result<Option<PreparedPicture>, Error> {
        let PictureChange::Replace(bytes) = picture else { return Ok(None) };
        let prepared = self.services.picture_pool.prepare(EVENT, bytes, self.services.now()).await?;
        prepared.map(Some).map_err(|refusal| Error::field("img", refusal.to_string()))
    }
}

/// The ticket types of a form.
struct Offer<'a> {
    types: &'a [TicketTypeDraft],
    unlisted: Unlisted,
    now: Instant,
}

impl Offer<'_> {
    /// Puts the types on sale, and answers whether the event is free now and which prices have changed. Who may not decide
    /// about prices and places may send them as they are, and nothing else.
    fn save(
        &self,
        c: &mut Connection<'_>,
        event: &EventRow,
        access: Access,
        tickets: &dyn TicketFacts,
    ) -> Result<(bool, Vec<PriceChange>), Error> {
        let types = |c: &mut Connection<'_>| -> Result<Vec<TicketType>, Error> {
            Ok(tickets.ticket_types(c, &[event.id], self.now)?.remove(&event.id).unwrap_or_default())
        };
        let before = types(c)?;
        let saved = tickets.save_types(c, event, self.types, self.unlisted, self.now);
        if !access.steers() && saved.is_err() {
            return Err(Error::Forbidden);
        }
        saved?;
        let after = types(c)?;
        if !access.steers() && before != after {
            return Err(Error::Forbidden);
        }
        Ok((after.is_empty(), price_changes(event.id, &before, &after)))
    }
}

/// Whether anybody has a ticket for the event.
fn has_sold(c: &mut Connection<'_>, tickets: &dyn TicketFacts, event: EventId, now: Instant) -> Result<bool, Error> {
    let types = tickets.ticket_types(c, &[event], now)?.remove(&event).unwrap_or_default();
    Ok(types.iter().any(|kind| kind.sold_tickets > 0))
}

/// Adds a line about an edit to the audit trail. `prices` are those that have changed, if the form had any.
fn record_change(
    c: &mut Connection<'_>,
    user: UserId,
    (before, after): (&EventRow, &EventRow),
    prices: Option<&[PriceChange]>,
    now: Instant,
) -> Result<(), Error> {
    let action = if before.draft && !after.draft { AuditAction::EventPublish } else { AuditAction::EventUpdate };
    let mut detail = json!({ "ticket_types": prices.is_some() });
    if let Some(prices) = prices.filter(|prices| !prices.is_empty()) {
        let words: Vec<String> = prices.iter().map(PriceChange::in_words).collect();
        detail["prices"] = json!(words.join(" ; "));
    }
    if before.address_in_town() != after.address_in_town() {
        detail["place"] = json!(after.address_in_town());
    }
    if (before.first_day, before.hour) != (after.first_day, after.hour) {
        detail["started_at"] = json!(after.first_day.to_string());
        detail["hour"] = json!(after.hour.to_string());
    }
    Ok(record_audit(c, after.id, Some(user), action, &detail, now)?)
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
    let person = accounts::find_people(c, &[owner])?.remove(&owner).filter(|person| person.email_verified);
    team::remove_from_teams(c, owner, person.and_then(|person| person.email).as_deref())?;
    Ok((all, deleted.iter().flat_map(EventRow::picture_keys).collect()))
}
