//! Paying back a payment, all of it or ticket by ticket. Each function runs inside the caller's transaction, which has
//! locked the payment. Tickets are locked after payments and before ticket types.

use database::{Connection, DbError};
use domain::{Instant, Money, RefundId, TicketId};

use crate::ledger::{ReleasedPlaces, Transfer};
use crate::payments::model::Payment;
use crate::refunds::model::{DueRefund, Refund, Shares};
use crate::refunds::requests::store as requests;
use crate::refunds::store as refunds;
use crate::stored_words::{LedgerAccount, MoneyFactKind, RefundCause, RefundState, TicketStatus};
use crate::tickets::{self, TicketsBack};
use platform::random;

type Result<T> = std::result::Result<T, DbError>;

/// What is to be paid back, and why.
pub struct RefundOrder<'a> {
    pub cause: RefundCause,
    pub reason: Option<&'a str>,
    /// One ticket; without it, all that is left.
    pub ticket: Option<&'a TicketId>,
    /// Also of tickets that somebody came in with.
    pub force: bool,
    /// Whether others can buy the places again. Nobody does where the event is cancelled.
    pub frees_places: bool,
    /// Since when the tickets open no door.
    pub void_since: Instant,
}

impl RefundOrder<'_> {
    /// All that is left, whoever came in with it.
    pub fn of_all(cause: RefundCause, void_since: Instant) -> RefundOrder<'static> {
        RefundOrder { cause, reason: None, ticket: None, force: true, frees_places: false, void_since }
    }
}

/// What became of an order to pay back.
pub enum Refunded {
    Requested(Refund),
    /// All of it was paid back before.
    NothingLeft,
    /// Somebody came in with it.
    Scanned,
}

/// Makes the tickets void and requests the refund. A ticket is paid back once, and no more than was paid goes back.
pub fn request_refund(
    c: &mut Connection<'_>,
    payment: &Payment,
    order: &RefundOrder<'_>,
    now: Instant,
) -> Result<Refunded> {
    let left = tickets::lock_not_refunded(c, &payment.id)?;
    let chosen: Vec<_> = left.iter().filter(|(id, _)| order.ticket.is_none_or(|wanted| wanted == id)).collect();
    let shares = Shares {
        paid: payment.amount,
        refunded: payment.refunded,
        quantity: payment.quantity,
        left: left.len() as i64,
    };
    let amount = shares.of_tickets(chosen.len() as i64);
    if chosen.is_empty() && (order.ticket.is_some() || amount.minor() == 0) {
        return Ok(Refunded::NothingLeft);
    }
    if !order.force && chosen.iter().any(|(_, is_scanned)| *is_scanned) {
        return Ok(Refunded::Scanned);
    }
    let refund = new_refund(payment, order, amount, now);
    refunds::insert_refund(c, &refund)?;
    if !refunds::add_to_payment(c, &refund)? {
        return Err(DbError::Decode(format!("refunds of payment {} exceed what was paid", payment.id)));
    }
    let ids: Vec<TicketId> = chosen.into_iter().map(|(id, _)| id.clone()).collect();
    void_tickets(c, payment, (&refund, &ids), order, now)?;
    // Late money is owed to the buyer since it came.
    if order.cause != RefundCause::Late && amount.minor() > 0 {
        movement(&refund, MoneyFactKind::Cancel, LedgerAccount::Organiser, LedgerAccount::Buyer).write(c, now)?;
    }
    Ok(Refunded::Requested(refund))
}

fn new_refund(payment: &Payment, order: &RefundOrder<'_>, amount: Money, now: Instant) -> Refund {
    let state = match (amount.minor(), payment.is_cash) {
        // What cost nothing is paid back as soon as its ticket is void.
        (0, _) => RefundState::Done,
        (_, true) => RefundState::ByHand,
        (_, false) => RefundState::Requested,
    };
    Refund {
        id: random::refund_id(now),
        payment: payment.id.clone(),
        event: payment.event,
        amount,
        state,
        cause: order.cause,
        reason: order.reason.map(str::to_owned),
        created: now,
        done: (state == RefundState::Done).then_some(now),
        tried: 0,
        problem: None,
        note: None,
    }
}

