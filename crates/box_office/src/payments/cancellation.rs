//! What becomes of the sales of an event that does not take place.

use std::collections::BTreeMap;

use database::Connection;
use domain::{Instant, Money, PaymentId, UserId};

use crate::payments::model::Payment;
use crate::payments::{mails, settlement};
use crate::tickets;
use events::EventRow;
use platform::Error;
use platform::mail::Outbox;

/// How many people one statement reads: well below what a statement takes.
const MOST_PEOPLE_AT_ONCE: usize = 500;

/// Voids the tickets of a cancelled event, requests refunds of what was paid, and queues a mail to every buyer and holder
/// whose address is known. Runs inside the caller's transaction.
pub fn cancel_sales(c: &mut Connection<'_>, outbox: &Outbox, event: &EventRow, now: Instant) -> Result<(), Error> {
    let mut owed: BTreeMap<UserId, Vec<Payment>> = BTreeMap::new();
    for payment in settlement::cancel_sales_of_event(c, event.id, now)? {
        let Some(buyer) = payment.user else { continue };
        owed.entry(buyer).or_default().push(payment);
    }
    queue_mails_to_holders(c, outbox, event, &owed, now)?;
    for (buyer, payments) in owed {
        let account = accounts::find_people(c, &[buyer])?.remove(&buyer);
        let given = payments.iter().rev().find_map(|payment| payment.email.clone());
        let known = account.as_ref().and_then(|account| account.email.clone());
        let Some(email) = given.or(known) else { continue };
        let amounts: Vec<Money> = payments.iter().map(|payment| payment.amount).collect();
        outbox.put(c, &mails::event_cancelled(outbox, event, account.as_ref(), &email, &amounts), now)?;
    }
    Ok(())
}

/// Queues mails to holders who paid nothing, because somebody gave them the ticket.
fn queue_mails_to_holders(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    event: &EventRow,
    owed: &BTreeMap<UserId, Vec<Payment>>,
    now: Instant,
) -> Result<(), Error> {
    let payments: Vec<PaymentId> = owed.values().flatten().map(|payment| payment.id.clone()).collect();
    let mut holders = tickets::holders_of_payments(c, &payments)?;
    holders.retain(|holder| !owed.contains_key(holder));
    for some in holders.chunks(MOST_PEOPLE_AT_ONCE) {
        for holder in accounts::find_people(c, some)?.into_values() {
            if let Some(email) = &holder.email {
                outbox.put(c, &mails::event_cancelled(outbox, event, Some(&holder), email, &[]), now)?;
            }
        }
    }
    Ok(())
}
