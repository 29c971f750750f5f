//! Sales as they were made at an earlier time, for the demo: every step is the one of a real sale, with its time given.
//! Each function runs inside the caller's transaction.

use database::Connection;
use domain::{EventId, Instant, Money, PaymentId, TicketTypeId, UserId};
use payment_providers::Intent;
use payment_providers::sandbox::NAME;

use crate::desk::model::Wish;
use crate::desk::{self, Answer, Reservation};
use crate::payments::model::Outcome;
use crate::payments::{settling, store};
use crate::{sandbox, tickets};
use platform::{Error, random};

/// Seconds from the first click to the tickets.
const PAID_WITHIN: i64 = 45;

/// Where nobody is sent any more.
const GONE: &str = "https://tukio.example/";

#[derive(Debug, Clone, Copy)]
pub struct PastSale {
    pub buyer: UserId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    /// Of one ticket: it is paid in its own currency.
    pub price: Money,
    pub at: Instant,
}

/// Places held, paid for on the sandbox's page, tickets issued. The payment's id.
pub fn sell(c: &mut Connection<'_>, sale: &PastSale) -> Result<PaymentId, Error> {
    let (ticket_type, quantity, currency) = (sale.ticket_type, sale.quantity, sale.price.currency());
    let wish = Wish { ticket_type, quantity, currency, quoted: None, frees: 0 };
    let reservation = Reservation {
        id: random::payment_id(sale.at),
        user: sale.buyer,
        wish,
        provider: NAME,
        reference: random::reference(sale.at),
        email: None,
        retry_of: None,
        key: None,
    };
    let Answer::Held { terms, until } = desk::reserve_one(c, &reservation, sale.at)? else {
        return Err(Error::Internal(format!("a past sale was refused: {sale:?}")));
    };
    let paid_at = sale.at.plus_seconds(PAID_WITHIN);
    let intent = Intent {
        payment: reservation.id.clone(),
        reference: reservation.reference.clone(),
        amount: terms.amount,
        description: format!("Tukio : {} billets", sale.quantity),
        return_url: GONE.to_owned(),
        callback_url: GONE.to_owned(),
        deadline: until,
    };
    sandbox::paid_before(c, &intent, sale.at, paid_at)?;
    settling::settle(c, &reservation.id, &Outcome::Paid { amount: Some(terms.amount) }, paid_at)?;
    Ok(reservation.id)
}

/// Lets the first so many tickets of a payment in.
pub fn admit_of_payment(c: &mut Connection<'_>, payment: &PaymentId, count: usize, at: Instant) -> Result<(), Error> {
    for (_, ticket) in tickets::ids_of_payments(c, std::slice::from_ref(payment))?.iter().take(count) {
        tickets::admit_ticket(c, ticket, at)?;
    }
    Ok(())
}

/// The event did not take place, and everybody has their money back.
pub fn pay_everybody_back(c: &mut Connection<'_>, event: EventId, at: Instant) -> Result<(), Error> {
    let owed = settling::cancel_sales(c, event, at)?;
    for refund in store::claim_refunds(c, at, at, owed.len() as i64)? {
        sandbox::paid_back_before(c, &refund.reference, &refund.id)?;
        settling::paid_back(c, &refund, at)?;
    }
    Ok(())
}
