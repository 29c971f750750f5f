//! Selling with network: from the same stock as everybody, in one step.

use database::Connection;
use domain::{EventId, Instant, Rate, TicketTypeId};

use crate::cash::model::{CashFate, CashOrder, CashPayment, PROVIDER};
use crate::cash::store::{self, NewCashPayment};
use crate::desk;
use crate::desk::model::{OrderLine, Refusal, Stock, calculate_terms};
use crate::ledger::{StockChange, Transfer};
use crate::payments::errors::{refusal_error, refusal_words};
use crate::stored_words::{LedgerAccount, MoneyFactKind, PaymentState, StockFactKind};
use crate::tickets::{self, NewTickets};
use platform::{Error, random};

/// Sells places and issues their tickets, or says why not in the words that buyers read.
pub fn sell_for_cash(
    c: &mut Connection<'_>,
    order: &CashOrder,
    rate: Option<Rate>,
    now: Instant,
) -> Result<CashPayment, Error> {
    let CashOrder { event, ticket_type, quantity, currency } = *order;
    let stock = lock_places(c, (event, ticket_type), quantity, now)?;
    let line = OrderLine { ticket_type, quantity, currency, quoted: None, taken_over: 0 };
    let terms = calculate_terms(&stock, &line, rate).map_err(refused)?;
    let new = NewCashPayment {
        id: random::payment_id(now),
        reference: random::reference(now),
        order,
        terms: &terms,
        state: PaymentState::Succeeded,
        hold_until: now,
    };
    store::insert_payment(c, &new, PROVIDER, now)?;
    let sold = StockChange { kind: StockFactKind::Sell, held: 0, sold: quantity, payment: &new.id, ticket_type }
        .write(c, now)?;
    if !sold {
        return Err(refused(Refusal::Left(0)));
    }
    let received = Transfer {
        payment: &new.id,
        kind: MoneyFactKind::Sale,
        from: LedgerAccount::Cash,
        to: LedgerAccount::Organiser,
        amount: terms.amount,
        refund: None,
    };
    received.write(c, now)?;
    let bought =
        NewTickets { payment: &new.id, event, ticket_type, holder: None, guest: None, quantity, reserved: false };
    tickets::issue_tickets(c, &bought, now)?;
    Ok(CashPayment {
        id: new.id,
        event,
        ticket_type,
        quantity,
        price: terms.price,
        rate: terms.rate,
        amount: terms.amount,
        fate: CashFate::Sold,
    })
}

/// Locks the stock of a type of that event and returns it, if so many are on sale and left.
pub fn lock_places(
    c: &mut Connection<'_>,
    (event, ticket_type): (EventId, TicketTypeId),
    quantity: i64,
    now: Instant,
) -> Result<Stock, Error> {
    let stock = desk::lock_stock(c, &[ticket_type], now)?.remove(&ticket_type);
    let stock = stock.filter(|stock| stock.event == event).ok_or_else(|| refused(Refusal::NoSuchType))?;
    stock.check_open_at_door().map_err(refused)?;
    if quantity > stock.left() {
        return Err(refused(Refusal::Left(stock.left())));
    }
    Ok(stock)
}

/// What was sent is at fault where a field is named; otherwise things are no longer as the phone believed.
fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::NoSuchType | Refusal::OnlyIn(_) | Refusal::TooMuch => refusal_error(refusal),
        _ => Error::Conflict(refusal_words(refusal).1),
    }
}
