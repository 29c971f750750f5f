//! What becomes of a payment: each function runs inside the caller's transaction and can be run again.

use database::{Connection, DbError};
use domain::{EventId, Instant, Money, PaymentId};

use crate::payments::model::{Change, Outcome, Payment, State, change};
use crate::payments::store::{self, StockChange, Transfer};
use crate::{store as stock, tickets};
use platform::random;

type Result<T> = std::result::Result<T, DbError>;

/// Where money is: with the provider, ours to pass on to the organiser, owed to the buyer, or not understood.
const PROVIDER: &str = "provider";
const ORGANISER: &str = "organiser";
const BUYER: &str = "buyer";
const REVIEW: &str = "review";

/// Writes what the provider is sure of. What stands already stays: of two who bring the same news, one changes something.
pub fn settle(c: &mut Connection<'_>, id: &PaymentId, outcome: &Outcome, now: Instant) -> Result<Change> {
    let Some(payment) = store::locked(c, id)? else { return Ok(Change::Nothing) };
    let change = change(payment.standing(), payment.amount, outcome);
    match (change, outcome) {
        (Change::Fail, _) => {
            give_back(c, &payment, "fail", now)?;
            store::end(c, id, State::Failed, outcome.why_not(), now)?;
        }
        (Change::Review, Outcome::Paid { amount: Some(paid) }) => {
            give_back(c, &payment, "review", now)?;
            store::end(c, id, State::Review, None, now)?;
            received(&payment, "review", REVIEW, *paid).note(c, now)?;
        }
        (Change::Review, _) => {
            give_back(c, &payment, "review", now)?;
            store::leave_to_a_person(c, id)?;
        }
        (Change::Succeed, _) => succeed(c, &payment, now)?,
        (Change::PaidBack, _) => paid_back_elsewhere(c, &payment, now)?,
        _ => store::ask_no_more(c, id)?,
    }
    Ok(change)
}

/// The tickets, or the money back: nobody pays and gets neither.
fn succeed(c: &mut Connection<'_>, payment: &Payment, now: Instant) -> Result<()> {
    let got = take_places(c, payment, now)?;
    if !got {
        give_back(c, payment, "late", now)?;
    }
    store::end(c, &payment.id, State::Succeeded, None, now)?;
    if got {
        received(payment, "sale", ORGANISER, payment.amount).note(c, now)?;
        tickets::issue(c, payment, now)
    } else {
        received(payment, "late", BUYER, payment.amount).note(c, now)?;
        store::request_refund(c, &store::Refund::of(payment, random::refund_id(now)), now)?;
        Ok(())
    }
}

/// The later try of the same buyer that took its places over and has enough for it. Locked before the type is.
fn heir(c: &mut Connection<'_>, payment: &Payment) -> Result<Option<Payment>> {
    let later = if payment.holds { Vec::new() } else { store::locked_later_tries(c, payment)? };
    Ok(later.into_iter().find(|later| later.holds && later.quantity >= payment.quantity))
}

/// Those that were held, by this try or by a later one; or, for money that comes late, any that are left of an event that
/// is not over, for a buyer who is still here.
/// The type is locked before the event is read: who cancels it locks the types, too, so that either we see that it is
/// cancelled, or they see what was sold.
fn take_places(c: &mut Connection<'_>, payment: &Payment, now: Instant) -> Result<bool> {
    let heir = heir(c, payment)?;
    stock::lock_type(c, payment.ticket_type)?;
    let takes_place = events::find_events(c, &[payment.event])?
        .get(&payment.event)
        .is_some_and(|event| !event.cancelled && (payment.holds || event.over_at() > now));
    let buyer_left = accounts::find_people(c, &[payment.user])?.is_empty();
    if !takes_place || buyer_left {
        return Ok(false);
    }
    if let Some(heir) = heir {
        give_back(c, &heir, "pass", now)?;
        store::drop_holds(c, std::slice::from_ref(&heir.id))?;
    }
    let held = if payment.holds { -payment.quantity } else { 0 };
    StockChange { kind: "sell", held, sold: payment.quantity, payment }.make(c, now)
}

fn received<'a>(payment: &'a Payment, kind: &'static str, to: &'static str, amount: Money) -> Transfer<'a> {
    Transfer { payment: &payment.id, kind, from: PROVIDER, to, amount }
}

/// Frees the places a payment holds, if it still does.
fn give_back(c: &mut Connection<'_>, payment: &Payment, kind: &'static str, now: Instant) -> Result<()> {
    if payment.holds {
        StockChange { kind, held: -payment.quantity, sold: 0, payment }.make(c, now)?;
    }
    Ok(())
}

/// Places that are overdue are others' again; the payments themselves may still succeed. The events that have them back.
pub fn expire_holds(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<Vec<EventId>> {
    let mut overdue = store::locked_overdue(c, ids, now)?;
    if overdue.is_empty() {
        return Ok(Vec::new());
    }
    // Who locks several types does so in one order.
    overdue.sort_by_key(|payment| payment.ticket_type);
    for payment in &overdue {
        give_back(c, payment, "expire", now)?;
    }
    let ids: Vec<PaymentId> = overdue.iter().map(|payment| payment.id.clone()).collect();
    store::drop_holds(c, &ids)?;
    let mut events: Vec<EventId> = overdue.into_iter().map(|payment| payment.event).collect();
    events.dedup();
    Ok(events)
}

/// The buyer has the money back; their tickets, if they had any, are worth nothing.
pub fn paid_back(c: &mut Connection<'_>, refund: &store::Refund, now: Instant) -> Result<()> {
    if store::refund_done(c, &refund.id, now)? {
        let back =
            Transfer { payment: &refund.payment, kind: "refund", from: BUYER, to: PROVIDER, amount: refund.amount };
        back.note(c, now)?;
        tickets::refunded(c, &refund.payment)?;
    }
    Ok(())
}

/// The provider has paid it back without being asked by us: nobody enters with what they have the money of.
fn paid_back_elsewhere(c: &mut Connection<'_>, payment: &Payment, now: Instant) -> Result<()> {
    let refund = store::Refund::of(payment, random::refund_id(now));
    if store::request_refund(c, &refund, now)? {
        no_longer_the_organisers(payment).note(c, now)?;
        paid_back(c, &refund, now)?;
    }
    store::ask_no_more(c, &payment.id)
}

fn no_longer_the_organisers(payment: &Payment) -> Transfer<'_> {
    Transfer { payment: &payment.id, kind: "cancel", from: ORGANISER, to: BUYER, amount: payment.amount }
}

/// Of a cancelled event: tickets are void, all that was paid is owed to those who paid, and who is about to pay no longer
/// can. What is owed from now on.
pub fn cancel_sales(c: &mut Connection<'_>, event: EventId, now: Instant) -> Result<Vec<Payment>> {
    stock::lock_types_of(c, event)?;
    store::end_holds_of_event(c, event, now)?;
    let mut owed = Vec::new();
    for payment in store::succeeded_of(c, event)? {
        tickets::cancel(c, &payment.id)?;
        if store::request_refund(c, &store::Refund::of(&payment, random::refund_id(now)), now)? {
            no_longer_the_organisers(&payment).note(c, now)?;
            owed.push(payment);
        }
    }
    Ok(owed)
}
