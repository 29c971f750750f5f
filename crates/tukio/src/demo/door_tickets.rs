//! What the door of the demo meets besides valid tickets: some that it refuses, and buyers who pay in cash.

use std::time::Duration;

use box_office::{CashOrder, PastSale};
use database::Connection;
use domain::{Currency, Instant, Rate, UserId};
use door::{PastCashSale, PastScan};

use events::{EventRow, TicketType};
use platform::Error;

const GATE: &str = "Porte Sud";

/// Somebody buys at the door every few minutes.
const BETWEEN: Duration = Duration::from_mins(4);

const SALES: u32 = 9;

/// Francs for a dollar, in hundredths.
const RATE: i64 = 285_000;

/// Three more tickets of the participant: one is cancelled, one refunded, and one given to the helper.
pub fn add_refused_tickets(
    c: &mut Connection<'_>,
    kind: &TicketType,
    (participant, helper): (UserId, UserId),
    at: Instant,
) -> Result<(), Error> {
    let Some(price) = kind.money() else { return Ok(()) };
    let sale = PastSale { buyer: participant, ticket_type: kind.id, quantity: 1, price, promo_code: None, at };
    let cancelled = box_office::record_past_sale(c, &sale)?;
    let refunded = box_office::record_past_sale(c, &sale)?;
    let passed_on = box_office::record_past_sale(c, &sale)?;
    let later = at + BETWEEN;
    for ticket in box_office::tickets_of_payment(c, &cancelled)? {
        box_office::void_past_ticket(c, &ticket, later)?;
    }
    box_office::refund_past_sale(c, &refunded, later)?;
    for ticket in box_office::tickets_of_payment(c, &passed_on)? {
        box_office::pass_on_past_ticket(c, &ticket, (participant, helper), later)?;
    }
    Ok(())
}

/// The helper sells for cash at the second gate, now and then for francs, and lets in who has paid.
pub fn sell_for_cash(
    c: &mut Connection<'_>,
    event: &EventRow,
    kind: &TicketType,
    helper: UserId,
    now: Instant,
) -> Result<(), Error> {
    let mut scans = Vec::new();
    for number in 0..SALES {
        let currency = if number % 3 == 2 { Currency::Cdf } else { Currency::Usd };
        let order = CashOrder { event: event.id, ticket_type: kind.id, quantity: i64::from(1 + number % 2), currency };
        let (rate, at) = (Rate::from_hundredths(RATE), now - BETWEEN * (SALES - number));
        let seller = if number == 0 { event.owner } else { helper };
        let payment = door::record_past_cash_sale(c, &PastCashSale { order, rate, seller, gate: GATE, at })?;
        for ticket in box_office::tickets_of_payment(c, &payment)? {
            scans.push(PastScan { event: event.id, ticket, user: seller, gate: GATE, at });
        }
    }
    Ok(door::record_past_scans(c, &scans, now)?)
}
