//! The receipt of a sale: whoever has its address sees the tickets.

use box_office::{DoorTicket, EventSummary};
use database::Connection;
use domain::ReceiptCode;

use crate::Door;
use crate::overview::grouped;
use crate::sales::answers::{Receipt, ReceiptTicket};
use crate::sales::selling::find_label;
use crate::sales::store;
use platform::Error;

const NO_RECEIPT: Error = Error::NotFound("Ce reçu n'existe pas, ou sa vente n'est pas encore arrivée.");

impl Door {
    pub async fn get_receipt(&self, receipt: ReceiptCode) -> Result<Receipt, Error> {
        let read = move |c: &mut Connection<'_>| {
            let sale = store::find_sale_by_receipt(c, &receipt)?.ok_or(NO_RECEIPT)?;
            let event = events::find_events(c, &[sale.event])?.remove(&sale.event).ok_or(NO_RECEIPT)?;
            let tickets = box_office::find_tickets_of_payments(c, std::slice::from_ref(&sale.payment))?;
            let label = find_label(c, sale.event, sale.ticket_type)?;
            Ok::<_, Error>((sale, event, label, tickets))
        };
        let (sale, event, label, tickets) = self.services.db.read(read).await?;
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
            cancelled: event.cancelled,
            ticket_type: label,
            quantity: sale.quantity,
            amount: sale.amount.figures(),
            currency: sale.amount.currency().code(),
            sold_at: sale.at.millis(),
            tickets: tickets.into_iter().zip(contents).map(show).collect(),
        })
    }
}
