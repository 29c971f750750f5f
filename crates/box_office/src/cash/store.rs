//! SQL of payments in cash and their tickets.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::{Instant, Money, PaymentId, ProviderReference};

use crate::cash::model::{CashFate, CashOrder, CashPayment};
use crate::desk::model::Terms;
use crate::payments::model::Payment;
use crate::payments::store::{PAYMENT, payment_row};
use crate::stored_words::{PaymentState, TicketStatus};
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// A payment in cash that is sold or held from the start.
pub struct NewCashPayment<'a> {
    pub id: PaymentId,
    pub reference: ProviderReference,
    pub order: &'a CashOrder,
    pub terms: &'a Terms,
    pub state: PaymentState,
    pub hold_until: Instant,
}

pub fn insert_payment(
    c: &mut Connection<'_>,
    new: &NewCashPayment<'_>,
    provider: &'static str,
    now: Instant,
) -> Result<()> {
    let holds = new.state == PaymentState::Pending;
    let (price, amount) = (new.terms.price, new.terms.amount);
    c.execute(
        "INSERT INTO payments (id, event_id, ticket_type_id, quantity, price, devise, amount, currency, rate, state,
            holds, hold_until, provider, reference, created_at, settled_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        &[
            &new.id,
            &new.order.event,
            &new.order.ticket_type,
            &new.order.quantity,
            &price.minor(),
            &price.currency(),
            &amount.minor(),
            &amount.currency(),
            &new.terms.rate,
            &new.state,
            &holds,
            &new.hold_until,
            &provider,
            &new.reference,
            &now,
            &(!holds).then_some(now),
        ],
    )?;
    Ok(())
}

pub fn as_cash_payment(payment: &Payment) -> CashPayment {
    CashPayment {
        id: payment.id.clone(),
        event: payment.event,
        ticket_type: payment.ticket_type,
        quantity: payment.quantity,
        price: payment.price,
        rate: payment.rate,
        amount: payment.amount,
        fate: match payment.state {
            PaymentState::Pending => CashFate::Held,
            PaymentState::Succeeded => CashFate::Sold,
            PaymentState::Failed => CashFate::Released,
            PaymentState::Review if payment.settled => CashFate::Review,
            PaymentState::Review => CashFate::Unreported,
        },
    }
}

pub fn find_cash_payments(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<HashMap<PaymentId, CashPayment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE provider = 'cash' AND id IN ").list(ids);
    let found = sql.query(c, payment_row)?;
    Ok(found.iter().map(|payment| (payment.id.clone(), as_cash_payment(payment))).collect())
}

/// Every payment in cash, for counting again.
pub fn list_cash_payments(c: &mut Connection<'_>) -> Result<Vec<CashPayment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE provider = 'cash' ORDER BY id");
    Ok(sql.query(c, payment_row)?.iter().map(as_cash_payment).collect())
}

/// Locks those of the payments that hold a place, in the order of their ids, and returns them by ticket type.
pub fn lock_held(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<Vec<Payment>> {
    let mut sql = SqlBuilder::new(PAYMENT);
    sql.push(" WHERE provider = 'cash' AND holds = TRUE AND id IN ").list(ids);
    sql.push(" ORDER BY id").for_update();
    let mut held = sql.query(c, payment_row)?;
    held.sort_by_key(|payment| payment.ticket_type);
    Ok(held)
}

/// Those of the places that somebody came in with.
pub fn used_places(c: &mut Connection<'_>, ids: &[PaymentId]) -> Result<HashSet<PaymentId>> {
    let mut sql = SqlBuilder::new("SELECT payment_id FROM tickets WHERE scanned_at IS NOT NULL AND payment_id IN ");
    sql.list(ids);
    Ok(sql.query(c, |row| row.get(0))?.into_iter().collect())
}

/// Ends a payment with what was paid for it.
pub fn settle(c: &mut Connection<'_>, id: &PaymentId, state: PaymentState, amount: Money, at: Instant) -> Result<()> {
    c.execute(
        "UPDATE payments SET state = $2, reason = NULL, amount = $3, currency = $4, settled_at = $5, holds = FALSE
         WHERE id = $1",
        &[&id, &state, &amount.minor(), &amount.currency(), &at],
    )?;
    Ok(())
}

/// Makes the ticket of a place that was set aside one that is sold. If somebody came in with it, it counts as scanned
/// from now on.
pub fn issue_reserved(c: &mut Connection<'_>, payment: &Payment, at: Instant, now: Instant) -> Result<()> {
    let scanned: Vec<bool> = c.query(
        "UPDATE tickets SET reserved = FALSE, issued_at = $2, changed_at = $3, void_at = NULL,
            status = CASE WHEN scanned_at IS NULL THEN $4 ELSE $5 END
         WHERE payment_id = $1 RETURNING scanned_at IS NOT NULL AS is_scanned",
        &[&payment.id, &at, &now, &TicketStatus::Valid, &TicketStatus::Scanned],
        |row| row.get("is_scanned"),
    )?;
    let scanned = scanned.into_iter().filter(|is_scanned| *is_scanned).count() as i64;
    if scanned > 0 {
        let count = "UPDATE ticket_types SET scanned = scanned + $2 WHERE id = $1";
        c.execute(count, &[&payment.ticket_type, &scanned])?;
    }
    Ok(())
}
