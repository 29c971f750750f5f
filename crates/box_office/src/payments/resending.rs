//! Sends the tickets of a payment once more, for who lost the mail.

use database::Connection;
use domain::{EventId, Instant, PaymentId, UserId};
use serde_json::json;

use crate::BoxOffice;
use crate::payments::errors::NO_PAYMENT;
use crate::payments::model::Payment;
use crate::payments::{mails, store};
use crate::summaries::Summaries;
use crate::tickets;
use events::AuditAction;
use platform::Error;
use platform::mail::Outbox;

impl BoxOffice {
    /// Sends a buyer their tickets again.
    pub async fn send_tickets(&self, buyer: UserId, id: PaymentId) -> Result<(), Error> {
        let (outbox, now, wanted) = (self.services.outbox.clone(), self.services.now(), id.clone());
        let find = move |c: &mut Connection<'_>| find_payment_of(c, &wanted, |payment| payment.user == Some(buyer));
        self.services.db.read(find.clone()).await?;
        self.take_ticket_mail(&id, now)?;
        let write = move |c: &mut Connection<'_>| {
            let payment = find(c)?;
            queue_tickets(c, &outbox, &payment, now)
        };
        self.finish_sending(&id, self.services.db.write(write).await)
    }

    /// The same for an organiser of the event.
    pub async fn send_tickets_of_buyer(&self, user: UserId, event: EventId, id: PaymentId) -> Result<(), Error> {
        let (outbox, now, wanted) = (self.services.outbox.clone(), self.services.now(), id.clone());
        let find = move |c: &mut Connection<'_>| {
            let (_, access) = events::require_access(c, user, event)?;
            if !access.organises() {
                return Err(Error::Forbidden);
            }
            find_payment_of(c, &wanted, |payment| payment.event == event)
        };
        self.services.db.read(find.clone()).await?;
        self.take_ticket_mail(&id, now)?;
        let write = move |c: &mut Connection<'_>| {
            let payment = find(c)?;
            queue_tickets(c, &outbox, &payment, now)?;
            let detail = json!({ "payment": payment.id });
            Ok(events::record_audit(c, event, Some(user), AuditAction::TicketsSend, &detail, now)?)
        };
        self.finish_sending(&id, self.services.db.write(write).await)
    }

    fn take_ticket_mail(&self, id: &PaymentId, now: Instant) -> Result<(), Error> {
        self.ticket_mails.take(id, now).map_err(Error::TooMany)
    }

    /// Has the mail sent, or gives back what it would have counted.
    fn finish_sending(&self, id: &PaymentId, sent: Result<(), Error>) -> Result<(), Error> {
        match &sent {
            Ok(()) => self.services.outbox.wake(),
            Err(_) => self.ticket_mails.give_back(id),
        }
        sent
    }
}

fn find_payment_of(
    c: &mut Connection<'_>,
    id: &PaymentId,
    is_theirs: impl FnOnce(&Payment) -> bool,
) -> Result<Payment, Error> {
    store::find_payment(c, id)?.filter(is_theirs).ok_or(NO_PAYMENT)
}

/// Queues the mail with the tickets that the buyer still holds: those that were passed on are others'.
fn queue_tickets(c: &mut Connection<'_>, outbox: &Outbox, payment: &Payment, now: Instant) -> Result<(), Error> {
    let refused = |why: &str| Error::Conflict(why.to_owned());
    let buyer = match payment.user {
        Some(user) => accounts::find_people(c, &[user])?.remove(&user),
        None => None,
    };
    let buyer = buyer.ok_or_else(|| refused("Cet achat n'a pas de compte à qui envoyer ses billets."))?;
    let summaries = Summaries::load(c, [payment.event].into_iter(), [payment.ticket_type].into_iter())?;
    let (event, kind) = summaries.rows(payment.event, payment.ticket_type)?;
    let codes = tickets::codes_held_of_payment(c, &payment.id, buyer.id)?;
    if codes.is_empty() || event.cancelled {
        return Err(refused("Ce paiement n'a pas de billet valable à envoyer."));
    }
    let email = payment.email.clone().or_else(|| buyer.email.clone());
    let email = email.ok_or_else(|| refused("Aucune adresse e-mail n'est connue pour cet achat."))?;
    let purchase =
        mails::Purchase { payment: &payment.id, event, kind, amount: payment.amount, codes: &codes, at: now };
    outbox.put(c, &purchase.mail(outbox, Some(&buyer), &email), now)
}
