//! What buyers hold unpaid, took lately, and let go unpaid: read at once for a whole batch, because everybody at the desk
//! waits for it.

use std::collections::HashMap;
use std::time::Duration;

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};

use crate::desk::model::Underway;
use crate::desk::standing::store::{RecentPayment, recent_payments};
use crate::desk::unpaid::{LetGo, PACE, TakenHolds};

/// What people did at the desk lately.
#[derive(Debug, Default)]
pub struct Lately {
    /// What people hold unpaid.
    pub underway: Underway,
    /// When people took holds, of whatever events.
    pub taken: HashMap<UserId, TakenHolds>,
    /// What people let go unpaid, of this event or that.
    pub let_go: HashMap<(UserId, EventId), LetGo>,
}

/// Reads what these buyers did at the desk lately. To be called once the types are locked, so that two processes count
/// each other's holds of a type.
pub fn read_lately(c: &mut Connection<'_>, buyers: &[UserId], now: Instant) -> Result<Lately, DbError> {
    let mut lately = Lately::default();
    if !buyers.is_empty() {
        for row in recent_payments(c, buyers, now)? {
            lately.count(&row, now);
        }
    }
    Ok(lately)
}

impl Lately {
    /// Counts a payment. They come in the order of time.
    fn count(&mut self, row: &RecentPayment, now: Instant) {
        let own = (row.user, row.event);
        if row.holds {
            let unpaid = self.underway.entry(own).or_default();
            unpaid.payments += 1;
            unpaid.places += row.quantity;
        }
        if row.is_taken && row.at > now - PACE {
            self.taken.entry(row.user).or_default().0.push(row.at);
        }
        if row.let_go > 0 {
            let earlier = self.let_go.get(&own).map_or(Duration::ZERO, |earlier| earlier.held_for);
            let held_for = earlier + Duration::from_millis(row.let_go.unsigned_abs());
            self.let_go.insert(own, LetGo { held_for, since: row.at });
        }
    }
}
