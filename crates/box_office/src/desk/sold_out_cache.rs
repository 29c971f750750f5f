//! What the desk remembers: types that nothing is left of, so that a crowd that comes too late is told at once.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use domain::{Clock, Currency, EventId, Instant, Rate, TicketTypeId};

use crate::desk::model::{Sale, Stock};
use crate::desk::reservation::Reservation;
use platform::Freshness;

/// After this time the database is asked again: another process may have given places back.
const LIFETIME: Duration = Duration::from_secs(1);

/// Versions of events, read before a batch was decided.
pub type Versions = HashMap<TicketTypeId, u64>;

pub struct SoldOutCache {
    clock: Arc<dyn Clock>,
    freshness: Freshness,
    known: RwLock<HashMap<TicketTypeId, KnownType>>,
}

struct KnownType {
    event: EventId,
    sold_out: Option<SoldOut>,
}

/// Nothing was left, as long as nothing changes about the event.
struct SoldOut {
    found_at: Instant,
    version: u64,
    /// `None` where both can be paid in.
    only_in: Option<Currency>,
}

impl SoldOutCache {
    pub fn new(clock: Arc<dyn Clock>, freshness: Freshness) -> SoldOutCache {
        SoldOutCache { clock, freshness, known: RwLock::default() }
    }

    /// Whether this one can be refused for want of places. One that takes over from another may have some.
    pub fn is_sold_out(&self, reservation: &Reservation) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let Some(KnownType { event, sold_out: Some(sold_out) }) = known.get(&reservation.line.ticket_type) else {
            return false;
        };
        let now = self.clock.now();
        reservation.retry_of.is_none()
            && now >= sold_out.found_at
            && now.since(sold_out.found_at) < LIFETIME
            && sold_out.version == self.freshness.event(*event)
            && sold_out.only_in.is_none_or(|currency| currency == reservation.line.currency)
    }

    /// To be asked before a batch is decided: what changes afterwards makes the memory of it worthless.
    pub fn versions_of(&self, batch: &[Reservation]) -> Versions {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let version = |reservation: &Reservation| {
            let id = reservation.line.ticket_type;
            Some((id, self.freshness.event(known.get(&id)?.event)))
        };
        batch.iter().filter_map(version).collect()
    }

    /// What a batch has left. Of a type that is met for the first time only the event is learnt.
    pub fn update(&self, stock: &HashMap<TicketTypeId, Stock>, rate: Option<Rate>, before: &Versions) {
        let found_at = self.clock.now();
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for (id, stock) in stock {
            let is_sold_out = stock.sale == Sale::Open && stock.left() <= 0;
            let only_in = rate.is_none().then(|| stock.price.currency());
            let sold_out =
                before.get(id).filter(|_| is_sold_out).map(|version| SoldOut { found_at, version: *version, only_in });
            known.insert(*id, KnownType { event: stock.event, sold_out });
        }
    }
}
