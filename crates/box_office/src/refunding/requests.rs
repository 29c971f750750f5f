//! What holders ask of organisers, and what organisers answer.

use database::{Connection, DbError};
use domain::{EventId, Instant, RefundRequestId, TicketId, UserId};
use events::{AuditAction, EventRow, RefundRight};
use serde_json::json;

use crate::BoxOffice;
use crate::organisers::{require_organiser, require_steering};
use crate::payments::model::Payment;
use crate::payments::paying_back::{self, RefundOrder};
use crate::payments::store as payments;
use crate::refunding::actions::{conflict, requested};
use crate::refunding::answers::{NewRefundRequest, RefundRequest, RefundRequestsPage, RequestAnswer};
use crate::refunding::described::describe_requests;
use crate::refunding::mails;
use crate::refunding::texts::{LONGEST_REQUEST, read_text};
use crate::refunds::requests::Request;
use crate::refunds::requests::store::{self, NewRequest, ONE_OPEN};
use crate::stored_words::{RefundCause, RequestState, TicketStatus};
use crate::tickets::model::{Ticket, TicketRefund};
use crate::tickets::{self, TicketMoney};
use platform::Error;
use platform::mail::Outbox;
use platform::paging::Page;

const NO_TICKET: Error = Error::NotFound("Ce billet n'existe pas.");
const NO_REQUEST: Error = Error::NotFound("Cette demande n'existe pas.");

impl BoxOffice {
    /// Asks for the money of a ticket. Where the event was postponed it is granted at once.
    pub async fn request_refund(
        &self,
        holder: UserId,
        id: TicketId,
        new: NewRefundRequest,
    ) -> Result<TicketRefund, Error> {
        let reason = read_text(Some(&new.reason), "reason", LONGEST_REQUEST)?;
        let reason = reason.ok_or_else(|| Error::field("reason", "Dites pourquoi vous demandez le remboursement"))?;
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let ask = move |c: &mut Connection<'_>| {
            let ticket = tickets::find_ticket(c, &id, holder)?.ok_or(NO_TICKET)?;
            let payment = payments::lock_payment(c, &ticket.payment)?.ok_or(NO_TICKET)?;
            let ticket = tickets::find_ticket(c, &id, holder)?.ok_or(NO_TICKET)?;
            let event = events::find_events(c, &[ticket.event])?.remove(&ticket.event).ok_or(NO_TICKET)?;
            let right = check_request(c, &ticket, &payment, &event, now)?;
            let request = NewRequest { event: event.id, ticket: &id, user: holder, reason: &reason };
            let request = store::insert_request(c, &request, now).map_err(already_asked)?;
            if right == RefundRight::Granted {
                grant(c, &outbox, &event, (&payment, &id, request), None, now)?;
            }
            let ticket = tickets::find_ticket(c, &id, holder)?.ok_or(NO_TICKET)?;
            let money = TicketMoney::load(c, std::slice::from_ref(&ticket))?;
            Ok::<_, Error>((event.id, money.refund_of(&ticket).ok_or(NO_TICKET)?))
        };
        let (event, refund) = self.services.db.write_row_locked(ask).await?;
        self.after_refund(event);
        Ok(refund)
    }

    /// Takes back an open request.
    pub async fn withdraw_refund_request(&self, holder: UserId, id: TicketId) -> Result<(), Error> {
        let now = self.services.now();
        let withdraw = move |c: &mut Connection<'_>| {
            tickets::find_ticket(c, &id, holder)?.ok_or(NO_TICKET)?;
            match store::withdraw_requests(c, std::slice::from_ref(&id), now)? {
                0 => Err(conflict("Aucune demande de remboursement n'est en attente pour ce billet.")),
                _ => Ok(()),
            }
        };
        self.services.db.write_row_locked(withdraw).await
    }

    /// Returns a page of what holders of an event have asked for.
    pub async fn list_refund_requests(
        &self,
        user: UserId,
        event: EventId,
        state: Option<RequestState>,
        page: Page,
    ) -> Result<RefundRequestsPage, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let (count, requests) = store::page_of_event(c, event, state, page)?;
            Ok::<_, Error>((count, describe_requests(c, requests)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::REFUNDS_PER_PAGE);
        let state = state.map(|state| format!("state={}&", state.as_str())).unwrap_or_default();
        let public_url = &self.services.settings.public_url;
        let address = format!("{public_url}/api/events/{event}/refund-requests/?{state}{limit}");
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(RefundRequestsPage { count, next, previous, results })
    }

    /// Grants or refuses a request, and tells its holder.
    pub async fn answer_refund_request(
        &self,
        user: UserId,
        event: EventId,
        id: RefundRequestId,
        answer: RequestAnswer,
    ) -> Result<RefundRequest, Error> {
        let message = read_text(answer.message.as_deref(), "message", LONGEST_REQUEST)?;
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let decide = move |c: &mut Connection<'_>| {
            let event = require_steering(c, user, event)?;
            let request = find_open(c, &event, id)?;
            let message = message.as_deref();
            let action = if answer.accept {
                let payment = tickets::find_payment_of_ticket(c, event.id, &request.ticket)?.ok_or(NO_REQUEST)?;
                let payment = payments::lock_payment(c, &payment)?.ok_or(NO_REQUEST)?;
                grant(c, &outbox, &event, (&payment, &request.ticket, id), message, now)?;
                AuditAction::RefundRequestAccept
            } else {
                store::answer_request(c, id, (RequestState::Refused, message), now)?;
                tell_refused(c, &outbox, &event, &request, message, now)?;
                AuditAction::RefundRequestRefuse
            };
            let detail = json!({ "request": id, "ticket": request.ticket });
            events::record_audit(c, event.id, Some(user), action, &detail, now)?;
            let request = store::lock_request(c, id)?.ok_or(NO_REQUEST)?;
            describe_requests(c, vec![request])?.pop().ok_or(NO_REQUEST)
        };
        let answered = self.services.db.write_row_locked(decide).await?;
        self.after_refund(event);
        Ok(answered)
    }
}

