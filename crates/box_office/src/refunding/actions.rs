//! What organisers decide about refunds.

use database::Connection;
use domain::{EventId, Instant, PaymentId, RefundId, TicketId, UserId};
use events::{AuditAction, EventRow};
use serde_json::json;

use crate::BoxOffice;
use crate::organisers::{require_organiser, require_steering};
use crate::payments::errors::NO_PAYMENT;
use crate::payments::model::Payment;
use crate::payments::paying_back::{self, RefundOrder, Refunded};
use crate::payments::store as payments;
use crate::refunding::answers::{HandedBack, RefundAnswer, RefundWish, RefundsPage};
use crate::refunding::described::{describe_one, describe_refunds};
use crate::refunding::mails;
use crate::refunding::texts::{LONGEST_REASON, read_text};
use crate::refunds::model::Refund;
use crate::refunds::store;
use crate::stored_words::{PaymentState, RefundCause, RefundState};
use crate::tickets;
use platform::Error;
use platform::mail::Outbox;
use platform::paging::Page;

const NO_TICKET: Error = Error::NotFound("Ce billet n'existe pas.");
const NO_REFUND: Error = Error::NotFound("Ce remboursement n'existe pas.");

impl BoxOffice {
    pub const REFUNDS_PER_PAGE: u32 = 20;

    /// Pays back what is left of a payment.
    pub async fn refund_payment(&self, user: UserId, id: PaymentId, wish: RefundWish) -> Result<RefundAnswer, Error> {
        let reason = read_text(wish.reason.as_deref(), "reason", LONGEST_REASON)?;
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let refund = move |c: &mut Connection<'_>| {
            let event = payments::find_payment(c, &id)?.ok_or(NO_PAYMENT)?.event;
            let event = require_steering(c, user, event)?;
            let payment = payments::lock_payment(c, &id)?.ok_or(NO_PAYMENT)?;
            let decision = Decision { user, event: &event, ticket: None, reason: reason.as_deref(), force: wish.force };
            decision.refund(c, &outbox, &payment, now)
        };
        self.commit_refund(refund).await
    }

    /// Pays back one ticket.
    pub async fn refund_ticket(
        &self,
        user: UserId,
        event: EventId,
        ticket: TicketId,
        wish: RefundWish,
    ) -> Result<RefundAnswer, Error> {
        let reason = read_text(wish.reason.as_deref(), "reason", LONGEST_REASON)?;
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let refund = move |c: &mut Connection<'_>| {
            let event = require_steering(c, user, event)?;
            let payment = tickets::find_payment_of_ticket(c, event.id, &ticket)?.ok_or(NO_TICKET)?;
            let payment = payments::lock_payment(c, &payment)?.ok_or(NO_TICKET)?;
            let (ticket, reason) = (Some(&ticket), reason.as_deref());
            let decision = Decision { user, event: &event, ticket, reason, force: wish.force };
            decision.refund(c, &outbox, &payment, now)
        };
        self.commit_refund(refund).await
    }

    /// Commits a refund. Its places can be sold again at once, and the provider is asked for the money.
    async fn commit_refund<F>(&self, refund: F) -> Result<RefundAnswer, Error>
    where
        F: Fn(&mut Connection<'_>) -> Result<(EventId, RefundAnswer), Error> + Send + 'static,
    {
        let (event, answer) = self.services.db.write_row_locked(refund).await?;
        self.after_refund(event);
        Ok(answer)
    }

    pub(super) fn after_refund(&self, event: EventId) {
        self.services.freshness.event_sold(event);
        self.services.outbox.wake();
        self.notify_cashier();
    }

    /// Returns a page of an event's refunds.
    pub async fn list_refunds(
        &self,
        user: UserId,
        event: EventId,
        state: Option<RefundState>,
        page: Page,
    ) -> Result<RefundsPage, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let (count, refunds) = store::page_of_event(c, event, state, page)?;
            Ok::<_, Error>((count, describe_refunds(c, refunds)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::REFUNDS_PER_PAGE);
        let state = state.map(|state| format!("state={}&", state.as_str())).unwrap_or_default();
        let address = format!("{}/api/events/{event}/refunds/?{state}{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(RefundsPage { count, next, previous, results })
    }

    /// Has the provider asked again for a refund that failed.
    pub async fn retry_refund(&self, user: UserId, event: EventId, id: RefundId) -> Result<RefundAnswer, Error> {
        let now = self.services.now();
        let retry = move |c: &mut Connection<'_>| {
            let (_, refund) = require_refund(c, user, event, &id)?;
            if !store::request_again(c, &refund.id, now)? {
                return Err(conflict("Ce remboursement n'a pas échoué."));
            }
            let detail = json!({ "refund": refund.id, "payment": refund.payment });
            events::record_audit(c, event, Some(user), AuditAction::RefundRetry, &detail, now)?;
            describe_one(c, &refund.id)
        };
        let answer = self.services.db.write_row_locked(retry).await?;
        self.notify_cashier();
        Ok(answer)
    }

    /// Notes that a refund was paid back by hand.
    pub async fn hand_back_refund(
        &self,
        user: UserId,
        event: EventId,
        id: RefundId,
        body: HandedBack,
    ) -> Result<RefundAnswer, Error> {
        let note = read_text(body.note.as_deref(), "note", LONGEST_REASON)?;
        let now = self.services.now();
        let hand_back = move |c: &mut Connection<'_>| {
            let (payment, refund) = require_refund(c, user, event, &id)?;
            if !paying_back::hand_back(c, &payment, &refund, note.as_deref(), now)? {
                return Err(conflict(match refund.state {
                    RefundState::Done => "Ce remboursement est déjà fait.",
                    _ => "Ce remboursement est en cours chez le prestataire de paiement.",
                }));
            }
            let detail = json!({ "refund": refund.id, "payment": refund.payment, "amount": refund.amount.figures(),
                "currency": refund.amount.currency().code() });
            events::record_audit(c, event, Some(user), AuditAction::RefundHandedBack, &detail, now)?;
            describe_one(c, &refund.id)
        };
        let answer = self.services.db.write_row_locked(hand_back).await?;
        self.services.freshness.event_sold(event);
        Ok(answer)
    }
}

