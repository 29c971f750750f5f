//! Inviting guests, listing them, and taking invitations back.

use database::{Connection, DbError};
use domain::{EventId, GuestId, Instant, TicketTypeId, UserId};
use events::{AuditAction, record_audit};
use serde_json::json;

use crate::BoxOffice;
use crate::access::require_organiser;
use crate::guests::answers::{Guest, GuestsPage, NewGuests};
use crate::guests::issuing::{give_ticket, lock_free_places, take_back_ticket};
use crate::guests::mails;
use crate::guests::model::CheckedGuest;
use crate::guests::store::{self, GuestRow, NewGuestRow};
use crate::ticket_types::store::find_labels;
use crate::tickets::model::grouped_code;
use platform::Error;
use platform::mail::Outbox;
use platform::paging::Page;

const NO_GUEST: Error = Error::NotFound("Cette invitation n'existe pas.");

/// Whom to invite to what, and the key and digest of the request that says so.
#[derive(Clone)]
struct Invitation {
    user: UserId,
    event: EventId,
    ticket_type: TicketTypeId,
    guests: Vec<CheckedGuest>,
    key: Option<(String, String)>,
}

impl BoxOffice {
    pub const GUESTS_PER_PAGE: u32 = 20;

    /// Invites all of them or nobody. The same key and body get the same answer again: returns whether it is a new one.
    pub async fn invite_guests(
        &self,
        user: UserId,
        event: EventId,
        new: NewGuests,
        key: Option<String>,
    ) -> Result<(Vec<Guest>, bool), Error> {
        self.services.db.read(move |c| require_organiser(c, user, event)).await?;
        let (ticket_type, guests) = new.check()?;
        let key = key.map(|key| (key, new.digest()));
        if let Some(earlier) = self.find_invited(user, key.clone()).await? {
            return Ok((earlier, false));
        }
        let mails = guests.iter().filter(|guest| guest.email.is_some()).count() as u32;
        self.guest_mails.take_all(&user, mails, self.services.now()).map_err(Error::TooMany)?;
        let invitation = Invitation { user, event, ticket_type, guests, key: key.clone() };
        match self.write_invitation(invitation).await {
            // The same request was under way, and was first.
            Err(Error::Database(DbError::Constraint { name })) if name == store::REQUEST_KEY => {
                self.find_invited(user, key).await?.map(|earlier| (earlier, false)).ok_or(Error::Busy)
            }
            Err(error) => {
                (0..mails).for_each(|_| self.guest_mails.give_back(&user));
                Err(error)
            }
            Ok(invited) => Ok((invited, true)),
        }
    }

    /// Whom the same request has invited before.
    async fn find_invited(&self, user: UserId, key: Option<(String, String)>) -> Result<Option<Vec<Guest>>, Error> {
        let Some((key, digest)) = key else { return Ok(None) };
        let earlier = self.services.db.read(move |c| store::guests_of_request(c, user, &key)).await?;
        match earlier.first() {
            None => Ok(None),
            Some(first) if first.digest.as_ref() == Some(&digest) => Ok(Some(self.show_guests(earlier))),
            Some(_) => Err(Error::Conflict("Cette clé a déjà servi à une autre demande.".to_owned())),
        }
    }

    async fn write_invitation(&self, invitation: Invitation) -> Result<Vec<Guest>, Error> {
        let (now, outbox, event) = (self.services.now(), self.services.outbox.clone(), invitation.event);
        let write = move |c: &mut Connection<'_>| invitation.write(c, &outbox, now);
        let rows = self.services.db.write_row_locked(write).await?;
        self.services.outbox.wake();
        self.services.freshness.event_sold(event);
        Ok(self.show_guests(rows))
    }

    pub async fn list_guests(
        &self,
        user: UserId,
        event: EventId,
        (search, page): (String, Page),
    ) -> Result<GuestsPage, Error> {
        let query: String =
            url::form_urlencoded::Serializer::new(String::new()).append_pair("search", &search).finish();
        let query = if search.is_empty() { String::new() } else { format!("{query}&") };
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            Ok::<_, Error>(store::page_of_event(c, event, &search, page)?)
        };
        let (count, rows) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::GUESTS_PER_PAGE);
        let address = format!("{}/api/events/{event}/invitations/?{query}{limit}", self.services.settings.public_url);
        let results = self.show_guests(rows);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(GuestsPage { count, next, previous, results })
    }

    pub async fn withdraw_guest(&self, user: UserId, event: EventId, id: GuestId) -> Result<(), Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let guest = store::find_guest(c, event, id)?.ok_or(NO_GUEST)?;
            take_back_ticket(c, &guest, now)?;
            let detail = json!({ "guest": id, "ticket_type": guest.ticket_type });
            Ok::<_, Error>(record_audit(c, event, Some(user), AuditAction::GuestWithdraw, &detail, now)?)
        };
        self.services.db.write_row_locked(write).await?;
        self.services.freshness.event_sold(event);
        // Somebody may wait for the place.
        self.notify_cashier();
        Ok(())
    }

    fn show_guests(&self, rows: Vec<GuestRow>) -> Vec<Guest> {
        let show = |row: GuestRow| Guest {
            id: row.id,
            name: row.name,
            phone: row.phone,
            email: row.email,
            ticket_type_id: row.ticket_type,
            ticket_id: row.ticket,
            code: grouped_code(&row.code),
            status: row.status,
            share_url: format!("{}/receipts/{}", self.services.settings.public_url, row.receipt),
        };
        rows.into_iter().map(show).collect()
    }
}

impl Invitation {
    fn write(&self, c: &mut Connection<'_>, outbox: &Outbox, now: Instant) -> Result<Vec<GuestRow>, Error> {
        let Invitation { user, event, ticket_type, .. } = *self;
        let row = require_organiser(c, user, event)?;
        let stock = lock_free_places(c, (event, ticket_type), self.guests.len() as i64, now)?;
        let key = self.key.as_ref().map(|(key, digest)| (&**key, &**digest));
        let mut payments = Vec::with_capacity(self.guests.len());
        for (place, guest) in (0..).zip(&self.guests) {
            let new = NewGuestRow { event, ticket_type, price: stock.price, guest, invited_by: user, key, place };
            payments.push(give_ticket(c, &new, now)?);
        }
        let detail = json!({ "guests": self.guests.len(), "ticket_type": ticket_type });
        record_audit(c, event, Some(user), AuditAction::GuestInvite, &detail, now)?;
        let invited = store::guests_of_payments(c, &payments)?;
        let label = find_labels(c, &[event])?.remove(&ticket_type).unwrap_or_default();
        for guest in &invited {
            if let Some(email) = &guest.email {
                outbox.put(c, &mails::invitation(outbox, &row, &label, guest, email), now)?;
            }
        }
        Ok(invited)
    }
}
