//! Sales in the past, for the demo. Each step is that of a real sale, at a given time, inside the caller's transaction.

use std::sync::Arc;
use std::time::Duration;

use database::Connection;
use domain::{EventId, Instant, Money, PaymentId, TicketId, TicketTypeId, UserId};
use payment_providers::sandbox::NAME;
use payment_providers::{Intent, RefundIntent};

use crate::desk::model::OrderLine;
use crate::desk::{self, Answer, Reservation};
use crate::payments::model::Outcome;
use crate::payments::{self, paying_back, settlement};
use crate::providers::Share;
use crate::{disruptions, refunds, sandbox, tickets};
use platform::{Error, random};

/// The time from the first click to the tickets.
const PAID_WITHIN: Duration = Duration::from_secs(45);

/// The addresses of a payment that was finished long ago.
const UNUSED_URL: &str = "https://tukio.example/";

#[derive(Debug, Clone, Copy)]
pub struct PastSale {
    pub buyer: UserId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    /// The price of one ticket, paid in its own currency.
    pub price: Money,
    pub promo_code: Option<&'static str>,
    pub at: Instant,
}

/// Holds the places, pays on the sandbox and issues the tickets. Returns the payment's id.
pub fn record_past_sale(c: &mut Connection<'_>, sale: &PastSale) -> Result<PaymentId, Error> {
    let (ticket_type, quantity, currency) = (sale.ticket_type, sale.quantity, sale.price.currency());
    let line = OrderLine { ticket_type, quantity, currency, quoted: None, taken_over: 0 };
    let reservation = Arc::new(Reservation {
        id: random::payment_id(sale.at),
        user: sale.buyer,
        line,
        provider: NAME,
        channel: None,
        reference: random::reference(sale.at),
        email: None,
        retry_of: None,
        goes_on: false,
        access_code: None,
        promo_code: sale.promo_code.map(str::to_owned),
        key: None,
    });
    let Answer::Held { terms, until } = desk::reserve_one(c, &reservation, sale.at)? else {
        return Err(Error::Internal(format!("a past sale was refused: {sale:?}")));
    };
    let paid_at = sale.at + PAID_WITHIN;
    let intent = Intent {
        payment: reservation.id.clone(),
        reference: reservation.reference.clone(),
        amount: terms.amount,
        description: format!("Tukio : {} billets", sale.quantity),
        return_url: UNUSED_URL.to_owned(),
        callback_url: UNUSED_URL.to_owned(),
        deadline: until,
        channel: None,
        phone: None,
        buyer_name: String::new(),
        buyer_email: String::new(),
    };
    sandbox::insert_paid_order(c, &intent, sale.at, paid_at)?;
    settlement::settle_payment(c, &reservation.id, &Outcome::Paid { amount: terms.amount }, paid_at)?;
    Ok(reservation.id.clone())
}

/// The tickets that a payment has bought, in the order of their places.
pub fn tickets_of_payment(c: &mut Connection<'_>, payment: &PaymentId) -> Result<Vec<TicketId>, Error> {
    let found = tickets::ids_of_payments(c, std::slice::from_ref(payment))?;
    Ok(found.into_iter().map(|(_, ticket)| ticket).collect())
}

/// The provider pays a sale back by itself, so that its tickets are refunded.
pub fn refund_past_sale(c: &mut Connection<'_>, payment: &PaymentId, at: Instant) -> Result<(), Error> {
    let paid = payments::store::find_payment(c, payment)?;
    let paid = paid.ok_or_else(|| Error::Internal("a past sale is gone".to_owned()))?;
    let back = RefundIntent { refund: random::refund_id(at), handle: paid.handle(), amount: paid.amount };
    sandbox::insert_refund(c, &back)?;
    settlement::settle_payment(c, payment, &Outcome::Refunded, at)?;
    Ok(())
}

/// Makes one ticket void, as closing its holder's account does.
pub fn void_past_ticket(c: &mut Connection<'_>, ticket: &TicketId, at: Instant) -> Result<(), Error> {
    Ok(tickets::void_ticket(c, ticket, at)?)
}

/// Gives a ticket to somebody else, which makes its code void.
pub fn pass_on_past_ticket(
    c: &mut Connection<'_>,
    ticket: &TicketId,
    (from, to): (UserId, UserId),
    at: Instant,
) -> Result<(), Error> {
    tickets::pass_on_ticket(c, ticket, (from, to), at)?;
    Ok(())
}

/// Cancels the sales of an event and completes all refunds.
pub fn refund_event(c: &mut Connection<'_>, event: EventId, at: Instant) -> Result<(), Error> {
    disruptions::cancel_at_once(c, event, at)?;
    let due = refunds::store::due_refunds(c, &Share::Of(NAME), at, i64::MAX)?;
    for refund in refunds::store::claim_refunds(c, &due, at, at)? {
        sandbox::insert_refund(c, &refund.intent())?;
        paying_back::complete_refund(c, &refund, at)?;
    }
    Ok(())
}
