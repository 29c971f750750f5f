//! The mail that follows a payment, to buyers whose address is known.

use database::Connection;
use domain::Instant;

use crate::payments::model::Payment;
use crate::payments::{letters, store};
use crate::shown::Shown;
use crate::tickets;
use platform::Error;
use platform::mail::Outbox;

/// The tickets with the codes to type, or that the money goes back. Inside the transaction that decided which.
pub fn tell_buyer(c: &mut Connection<'_>, outbox: &Outbox, payment: &Payment, now: Instant) -> Result<(), Error> {
    let buyer = accounts::find_people(c, &[payment.user])?.remove(&payment.user);
    let known = buyer.as_ref().and_then(|buyer| buyer.email.clone());
    let Some(email) = payment.email.clone().or(known) else { return Ok(()) };
    let about = Shown::load(c, [payment.event].into_iter(), [payment.ticket_type].into_iter())?;
    let (event, kind) = about.rows(payment.event, payment.ticket_type)?;
    let codes = tickets::codes_of_payment(c, &payment.id)?;
    let bought = letters::Bought { payment: &payment.id, event, kind, amount: payment.amount, codes: &codes, at: now };
    outbox.put(c, &bought.letter(outbox, buyer.as_ref(), &email), now)?;
    Ok(store::mailed(c, &payment.id, now)?)
}
