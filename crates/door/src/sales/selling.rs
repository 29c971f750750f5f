//! Selling with network.

use box_office::{CashOrder, DoorTicket};
use database::{Connection, DbError};
use domain::{EventId, Instant, PaymentId, Rate, TicketTypeId, UserId};

use crate::Door;
use crate::actions::require_staff;
use crate::overview::grouped;
use crate::post::Post;
use crate::sales::answers::{DoorSale, SoldTicket};
use crate::sales::model::{CheckedSale, SaleFate};
use crate::sales::store::{self, ONCE, SaleRow};
use platform::{Error, random};

impl Door {
    /// Sells for cash. Returns the sale, and whether it is new: the same id is the same sale.
    pub async fn sell_at_door(
        &self,
        seller: UserId,
        event: EventId,
        sale: CheckedSale,
    ) -> Result<(DoorSale, bool), Error> {
        let (now, rate) = (self.services.now(), self.office.rate());
        let CheckedSale { order, id, post } = sale;
        let id = id.unwrap_or_else(|| random::sale_id(now));
        let sell = move |c: &mut Connection<'_>| {
            require_staff(c, seller, event)?;
            let known = store::find_sale(c, event, &id)?;
            let is_new = known.is_none();
            let sale = match known {
                Some(sale) => sale,
                None => {
                    let payment = box_office::sell_for_cash(c, &order, rate, now)?;
                    let Post { gate, device } = post.clone();
                    let sale = SaleRow {
                        payment: payment.id,
                        event,
                        id: id.clone(),
                        ticket_type: order.ticket_type,
                        quantity: order.quantity,
                        amount: payment.amount,
                        seller,
                        device,
                        gate,
                        online: true,
                        at: now,
                        received: now,
                        receipt: random::receipt_code(),
                        fate: SaleFate::Sold,
                    };
                    store::insert_sale(c, &sale)?;
                    sale
                }
            };
            let tickets = box_office::find_tickets_of_payments(c, std::slice::from_ref(&sale.payment))?;
            let tickets: Vec<DoorTicket> = tickets.into_iter().map(|(_, ticket)| ticket).collect();
            Ok((find_label(c, event, sale.ticket_type)?, sale, tickets, is_new))
        };
        let (label, sale, tickets, is_new) = self.write_once(sell).await?;
        if is_new {
            self.services.freshness.event_sold(event);
        }
        Ok((self.describe_sale(label, sale, &tickets).await?, is_new))
    }

    async fn describe_sale(&self, label: String, sale: SaleRow, tickets: &[DoorTicket]) -> Result<DoorSale, Error> {
        let contents = self.office.sign_tickets(&tickets.iter().collect::<Vec<_>>()).await?;
        let ticket = |(ticket, content): (&DoorTicket, String)| SoldTicket {
            ticket_id: ticket.id.clone(),
            code: grouped(&ticket.code),
            content,
        };
        Ok(DoorSale {
            receipt_url: self.receipt_url(&sale.receipt),
            amount: sale.amount.figures(),
            currency: sale.amount.currency().code(),
            quantity: sale.quantity,
            ticket_type: label,
            tickets: tickets.iter().zip(contents).map(ticket).collect(),
            sold_at: sale.at.millis(),
            payment_id: sale.payment,
            receipt: sale.receipt,
        })
    }

    pub(super) fn receipt_url(&self, receipt: &domain::ReceiptCode) -> String {
        format!("{}/receipts/{receipt}", self.services.settings.public_url)
    }

    /// Writes something that is stored once: where the same request was under way and has stored it first, this one is
    /// run again and finds it.
    pub(super) async fn write_once<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Connection<'_>) -> Result<T, Error> + Clone + Send + 'static,
    ) -> Result<T, Error> {
        match self.services.db.write_row_locked(work.clone()).await {
            Err(Error::Database(DbError::Constraint { name })) if ONCE.contains(&&*name) => {
                self.services.db.write_row_locked(work).await
            }
            written => written,
        }
    }
}

/// What a ticket type of that event is called.
pub fn find_label(c: &mut Connection<'_>, event: EventId, id: TicketTypeId) -> Result<String, Error> {
    let label = box_office::find_type_labels(c, &[event])?.remove(&id);
    label.ok_or_else(|| Error::field("ticket_type_id", "Ce billet n'existe pas."))
}

/// A sale for cash in the past, for the demo.
pub struct PastCashSale {
    pub order: CashOrder,
    pub rate: Option<Rate>,
    pub seller: UserId,
    pub gate: &'static str,
    pub at: Instant,
}

/// Sells at a given time, inside the caller's transaction. Returns the payment.
pub fn record_past_cash_sale(c: &mut Connection<'_>, past: &PastCashSale) -> Result<PaymentId, Error> {
    let payment = box_office::sell_for_cash(c, &past.order, past.rate, past.at)?;
    let sale = SaleRow {
        payment: payment.id,
        event: past.order.event,
        id: random::sale_id(past.at),
        ticket_type: past.order.ticket_type,
        quantity: past.order.quantity,
        amount: payment.amount,
        seller: past.seller,
        device: String::new(),
        gate: past.gate.to_owned(),
        online: true,
        at: past.at,
        received: past.at,
        receipt: random::receipt_code(),
        fate: SaleFate::Sold,
    };
    store::insert_sale(c, &sale)?;
    Ok(sale.payment)
}
