//! SQL of what buyers have and were offered.

use database::{Connection, DbError};
use domain::{Instant, TicketTypeId, UserId};

use crate::desk::model::ByPerson;
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
