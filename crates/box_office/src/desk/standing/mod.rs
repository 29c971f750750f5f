//! What a batch is judged by besides the stock: what buyers have already, what was offered to them, which promo codes
//! they name. It is read for the batches that need it only.

mod lately;
mod store;

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{EventId, Instant, TicketTypeId, UserId};

use crate::desk::model::{ByPerson, Stock};
use crate::promo_codes::model::Promo;
use crate::promo_codes::store::{lock_promos, promos_by_code};

pub use lately::{Lately, read_lately};
pub use store::{mark_offers_taken, read_offers};

/// What these buyers have of types that one person may have so many of. To be called once the types are locked.
pub fn read_owned(
    c: &mut Connection<'_>,
    stock: &HashMap<TicketTypeId, Stock>,
    buyers: &[UserId],
) -> Result<ByPerson, DbError> {
    let limited: Vec<TicketTypeId> = ids_of(stock, |stock| stock.limits.per_person.is_some());
    if limited.is_empty() || buyers.is_empty() { Ok(ByPerson::new()) } else { store::count_owned(c, &limited, buyers) }
}

/// What these buyers were offered. To be called once the types are locked.
pub fn read_open_offers(
    c: &mut Connection<'_>,
    stock: &HashMap<TicketTypeId, Stock>,
    buyers: &[UserId],
    now: Instant,
) -> Result<ByPerson, DbError> {
    let offering: Vec<TicketTypeId> = ids_of(stock, |stock| stock.offered > 0);
    if offering.is_empty() || buyers.is_empty() { Ok(ByPerson::new()) } else { read_offers(c, &offering, buyers, now) }
}

/// Locks the promo codes that a batch names, after the ticket types, and counts their uses.
pub fn read_promos(
    c: &mut Connection<'_>,
    stock: &HashMap<TicketTypeId, Stock>,
    codes: &[String],
) -> Result<HashMap<(EventId, String), Promo>, DbError> {
    if codes.is_empty() || stock.is_empty() {
        return Ok(HashMap::new());
    }
    let mut events: Vec<EventId> = stock.values().map(|stock| stock.event).collect();
    events.sort_unstable();
    events.dedup();
    Ok(promos_by_code(lock_promos(c, &events, codes)?))
}

fn ids_of(stock: &HashMap<TicketTypeId, Stock>, is_wanted: impl Fn(&Stock) -> bool) -> Vec<TicketTypeId> {
    stock.iter().filter(|(_, stock)| is_wanted(stock)).map(|(id, _)| *id).collect()
}
