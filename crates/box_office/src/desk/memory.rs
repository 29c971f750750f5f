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

pub struct Memory {
    clock: Arc<dyn Clock>,
    freshness: Freshness,
    seen: RwLock<HashMap<TicketTypeId, Seen>>,
}

struct Seen {
    event: EventId,
    gone: Option<Gone>,
}

/// Nothing was left, as long as nothing changes about the event.
struct Gone {
    since: Instant,
    version: u64,
    /// `None` where both can be paid in.
    only_in: Option<Currency>,
}

impl Memory {
    pub fn new(clock: Arc<dyn Clock>, freshness: Freshness) -> Memory {
        Memory { clock, freshness, seen: RwLock::default() }
    }

    /// Whether this one can be refused for want of places. One that takes over from another may have some.
    pub fn is_sold_out(&self, reservation: &Reservation) -> bool {
        let seen = self.seen.read().unwrap_or_else(PoisonError::into_inner);
        let Some(Seen { event, gone: Some(gone) }) = seen.get(&reservation.wish.ticket_type) else { return false };
        let now = self.clock.now();
        reservation.retry_of.is_none()
            && now >= gone.since
            && now.since(gone.since) < LIFETIME
            && gone.version == self.freshness.event(*event)
            && gone.only_in.is_none_or(|currency| currency == reservation.wish.currency)
    }

    /// To be asked before a batch is decided: what changes afterwards makes the memory of it worthless.
    pub fn before(&self, batch: &[Reservation]) -> Versions {
        let seen = self.seen.read().unwrap_or_else(PoisonError::into_inner);
        let version = |reservation: &Reservation| {
            let id = reservation.wish.ticket_type;
            Some((id, self.freshness.event(seen.get(&id)?.event)))
        };
        batch.iter().filter_map(version).collect()
    }

    /// What a batch has left. Of a type that is met for the first time only the event is learnt.
    pub fn learn(&self, stock: &HashMap<TicketTypeId, Stock>, rate: Option<Rate>, before: &Versions) {
        let since = self.clock.now();
        let mut seen = self.seen.write().unwrap_or_else(PoisonError::into_inner);
        for (id, stock) in stock {
            let is_gone = stock.sale == Sale::Open && stock.left() <= 0;
            let only_in = rate.is_none().then(|| stock.price.currency());
            let gone = before.get(id).filter(|_| is_gone).map(|version| Gone { since, version: *version, only_in });
            seen.insert(*id, Seen { event: stock.event, gone });
        }
    }
}