/// Nobody comes in with these tickets any more, and their places are others' where nobody came in before.
fn void_tickets(
    c: &mut Connection<'_>,
    payment: &Payment,
    (refund, ids): (&Refund, &[TicketId]),
    order: &RefundOrder<'_>,
    now: Instant,
) -> Result<()> {
    let is_done = refund.state == RefundState::Done;
    let back = TicketsBack {
        refund: &refund.id,
        status: if is_done { TicketStatus::Refunded } else { TicketStatus::Cancelled },
        frees_places: order.frees_places,
        void_since: order.void_since,
    };
    let count = tickets::give_back_tickets(c, ids, &back, now)?;
    requests::withdraw_requests(c, ids, now)?;
    if count > 0 {
        let (payment, ticket_type) = (&payment.id, payment.ticket_type);
        ReleasedPlaces { count, payment, refund: &refund.id, ticket_type }.write(c, now)?;
    }
    Ok(())
}

fn movement<'a>(refund: &'a Refund, kind: MoneyFactKind, from: LedgerAccount, to: LedgerAccount) -> Transfer<'a> {
    Transfer { payment: &refund.payment, kind, from, to, amount: refund.amount, refund: Some(&refund.id) }
}

/// Records that the buyer has the money back from the provider.
pub fn complete_refund(c: &mut Connection<'_>, refund: &DueRefund, now: Instant) -> Result<()> {
    let DueRefund { id, payment, amount, .. } = refund;
    let back = Transfer {
        payment,
        kind: MoneyFactKind::Refund,
        from: LedgerAccount::Buyer,
        to: LedgerAccount::Provider,
        amount: *amount,
        refund: Some(id),
    };
    finish(c, id, &back, now)
}

fn finish(c: &mut Connection<'_>, id: &RefundId, back: &Transfer<'_>, now: Instant) -> Result<()> {
    if refunds::mark_refund_done(c, id, now)? {
        back.write(c, now)?;
        tickets::mark_refunded(c, id, now)?;
    }
    Ok(())
}

/// Records that the organiser has paid the buyer: with the notes of the door, or from their own pocket, so that what the
/// provider still has is owed to them. Returns whether it was the organiser's to pay.
pub fn hand_back(
    c: &mut Connection<'_>,
    payment: &Payment,
    refund: &Refund,
    note: Option<&str>,
    now: Instant,
) -> Result<bool> {
    if !refunds::mark_handed_back(c, &refund.id, note, now)? {
        return Ok(false);
    }
    let (kind, to) = match payment.is_cash {
        true => (MoneyFactKind::Refund, LedgerAccount::Cash),
        false => (MoneyFactKind::ByHand, LedgerAccount::Organiser),
    };
    movement(refund, kind, LedgerAccount::Buyer, to).write(c, now)?;
    tickets::mark_refunded(c, &refund.id, now)?;
    Ok(true)
}

/// Records that the operator has had the provider pay a refund back, outside the product: by its screens or by a transfer.
/// Returns whether it waited for a person.
pub fn close_by_operator(c: &mut Connection<'_>, refund: &Refund, reference: &str, now: Instant) -> Result<bool> {
    if !refunds::mark_paid_by_operator(c, &refund.id, reference, now)? {
        return Ok(false);
    }
    movement(refund, MoneyFactKind::Refund, LedgerAccount::Buyer, LedgerAccount::Provider).write(c, now)?;
    tickets::mark_refunded(c, &refund.id, now)?;
    Ok(true)
}

/// Records that the provider has paid back by itself what was left.
pub fn record_provider_refund(c: &mut Connection<'_>, payment: &Payment, now: Instant) -> Result<()> {
    let order = RefundOrder::of_all(RefundCause::Provider, now);
    let Refunded::Requested(refund) = request_refund(c, payment, &order, now)? else { return Ok(()) };
    let back = movement(&refund, MoneyFactKind::Refund, LedgerAccount::Buyer, LedgerAccount::Provider);
    finish(c, &refund.id, &back, now)
}
