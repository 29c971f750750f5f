//! Making, changing and deleting promo codes.

use database::Connection;
use domain::{EventId, FieldErrors, Instant, Money, PromoCodeId, TicketTypeId, UserId};
use events::{AuditAction, EventRow, record_audit};
use serde_json::json;

use crate::BoxOffice;
use crate::access::{require_organiser, require_steering};
use crate::promo_codes::model::{Discount, Promo};
use crate::promo_codes::store::{self, Uses};
use crate::steering::promo_codes::answers::{NewPromoCode, PromoCode, PromoCodeChange, PromoCodesPage};
use crate::ticket_types::store::find_labels;
use platform::Error;
use platform::paging::Page;

const NO_CODE: Error = Error::NotFound("Ce code promo n'existe pas.");

/// The most codes that one event may have: more than anybody looks through.
const MOST_CODES: i64 = 500;

impl BoxOffice {
    pub const PROMO_CODES_PER_PAGE: u32 = 20;

    pub async fn list_promo_codes(&self, user: UserId, event: EventId, page: Page) -> Result<PromoCodesPage, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let (count, promos) = store::page_of_event(c, event, page)?;
            Ok::<_, Error>((count, show_promos(c, promos, now)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::PROMO_CODES_PER_PAGE);
        let address = format!("{}/api/events/{event}/promo-codes/?{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(PromoCodesPage { count, next, previous, results })
    }

    pub async fn create_promo_code(&self, user: UserId, event: EventId, new: NewPromoCode) -> Result<PromoCode, Error> {
        let (now, fields) = (self.services.now(), PromoCodeChange::from(new));
        let write = move |c: &mut Connection<'_>| {
            let row = require_steering(c, user, event)?;
            let (count, _) = store::page_of_event(c, event, Page::first(1))?;
            if count >= MOST_CODES {
                return Err(Error::field("code", format!("{MOST_CODES} codes promo au plus par évènement.")));
            }
            let promo = read_fields(c, &fields, None, &row)?;
            let id = store::insert_promo(c, &promo, now)?;
            audit(c, (event, user), AuditAction::PromoCodeCreate, &promo, now)?;
            show_promo(c, Promo { id, ..promo }, now)
        };
        self.services.db.write(write).await.map_err(known_already)
    }

    /// Changes what the code does from now on: what was agreed on with it stays.
    pub async fn update_promo_code(
        &self,
        user: UserId,
        (event, id): (EventId, PromoCodeId),
        fields: PromoCodeChange,
    ) -> Result<PromoCode, Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            let row = require_steering(c, user, event)?;
            let before = store::lock_promo(c, event, id)?.ok_or(NO_CODE)?;
            let promo = read_fields(c, &fields, Some(&before), &row)?;
            store::update_promo(c, &promo)?;
            audit(c, (event, user), AuditAction::PromoCodeUpdate, &promo, now)?;
            show_promo(c, promo, now)
        };
        self.services.db.write(write).await.map_err(known_already)
    }

    pub async fn delete_promo_code(&self, user: UserId, (event, id): (EventId, PromoCodeId)) -> Result<(), Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            require_steering(c, user, event)?;
            let promo = store::lock_promo(c, event, id)?.ok_or(NO_CODE)?;
            if store::is_used(c, id)? {
                let why = "Ce code promo a déjà servi : arrêtez-le par une date de fin au lieu de le supprimer.";
                return Err(Error::Conflict(why.to_owned()));
            }
            store::delete_promo(c, id)?;
            audit(c, (event, user), AuditAction::PromoCodeDelete, &promo, now)
        };
        self.services.db.write(write).await
    }
}

fn read_fields(
    c: &mut Connection<'_>,
    fields: &PromoCodeChange,
    before: Option<&Promo>,
    event: &EventRow,
) -> Result<Promo, Error> {
    let known: Vec<TicketTypeId> = find_labels(c, &[event.id])?.into_keys().collect();
    let mut errors = FieldErrors::new();
    let promo = fields.apply(before, (event.id, event.town), &known, &mut errors);
    errors.into_result()?;
    promo.ok_or_else(|| Error::Internal("a form without errors made no promo code".to_owned()))
}

fn known_already(error: Error) -> Error {
    error.on_constraint(store::CODE_KEY, "code", "Ce code existe déjà pour cet évènement.")
}

fn audit(
    c: &mut Connection<'_>,
    (event, user): (EventId, UserId),
    action: AuditAction,
    promo: &Promo,
    now: Instant,
) -> Result<(), Error> {
    Ok(record_audit(c, event, Some(user), action, &json!({ "code": promo.code }), now)?)
}

fn show_promo(c: &mut Connection<'_>, promo: Promo, now: Instant) -> Result<PromoCode, Error> {
    show_promos(c, vec![promo], now)?.pop().ok_or(NO_CODE)
}

fn show_promos(c: &mut Connection<'_>, promos: Vec<Promo>, now: Instant) -> Result<Vec<PromoCode>, Error> {
    let uses = store::count_uses(c, &promos.iter().map(|promo| promo.id).collect::<Vec<_>>())?;
    let show = |promo: Promo| {
        let Uses { held, paid } = uses.get(&promo.id).copied().unwrap_or_default();
        describe(Promo { uses: held + paid, ..promo }, (held, paid), now)
    };
    Ok(promos.into_iter().map(show).collect())
}

fn describe(promo: Promo, (held, used): (i64, i64), now: Instant) -> PromoCode {
    let (percent, amount) = match promo.discount {
        Discount::Percent(percent) => (Some(percent), None),
        Discount::Amount(amount) => (None, Some(amount)),
    };
    PromoCode {
        id: promo.id,
        active: promo.is_active(now),
        percent,
        amount: amount.map(Money::major),
        currency: amount.map(|amount| amount.currency().code()),
        limit: promo.most_uses,
        starts_at: promo.starts.map(Instant::millis),
        ends_at: promo.ends.map(Instant::millis),
        ticket_types: promo.types,
        used,
        held,
        code: promo.code,
    }
}
