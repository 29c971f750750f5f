//! The receipt of a sale or of an invitation: whoever has its address sees the tickets.

use box_office::{DoorTicket, EventSummary, GuestReceipt};
use database::Connection;
use domain::{EventId, Instant, Money, PaymentId, ReceiptCode, TicketTypeId};

use crate::Door;
use crate::overview::grouped;
use crate::sales::answers::{Receipt, ReceiptTicket};
use crate::sales::selling::find_label;
use crate::sales::store::{self, SaleRow};
use platform::Error;

const NO_RECEIPT: Error = Error::NotFound("Ce reçu n'existe pas, ou sa vente n'est pas encore arrivée.");

/// What a receipt is for, whoever made it.
struct Bought {
    payment: PaymentId,
    event: EventId,
    ticket_type: TicketTypeId,
    quantity: i64,
    amount: Money,
    at: Instant,
    guest: Option<String>,
}

impl From<SaleRow> for Bought {
    fn from(sale: SaleRow) -> Bought {
        let SaleRow { payment, event, ticket_type, quantity, amount, at, .. } = sale;
        Bought { payment, event, ticket_type, quantity, amount, at, guest: None }
    }
}

impl From<GuestReceipt> for Bought {
    fn from(given: GuestReceipt) -> Bought {
        let GuestReceipt { payment, event, ticket_type, amount, at, name } = given;
        Bought { payment, event, ticket_type, quantity: 1, amount, at, guest: Some(name) }
    }
}

impl Door {
    /// Returns what was sold at the door, or given to a guest.
    pub async fn get_receipt(&self, receipt: ReceiptCode) -> Result<Receipt, Error> {
        let read = move |c: &mut Connection<'_>| {
            let bought = find_bought(c, &receipt)?.ok_or(NO_RECEIPT)?;
            let event = events::find_events(c, &[bought.event])?.remove(&bought.event).ok_or(NO_RECEIPT)?;
            let tickets = box_office::find_tickets_of_payments(c, std::slice::from_ref(&bought.payment))?;
            let label = find_label(c, bought.event, bought.ticket_type)?;
            Ok::<_, Error>((bought, event, label, tickets))
        };
        let (bought, event, label, tickets) = self.services.db.read(read).await?;
        let tickets: Vec<DoorTicket> = tickets.into_iter().map(|(_, ticket)| ticket).collect();
        let contents = self.office.sign_tickets(&tickets.iter().collect::<Vec<_>>()).await?;
        let show = |(ticket, content): (DoorTicket, String)| ReceiptTicket {
            ticket_id: ticket.id,
            code: grouped(&ticket.code),
            content,
            status: ticket.status,
        };
        Ok(Receipt {
            event: EventSummary::from(&event),
            guest: bought.guest,
            cancelled: event.cancelled,
            ticket_type: label,
            quantity: bought.quantity,
            amount: bought.amount.figures(),
            currency: bought.amount.currency().code(),
            sold_at: bought.at.millis(),
            tickets: tickets.into_iter().zip(contents).map(show).collect(),
        })
    }
}

fn find_bought(c: &mut Connection<'_>, receipt: &ReceiptCode) -> Result<Option<Bought>, Error> {
    if let Some(sale) = store::find_sale_by_receipt(c, receipt)? {
        return Ok(Some(sale.into()));
    }
    Ok(box_office::find_guest_by_receipt(c, receipt)?.map(Bought::from))
}
