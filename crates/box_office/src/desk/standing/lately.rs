//! What buyers hold unpaid, took lately, and let go unpaid: read at once for a whole batch, because everybody at the desk
//! waits for it.

use std::collections::HashMap;
use std::time::Duration;

use database::{Connection, DbError, Sql};
use domain::{EventId, Instant, UserId};

use crate::desk::model::Underway;
use crate::desk::rows::as_json;
use crate::desk::unpaid::{HELD_TOO_LONG, LetGo, PACE, REMEMBERED, TakenHolds};

/// What these people began to pay lately, and for how many milliseconds they kept places that they let go unpaid. Who let a
/// further try go has held on before, so that counts as long enough. A hold that is older than all this is about to end,
/// and counts no more. On PostgreSQL the inner order keeps the look at each buyer by itself, whatever its statistics say.
const LATELY: Sql = Sql::pair(
    "SELECT user_id, event_id, created_at, quantity, holds, (retry_of IS NULL OR EXISTS (SELECT 1 FROM payments earlier
            WHERE earlier.id = own.retry_of AND earlier.payment_url IS NOT NULL)) AS is_taken,
        CASE WHEN holds = FALSE AND state IN ('pending', 'failed')
        AND NOT EXISTS (SELECT 1 FROM payments later WHERE later.user_id = own.user_id AND later.retry_of = own.id)
        THEN CASE WHEN retry_of IS NOT NULL THEN $4 WHEN settled_at < hold_until THEN settled_at - created_at
        ELSE hold_until - created_at END ELSE 0 END AS let_go
     FROM jsonb_each($1) CROSS JOIN payments own WHERE user_id = value AND created_at BETWEEN $2 AND $3
     ORDER BY created_at",
    "SELECT own.* FROM json_array_elements_text($1::text::json) AS asked (buyer)
     CROSS JOIN LATERAL (SELECT user_id, event_id, created_at, quantity, holds, (retry_of IS NULL OR EXISTS (SELECT 1 FROM payments earlier
            WHERE earlier.id = payments.retry_of AND earlier.payment_url IS NOT NULL)) AS is_taken,
            CASE WHEN holds = FALSE AND state IN ('pending', 'failed') AND NOT EXISTS (
                SELECT 1 FROM payments later WHERE later.user_id = payments.user_id AND later.retry_of = payments.id)
            THEN CASE WHEN retry_of IS NOT NULL THEN $4::bigint WHEN settled_at < hold_until THEN settled_at - created_at
            ELSE hold_until - created_at END ELSE 0 END AS let_go
        FROM payments WHERE user_id = asked.buyer::bigint AND created_at BETWEEN $2 AND $3 ORDER BY created_at) AS own",
);

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

struct LatelyRow {
    user: UserId,
    event: EventId,
    at: Instant,
    quantity: i64,
    holds: bool,
    /// A try that goes on where no provider had answered has taken nothing new.
    is_taken: bool,
    let_go: i64,
}

/// Reads what these buyers did at the desk lately. To be called once the types are locked, so that two processes count
/// each other's holds of a type.
pub fn read_lately(c: &mut Connection<'_>, buyers: &[UserId], now: Instant) -> Result<Lately, DbError> {
    let mut lately = Lately::default();
    if buyers.is_empty() {
        return Ok(lately);
    }
    let too_long = HELD_TOO_LONG.as_millis() as i64;
    let rows = c.query(&LATELY, &[&as_json(buyers)?, &(now - REMEMBERED), &now, &too_long], |row| {
        Ok(LatelyRow {
            user: row.get("user_id")?,
            event: row.get("event_id")?,
            at: row.get("created_at")?,
            quantity: row.get("quantity")?,
            holds: row.get("holds")?,
            is_taken: row.get("is_taken")?,
            let_go: row.get("let_go")?,
        })
    })?;
    for row in rows {
        lately.count(&row, now);
    }
    Ok(lately)
}

impl Lately {
    /// Counts a payment. They come in the order of time.
    fn count(&mut self, row: &LatelyRow, now: Instant) {
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
