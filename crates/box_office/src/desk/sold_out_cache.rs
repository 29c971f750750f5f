//! A short-lived cache of ticket types that are sold out, so that a crowd that comes too late is answered without the
//! database.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use domain::{Clock, Currency, EventId, Instant, Rate, TicketTypeId};

use crate::desk::model::{Limits, Stock};
use crate::desk::reservation::Reservation;
use crate::ticket_types::sale::Sale;
use platform::Freshness;

/// After this time the database is asked again, because another process may have released places.
const LIFETIME: Duration = Duration::from_secs(1);

/// The versions of events, by ticket type, as they were before a batch was decided.
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

/// Nothing was left. This holds until the version of the event changes.
struct SoldOut {
    found_at: Instant,
    version: u64,
    /// The only currency that is taken; `None` where both are.
    only_in: Option<Currency>,
    limits: Limits,
}

impl SoldOutCache {
    pub fn new(clock: Arc<dyn Clock>, freshness: Freshness) -> SoldOutCache {
        SoldOutCache { clock, freshness, known: RwLock::default() }
    }

    /// Says whether a reservation can be refused at once. A retry never is, because it may take over places of its own.
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
            && sold_out.limits.check(reservation.line.quantity, 0).is_ok()
            && sold_out.only_in.is_none_or(|currency| currency == reservation.line.currency)
    }

    /// To be called before a batch is decided: an entry whose event has changed since then is not used.
    pub fn versions_of(&self, batch: &[Arc<Reservation>]) -> Versions {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let version = |reservation: &Arc<Reservation>| {
            let id = reservation.line.ticket_type;
            Some((id, self.freshness.event(known.get(&id)?.event)))
        };
        batch.iter().filter_map(version).collect()
    }

    /// Stores what a batch has left. A type that is seen for the first time is stored with its event only, because its
    /// version was not read before the batch.
    pub fn update(&self, stock: &HashMap<TicketTypeId, Stock>, rate: Option<Rate>, before: &Versions) {
        let found_at = self.clock.now();
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for (id, stock) in stock {
            // Who was offered places finds them, and of what is hidden nothing is told without the code.
            let is_for_all = stock.offered == 0 && stock.hidden_behind.is_none();
            let is_sold_out = stock.sale == Sale::Open && stock.left() <= 0 && is_for_all;
            let (only_in, limits) = (rate.is_none().then(|| stock.price.currency()), stock.limits);
            let entry = |version: &u64| SoldOut { found_at, version: *version, only_in, limits };
            let sold_out = before.get(id).filter(|_| is_sold_out).map(entry);
            known.insert(*id, KnownType { event: stock.event, sold_out });
        }
    }
}
