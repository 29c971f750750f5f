//! The mail that follows a payment, to buyers whose address is known.

use database::Connection;
use domain::Instant;

use crate::payments::model::Payment;
use crate::payments::{mails, store};
use crate::summaries::Summaries;
use crate::tickets;
use platform::Error;
use platform::mail::Outbox;

/// Queues the mail with the tickets, or the one that says that the money goes back, inside the transaction that decided
/// which. Buyers whose address is unknown get none.
pub fn queue_mail(c: &mut Connection<'_>, outbox: &Outbox, payment: &Payment, now: Instant) -> Result<(), Error> {
    let Some(user) = payment.user else { return Ok(()) };
    let buyer = accounts::find_people(c, &[user])?.remove(&user);
    let known = buyer.as_ref().and_then(|buyer| buyer.email.clone());
    let Some(email) = payment.email.clone().or(known) else { return Ok(()) };
    let summaries = Summaries::load(c, [payment.event].into_iter(), [payment.ticket_type].into_iter())?;
    let (event, kind) = summaries.rows(payment.event, payment.ticket_type)?;
    let codes = tickets::codes_of_payment(c, &payment.id)?;
    let purchase =
        mails::Purchase { payment: &payment.id, event, kind, amount: payment.amount, codes: &codes, at: now };
    outbox.put(c, &purchase.mail(outbox, buyer.as_ref(), &email), now)?;
    Ok(store::mark_mailed(c, &payment.id, now)?)
}
