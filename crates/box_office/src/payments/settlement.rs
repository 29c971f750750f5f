//! What becomes of payments and their holds. Each function runs inside the caller's transaction and can be
//! run again. Payments are locked before ticket types, everywhere.

use database::{Connection, DbError};
use domain::{EventId, Instant, Money, PaymentId};

use crate::ledger::{StockChange, Transfer};
use crate::payments::model::{Change, Outcome, Payment, decide_change};
use crate::payments::paying_back::{self, RefundOrder};
use crate::payments::store;
use crate::stored_words::{LedgerAccount, MoneyFactKind, PaymentState, RefundCause, StockFactKind};
use crate::ticket_types::store as stock;
use crate::tickets::{self, NewTickets};

type Result<T> = std::result::Result<T, DbError>;

/// Applies an outcome that the provider is sure of. A payment that is settled stays as it is: of two callers with the same
/// outcome, one changes something.
pub fn settle_payment(c: &mut Connection<'_>, id: &PaymentId, outcome: &Outcome, now: Instant) -> Result<Change> {
    let Some(payment) = store::lock_payment(c, id)? else { return Ok(Change::Nothing) };
    let change = decide_change(payment.effective_state(), payment.amount, outcome);
    match (change, outcome) {
        (Change::Fail, _) => {
            release_hold(c, &payment, StockFactKind::Fail, now)?;
            store::end_payment(c, id, PaymentState::Failed, outcome.failure_reason(), now)?;
        }
        (Change::Review, Outcome::Paid { amount: paid }) => {
            release_hold(c, &payment, StockFactKind::Review, now)?;
            store::end_payment(c, id, PaymentState::Review, None, now)?;
            money_received(&payment, MoneyFactKind::Review, LedgerAccount::Review, *paid).write(c, now)?;
        }
        (Change::Review, _) => {
            release_hold(c, &payment, StockFactKind::Review, now)?;
            store::mark_for_review(c, id)?;
        }
        (Change::Succeed, _) => complete_sale(c, &payment, now)?,
        (Change::PaidBack, _) => {
            paying_back::record_provider_refund(c, &payment, now)?;
            store::stop_asking(c, id)?;
        }
        _ => store::stop_asking(c, id)?,
    }
    Ok(change)
}

/// Issues the tickets, or requests a refund if there are no places left: nobody pays and gets neither.
fn complete_sale(c: &mut Connection<'_>, payment: &Payment, now: Instant) -> Result<()> {
    let sold = sell_places(c, payment, now)?;
    if !sold {
        release_hold(c, payment, StockFactKind::Late, now)?;
    }
    store::end_payment(c, &payment.id, PaymentState::Succeeded, None, now)?;
    if sold {
        money_received(payment, MoneyFactKind::Sale, LedgerAccount::Organiser, payment.amount).write(c, now)?;
        tickets::issue_tickets(c, &tickets_bought(payment), now)
    } else {
        money_received(payment, MoneyFactKind::Late, LedgerAccount::Buyer, payment.amount).write(c, now)?;
        paying_back::request_refund(c, payment, &RefundOrder::of_all(RefundCause::Late, now), now)?;
        Ok(())
    }
}

fn tickets_bought(payment: &Payment) -> NewTickets<'_> {
    let Payment { event, ticket_type, quantity, .. } = *payment;
    NewTickets {
        payment: &payment.id,
        event,
        ticket_type,
        holder: payment.user,
        guest: None,
        quantity,
        reserved: false,
    }
}

/// Finds the later try of the same buyer that took the places over and holds enough of them. It is locked here, before the
/// ticket type is.
fn find_successor(c: &mut Connection<'_>, payment: &Payment) -> Result<Option<Payment>> {
    let later = if payment.holds { Vec::new() } else { store::lock_later_tries(c, payment)? };
    Ok(later.into_iter().find(|later| later.holds && later.quantity >= payment.quantity))
}

/// Sells the places that are held, by this try or by a later one. For money that comes late it sells any that are left, if
/// the event is not over and the buyer still has an account. Returns whether the places were sold.
/// The ticket type is locked before the event is read. Cancelling an event locks its ticket types, too, so either we see
/// the cancellation here, or the cancellation sees this sale.
fn sell_places(c: &mut Connection<'_>, payment: &Payment, now: Instant) -> Result<bool> {
    let successor = find_successor(c, payment)?;
    stock::lock_type(c, payment.ticket_type)?;
    let takes_place = events::find_events(c, &[payment.event])?
        .get(&payment.event)
        .is_some_and(|event| !event.cancelled && (payment.holds || event.over_at() > now));
    let buyer_left = accounts::find_people(c, payment.user.as_slice())?.is_empty();
    if !takes_place || buyer_left {
        return Ok(false);
    }
    if let Some(successor) = successor {
        release_hold(c, &successor, StockFactKind::Pass, now)?;
        store::clear_holds(c, std::slice::from_ref(&successor.id))?;
    }
    let held = if payment.holds { -payment.quantity } else { 0 };
    stock_change(payment, StockFactKind::Sell, held, payment.quantity).write(c, now)
}

fn stock_change(payment: &Payment, kind: StockFactKind, held: i64, sold: i64) -> StockChange<'_> {
    StockChange { payment: &payment.id, ticket_type: payment.ticket_type, kind, held, sold }
}

fn money_received(payment: &Payment, kind: MoneyFactKind, to: LedgerAccount, amount: Money) -> Transfer<'_> {
    Transfer { payment: &payment.id, kind, from: LedgerAccount::Provider, to, amount, refund: None }
}

/// Releases the places that a payment holds, if it still holds any.
fn release_hold(c: &mut Connection<'_>, payment: &Payment, kind: StockFactKind, now: Instant) -> Result<()> {
    if payment.holds {
        stock_change(payment, kind, -payment.quantity, 0).write(c, now)?;
    }
    Ok(())
}

/// Releases holds that are overdue; the payments themselves may still succeed. Returns the events that have places again.
pub fn expire_holds(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<Vec<EventId>> {
    let mut overdue = store::lock_overdue_payments(c, ids, now)?;
    if overdue.is_empty() {
        return Ok(Vec::new());
    }
    // Several types are always locked in one order.
    overdue.sort_by_key(|payment| payment.ticket_type);
    for payment in &overdue {
        release_hold(c, payment, StockFactKind::Expire, now)?;
    }
    let ids: Vec<PaymentId> = overdue.iter().map(|payment| payment.id.clone()).collect();
    store::clear_holds(c, &ids)?;
    let mut events: Vec<EventId> = overdue.into_iter().map(|payment| payment.event).collect();
    events.dedup();
    Ok(events)
}