/// Finds a refund of that event for who decides about its money, and locks its payment.
fn require_refund(
    c: &mut Connection<'_>,
    user: UserId,
    event: EventId,
    id: &RefundId,
) -> Result<(Payment, Refund), Error> {
    require_steering(c, user, event)?;
    let refund = store::find_refund(c, id)?.filter(|refund| refund.event == event).ok_or(NO_REFUND)?;
    let payment = payments::lock_payment(c, &refund.payment)?.ok_or(NO_REFUND)?;
    // What it was before the payment was locked may be over.
    let refund = store::find_refund(c, id)?.ok_or(NO_REFUND)?;
    Ok((payment, refund))
}

/// What an organiser has decided to pay back.
struct Decision<'a> {
    user: UserId,
    event: &'a EventRow,
    ticket: Option<&'a TicketId>,
    reason: Option<&'a str>,
    force: bool,
}

impl Decision<'_> {
    /// Pays back inside the caller's transaction, tells those whom it concerns, and returns the event and the refund.
    fn refund(
        &self,
        c: &mut Connection<'_>,
        outbox: &Outbox,
        payment: &Payment,
        now: Instant,
    ) -> Result<(EventId, RefundAnswer), Error> {
        if payment.state != PaymentState::Succeeded {
            return Err(conflict("Ce paiement n'a pas abouti : il n'y a rien à rembourser."));
        }
        let order = RefundOrder {
            cause: RefundCause::Organiser,
            reason: self.reason,
            ticket: self.ticket,
            force: self.force,
            frees_places: true,
            void_since: now,
        };
        let refund = requested(paying_back::request_refund(c, payment, &order, now)?)?;
        let (amount, currency) = (refund.amount.figures(), refund.amount.currency().code());
        let action = if self.ticket.is_some() { AuditAction::TicketRefund } else { AuditAction::PaymentRefund };
        let detail = json!({ "payment": payment.id, "ticket": self.ticket, "amount": amount, "currency": currency });
        events::record_audit(c, self.event.id, Some(self.user), action, &detail, now)?;
        mails::tell_of_refund(c, outbox, self.event, (payment, &refund), now)?;
        Ok((self.event.id, describe_one(c, &refund.id)?))
    }
}

/// The refund that was requested, or why none was.
pub(super) fn requested(refunded: Refunded) -> Result<Refund, Error> {
    match refunded {
        Refunded::Requested(refund) => Ok(refund),
        Refunded::NothingLeft => Err(conflict("Ce billet est déjà remboursé.")),
        Refunded::Scanned => Err(conflict("Ce billet est déjà scanné : confirmez pour le rembourser quand même.")),
    }
}

pub(super) fn conflict(message: &str) -> Error {
    Error::Conflict(message.to_owned())
}
