//! What becomes of cash when an event does not take place.

use std::collections::BTreeMap;

use database::{Connection, DbError};
use domain::{Currency, EventId, Instant, Money};

use crate::cash::places::release_held;
use crate::cash::{mails, store};
use crate::ledger::Transfer;
use crate::stored_words::{LedgerAccount, MoneyFactKind};
use crate::tickets;
use events::EventRow;
use platform::Error;
use platform::mail::Outbox;

/// Ends the sale for cash of a cancelled event, and tells its owner how much to hand back, because nobody else has that
/// money. Runs inside the caller's transaction.
pub fn cancel_cash_sales(c: &mut Connection<'_>, outbox: &Outbox, event: &EventRow, now: Instant) -> Result<(), Error> {
    let cash = void_sales(c, event.id, now)?;
    if cash.is_empty() {
        return Ok(());
    }
    let sums: Vec<String> = cash.iter().map(Money::to_string).collect();
    tracing::info!(event = %event.id, sums = sums.join(" and "), "cash of a cancelled event is to be handed back");
    let owner = accounts::find_people(c, &[event.owner])?.remove(&event.owner);
    if let Some((owner, email)) = owner.as_ref().and_then(|owner| Some((owner, owner.email.as_ref()?))) {
        outbox.put(c, &mails::cash_to_return(outbox, event, owner, email, &cash), now)?;
    }
    Ok(())
}

/// Releases places that are set aside, voids what was sold, and moves its money back from the organiser's account to the
/// notes that are to be handed back. Returns how much that is in each currency.
fn void_sales(c: &mut Connection<'_>, event: EventId, now: Instant) -> Result<Vec<Money>, DbError> {
    let held = store::held_places_of_event(c, event)?;
    release_held(c, &held, now)?;
    let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
    for (payment, amount) in store::standing_sales_of_event(c, event)? {
        tickets::cancel_tickets(c, &payment, now)?;
        let back = Transfer {
            payment: &payment,
            kind: MoneyFactKind::Cancel,
            from: LedgerAccount::Organiser,
            to: LedgerAccount::Cash,
            amount,
        };
        back.write(c, now)?;
        *sums.entry(amount.currency()).or_default() += amount.minor();
    }
    Ok(sums.into_iter().map(|(currency, minor)| Money::from_minor(minor, currency)).collect())
}