/// Finds an open request of that event, and locks it.
fn find_open(c: &mut Connection<'_>, event: &EventRow, id: RefundRequestId) -> Result<Request, Error> {
    let request = store::lock_request(c, id)?.filter(|request| request.event == event.id).ok_or(NO_REQUEST)?;
    match request.state {
        RequestState::Open => Ok(request),
        RequestState::Withdrawn => Err(conflict("Cette demande a été retirée.")),
        _ => Err(conflict("Cette demande a déjà sa réponse.")),
    }
}

/// Says why somebody may not ask for the money of a ticket, or what becomes of it if they do.
fn check_request(
    c: &mut Connection<'_>,
    ticket: &Ticket,
    payment: &Payment,
    event: &EventRow,
    now: Instant,
) -> Result<RefundRight, Error> {
    match ticket.status {
        TicketStatus::Valid => {}
        TicketStatus::Scanned => return Err(conflict("Ce billet est déjà scanné : il n'est plus remboursé.")),
        _ => return Err(conflict("Ce billet n'est plus valable.")),
    }
    if event.cancelled || event.is_over(now) {
        let state = if event.cancelled { "annulé" } else { "passé" };
        return Err(conflict(&format!("Cet évènement est {state}.")));
    }
    if payment.user.is_none() || payment.user != ticket.holder {
        return Err(conflict("Ce billet vous a été transmis : seul qui l'a payé peut être remboursé."));
    }
    let before = store::latest_of_tickets(c, std::slice::from_ref(&ticket.id))?.remove(&ticket.id);
    match (event.refunds.right_at(event.town, now), before.map(|before| before.state)) {
        (_, Some(RequestState::Open)) => Err(conflict(ALREADY_ASKED)),
        (RefundRight::Granted, _) => Ok(RefundRight::Granted),
        (RefundRight::Asked, None) => Ok(RefundRight::Asked),
        (RefundRight::Asked, Some(_)) => Err(conflict("L'organisateur a déjà répondu à votre demande.")),
        (RefundRight::Over(day), _) => {
            let day = day.in_words();
            Err(conflict(&format!("Le remboursement de ce billet pouvait se demander jusqu'au {day}.")))
        }
        (RefundRight::Never, _) => Err(conflict("L'organisateur ne rembourse pas les billets de cet évènement.")),
    }
}

const ALREADY_ASKED: &str = "Vous avez déjà demandé le remboursement de ce billet.";

/// Of two requests at once, the other one was first.
fn already_asked(error: DbError) -> Error {
    match error {
        DbError::Constraint { name } if name == ONE_OPEN => conflict(ALREADY_ASKED),
        other => other.into(),
    }
}

/// Accepts an open request: the ticket is paid back, and those whom it concerns are told.
fn grant(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    event: &EventRow,
    (payment, ticket, request): (&Payment, &TicketId, RefundRequestId),
    message: Option<&str>,
    now: Instant,
) -> Result<(), Error> {
    // Answered first: an open request of a ticket that is paid back counts as taken back.
    store::answer_request(c, request, (RequestState::Accepted, message), now)?;
    let order = RefundOrder {
        cause: RefundCause::Request,
        reason: message,
        ticket: Some(ticket),
        force: false,
        frees_places: true,
        void_since: now,
    };
    let refund = requested(paying_back::request_refund(c, payment, &order, now)?)?;
    store::link_refund(c, request, &refund.id)?;
    mails::tell_of_refund(c, outbox, event, (payment, &refund), now)
}

fn tell_refused(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    event: &EventRow,
    request: &Request,
    message: Option<&str>,
    now: Instant,
) -> Result<(), Error> {
    let Some(holder) = accounts::find_people(c, &[request.user])?.remove(&request.user) else { return Ok(()) };
    let Some(email) = &holder.email else { return Ok(()) };
    outbox.put(c, &mails::refused_mail(outbox, event, &holder, email, message), now)
}
