//! Takes in sales that were made without network, of places that were set aside for it.

use box_office::HeldSale;
use database::Connection;
use domain::{EventId, Instant, PaymentId, UserId};

use crate::Door;
use crate::actions::require_staff;
use crate::post::Post;
use crate::sales::answers::{SyncFate, SyncedSale};
use crate::sales::model::{OfflineSale, SaleFate};
use crate::sales::store::{self, SaleRow};
use platform::Error;

impl Door {
    /// Takes in sales in whatever order they come, and as often as they are sent. Each is a transaction of its own, so
    /// that one that can't be taken in spoils none of the others.
    pub async fn sync_door_sales(
        &self,
        seller: UserId,
        event: EventId,
        sales: Vec<OfflineSale>,
    ) -> Result<Vec<SyncedSale>, Error> {
        self.require_staff(seller, event).await?;
        let now = self.services.now();
        let mut synced = Vec::with_capacity(sales.len());
        for sale in sales {
            let take_in = move |c: &mut Connection<'_>| take_in(c, (seller, event), &sale, now);
            synced.push(self.write_once(take_in).await?);
        }
        if synced.iter().any(|sale| !sale.known && sale.fate != SyncFate::Refused) {
            self.services.freshness.event_sold(event);
        }
        for sale in synced.iter().filter(|sale| !sale.known && sale.fate == SyncFate::Review) {
            tracing::error!(%event, payment = ?sale.payment_id, "cash was taken for a place that was gone, needs review");
        }
        Ok(synced)
    }
}

fn take_in(
    c: &mut Connection<'_>,
    (seller, event): (UserId, EventId),
    sale: &OfflineSale,
    now: Instant,
) -> Result<SyncedSale, Error> {
    require_staff(c, seller, event)?;
    if let Some(known) = store::find_sale(c, event, &sale.id)? {
        return Ok(SyncedSale { known: true, ..synced(sale, known.fate, known.payment) });
    }
    let Some((receipt, block_made)) = store::find_place(c, event, &sale.payment)? else {
        return Ok(refused(sale, "Cette place n'a pas été réservée pour la porte de cet évènement."));
    };
    // A clock that is off can't sell before there was anything to sell, nor in the future.
    let at = sale.at.clamp(block_made, now.max(block_made));
    let (fate, amount) = match box_office::sell_held(c, &sale.payment, sale.currency, at, now)? {
        HeldSale::Sold(amount) => (SaleFate::Sold, amount),
        HeldSale::Review(amount) => (SaleFate::Review, amount),
        HeldSale::AlreadySold => return Ok(refused(sale, "Cette place a déjà été vendue.")),
        HeldSale::NotInCurrency => return Ok(refused(sale, "Cette place ne se paie pas dans cette devise.")),
    };
    let ids = std::slice::from_ref(&sale.payment);
    let payment = box_office::find_cash_payments(c, ids)?.remove(&sale.payment);
    let payment = payment.ok_or_else(|| Error::Internal("a place has no payment".to_owned()))?;
    let Post { gate, device } = sale.post.clone();
    let row = SaleRow {
        payment: payment.id,
        event,
        id: sale.id.clone(),
        ticket_type: payment.ticket_type,
        quantity: payment.quantity,
        amount,
        seller,
        device,
        gate,
        online: false,
        at,
        received: now,
        receipt,
        fate,
    };
    store::insert_sale(c, &row)?;
    Ok(synced(sale, fate, row.payment))
}

fn synced(sale: &OfflineSale, fate: SaleFate, payment: PaymentId) -> SyncedSale {
    let (fate, message) = match fate {
        SaleFate::Sold => (SyncFate::Sold, "Vente enregistrée."),
        SaleFate::Review => {
            (SyncFate::Review, "Cette place n'était plus libre : l'organisateur doit vérifier cette vente.")
        }
    };
    let id = Some(sale.id.to_string());
    SyncedSale { id, fate, known: false, message: message.to_owned(), payment_id: Some(payment) }
}

fn refused(sale: &OfflineSale, message: &str) -> SyncedSale {
    SyncedSale { payment_id: Some(sale.payment.clone()), ..SyncedSale::refused(Some(sale.id.to_string()), message) }
}

impl SyncedSale {
    /// What can't be read.
    pub fn refused(id: Option<String>, message: &str) -> SyncedSale {
        SyncedSale { id, fate: SyncFate::Refused, known: false, message: message.to_owned(), payment_id: None }
    }
}
