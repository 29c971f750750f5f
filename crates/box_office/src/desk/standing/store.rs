//! SQL of what buyers have and were offered.

use database::{Connection, DbError, Sql};
use domain::{EventId, Instant, TicketTypeId, UserId};

use crate::desk::model::ByPerson;
use crate::desk::rows::as_json;
use crate::desk::unpaid::{HELD_TOO_LONG, REMEMBERED};
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Counts the tickets that people have bought and not given back, and the places that are held for them. What they gave
/// to others counts as theirs.
pub fn count_owned(c: &mut Connection<'_>, types: &[TicketTypeId], buyers: &[UserId]) -> Result<ByPerson> {
    let mut sql = SqlBuilder::new(
        "SELECT user_id, ticket_type_id, CAST(sum(CASE WHEN holds = TRUE THEN quantity ELSE (SELECT count(*) FROM tickets
            WHERE payment_id = payments.id AND status IN ('valid', 'scanned')) END) AS BIGINT) AS owned
         FROM payments WHERE (holds = TRUE OR state = 'succeeded') AND ticket_type_id IN ",
    );
    sql.list(types).push(" AND user_id IN ").list(buyers).push(" GROUP BY user_id, ticket_type_id");
    let rows = sql.query(c, |row| Ok(((row.get("user_id")?, row.get("ticket_type_id")?), row.get("owned")?)))?;
    Ok(rows.into_iter().collect())
}

/// Places that are set aside for these people.
pub fn read_offers(
    c: &mut Connection<'_>,
    types: &[TicketTypeId],
    buyers: &[UserId],
    now: Instant,
) -> Result<ByPerson> {
    let mut sql = SqlBuilder::new("SELECT user_id, ticket_type_id, offered FROM waiting_list WHERE status = 'offered'");
    sql.push(" AND offered_until > ").bind(now).push(" AND ticket_type_id IN ").list(types);
    sql.push(" AND user_id IN ").list(buyers);
    let rows = sql.query(c, |row| Ok(((row.get("user_id")?, row.get("ticket_type_id")?), row.get("offered")?)))?;
    Ok(rows.into_iter().collect())
}

/// Records that offers have passed to payments. Each stands for one person and type.
pub fn mark_offers_taken(c: &mut Connection<'_>, taken: &[(UserId, TicketTypeId)], now: Instant) -> Result<()> {
    for (user, ticket_type) in taken {
        c.execute(
            "UPDATE waiting_list SET status = 'taken', ended_at = $3
             WHERE user_id = $1 AND ticket_type_id = $2 AND status = 'offered'",
            &[user, ticket_type, &now],
        )?;
    }
    Ok(())
}

/// A payment that was begun lately.
pub struct RecentPayment {
    pub user: UserId,
    pub event: EventId,
    pub at: Instant,
    pub quantity: i64,
    pub holds: bool,
    /// A try that goes on where no provider had answered has taken nothing new.
    pub is_taken: bool,
    pub let_go: i64,
}

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
     FROM jsonb_each($1) CROSS JOIN payments own WHERE user_id = value AND created_at BETWEEN $2 AND $3",
    "SELECT own.* FROM json_array_elements_text($1::text::json) AS asked (buyer)
     CROSS JOIN LATERAL (SELECT user_id, event_id, created_at, quantity, holds,
            (retry_of IS NULL OR EXISTS (SELECT 1 FROM payments earlier
                WHERE earlier.id = payments.retry_of AND earlier.payment_url IS NOT NULL)) AS is_taken,
            CASE WHEN holds = FALSE AND state IN ('pending', 'failed') AND NOT EXISTS (
                SELECT 1 FROM payments later WHERE later.user_id = payments.user_id AND later.retry_of = payments.id)
            THEN CASE WHEN retry_of IS NOT NULL THEN $4::bigint WHEN settled_at < hold_until THEN settled_at - created_at
            ELSE hold_until - created_at END ELSE 0 END AS let_go
        FROM payments WHERE user_id = asked.buyer::bigint AND created_at BETWEEN $2 AND $3 ORDER BY created_at) AS own",
);

/// Reads what these people began to pay lately, in the order of time.
pub fn recent_payments(c: &mut Connection<'_>, buyers: &[UserId], now: Instant) -> Result<Vec<RecentPayment>> {
    let too_long = HELD_TOO_LONG.as_millis() as i64;
    let mut payments = c.query(&LATELY, &[&as_json(buyers)?, &(now - REMEMBERED), &now, &too_long], |row| {
        Ok(RecentPayment {
            user: row.get("user_id")?,
            event: row.get("event_id")?,
            at: row.get("created_at")?,
            quantity: row.get("quantity")?,
            holds: row.get("holds")?,
            is_taken: row.get("is_taken")?,
            let_go: row.get("let_go")?,
        })
    })?;
    payments.sort_by_key(|payment: &RecentPayment| payment.at);
    Ok(payments)
}
