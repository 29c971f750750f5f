//! Places that are set aside for a phone, which sells them without network. Each is a payment with its ticket, so that
//! the phone has codes that every gate knows. Payments are locked before ticket types, as everywhere.

use std::collections::HashSet;

use database::{Connection, DbError};
use domain::{Currency, Instant, Money, PaymentId};

use crate::cash::model::{CashOrder, HeldSale, NewPlaces, PROVIDER};
use crate::cash::selling::lock_places;
use crate::cash::store::{self, NewCashPayment, as_cash_payment};
use crate::desk::model::Terms;
use crate::ledger::{StockChange, Transfer};
use crate::payments::model::Payment;
use crate::payments::store as payments;
use crate::stored_words::{LedgerAccount, MoneyFactKind, PaymentState, StockFactKind};
use crate::ticket_types::store as stock;
use crate::tickets::{self, NewTickets};
use platform::{Error, random};

/// What the list of payments says about a place that nobody bought.
const GIVEN_BACK: &str = "La place a été rendue.";

/// Sets places aside, each as a payment of its own. Those that join earlier ones cost the same as `like` does, whatever
/// the price is by now, because the phone has told buyers one price.
pub fn hold_for_cash(c: &mut Connection<'_>, new: &NewPlaces<'_>, now: Instant) -> Result<Vec<PaymentId>, Error> {
    let NewPlaces { event, ticket_type, quantity, rate, like, until } = *new;
    let stock = lock_places(c, (event, ticket_type), quantity, now)?;
    let like = like.map(|id| payments::find_payment(c, id)).transpose()?.flatten();
    let (price, rate) = like.map_or((stock.price, rate), |like| (like.price, like.rate));
    let terms = Terms::whole(event, price, price, rate);
    let place = CashOrder { event, ticket_type, quantity: 1, currency: price.currency() };
    (0..quantity).map(|_| Ok(hold_place(c, &place, &terms, (now, until))?)).collect()
}

fn hold_place(
    c: &mut Connection<'_>,
    order: &CashOrder,
    terms: &Terms,
    (now, hold_until): (Instant, Instant),
) -> Result<PaymentId, DbError> {
    let (id, reference) = (random::payment_id(now), random::reference(now));
    let new = NewCashPayment { id, reference, order, terms, state: PaymentState::Pending, hold_until };
    store::insert_payment(c, &new, PROVIDER, now)?;
    let CashOrder { event, ticket_type, quantity, .. } = *order;
    StockChange { kind: StockFactKind::Hold, held: quantity, sold: 0, payment: &new.id, ticket_type }.write(c, now)?;
    let place =
        NewTickets { payment: &new.id, event, ticket_type, holder: None, guest: None, quantity, reserved: true };
    tickets::issue_tickets(c, &place, now)?;
    Ok(new.id)
}

/// Takes in a sale that was made at `at`. A place that was released meanwhile is sold all the same if one is left. The
/// buyer's money is real, so what can't be sold any more is left to a person.
pub fn sell_held(
    c: &mut Connection<'_>,
    id: &PaymentId,
    currency: Currency,
    at: Instant,
    now: Instant,
) -> Result<HeldSale, DbError> {
    let payment = payments::lock_payment(c, id)?.ok_or(DbError::NotFound)?;
    if matches!(payment.effective_state(), PaymentState::Succeeded | PaymentState::Review) {
        return Ok(HeldSale::AlreadySold);
    }
    let Some(amount) = as_cash_payment(&payment).amount_in(currency) else { return Ok(HeldSale::NotInCurrency) };
    // Cancelling an event locks its types, too, so either the cancellation is seen here, or it sees this sale.
    stock::lock_type(c, payment.ticket_type)?;
    let takes_place =
        events::find_events(c, &[payment.event])?.get(&payment.event).is_some_and(|event| !event.cancelled);
    let held = if payment.holds { -payment.quantity } else { 0 };
    let is_sold = takes_place && change(&payment, StockFactKind::Sell, held, payment.quantity).write(c, at)?;
    if is_sold {
        store::settle(c, id, PaymentState::Succeeded, amount, at)?;
        received(id, MoneyFactKind::Sale, LedgerAccount::Organiser, amount).write(c, at)?;
        store::issue_reserved(c, &payment, at, now)?;
        return Ok(HeldSale::Sold(amount));
    }
    if payment.holds {
        change(&payment, StockFactKind::Review, held, 0).write(c, now)?;
    }
    store::settle(c, id, PaymentState::Review, amount, at)?;
    received(id, MoneyFactKind::Review, LedgerAccount::Review, amount).write(c, at)?;
    Ok(HeldSale::Review(amount))
}

/// Releases those of the places that are still held, and returns them. One that somebody came in with was sold, so it
/// waits for its sale to be reported.
pub fn release_held(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<Vec<PaymentId>, DbError> {
    let held = store::lock_held(c, ids)?;
    let used = store::used_places(c, ids)?;
    let (_, unused) = split(held, &used);
    for payment in &unused {
        release(c, payment, StockFactKind::Release, now)?;
    }
    Ok(unused.into_iter().map(|payment| payment.id).collect())
}

/// Releases places whose time is over. A person has to look at those that somebody came in with, because their sale was
/// never reported. Returns the others.
pub fn expire_held(c: &mut Connection<'_>, ids: &[PaymentId], now: Instant) -> Result<Vec<PaymentId>, DbError> {
    let held = store::lock_held(c, ids)?;
    let used = store::used_places(c, ids)?;
    let (used, unused) = split(held, &used);
    for payment in &used {
        change(payment, StockFactKind::Review, -payment.quantity, 0).write(c, now)?;
        payments::mark_for_review(c, &payment.id)?;
        tracing::error!(payment = %payment.id, "place at the door was used and never reported as sold");
    }
    for payment in &unused {
        release(c, payment, StockFactKind::Expire, now)?;
    }
    Ok(unused.into_iter().map(|payment| payment.id).collect())
}

fn split(held: Vec<Payment>, used: &HashSet<PaymentId>) -> (Vec<Payment>, Vec<Payment>) {
    held.into_iter().partition(|payment| used.contains(&payment.id))
}

fn release(c: &mut Connection<'_>, payment: &Payment, kind: StockFactKind, now: Instant) -> Result<(), DbError> {
    change(payment, kind, -payment.quantity, 0).write(c, now)?;
    payments::end_payment(c, &payment.id, PaymentState::Failed, Some(GIVEN_BACK), now)?;
    tickets::cancel_tickets(c, &payment.id, now)
}

fn change(payment: &Payment, kind: StockFactKind, held: i64, sold: i64) -> StockChange<'_> {
    StockChange { kind, held, sold, payment: &payment.id, ticket_type: payment.ticket_type }
}

fn received(payment: &PaymentId, kind: MoneyFactKind, to: LedgerAccount, amount: Money) -> Transfer<'_> {
    Transfer { payment, kind, from: LedgerAccount::Cash, to, amount, refund: None }
}
