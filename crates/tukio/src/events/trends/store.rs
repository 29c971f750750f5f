//! SQL of `event_views`, and of when `tickets` were sold.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Day, EventId, Hour, Instant, Town};

/// Whose days views are counted by, and sales with them.
pub const DAYS_OF: Town = Town::Lubumbashi;

type Result<T> = std::result::Result<T, DbError>;

pub fn add_views(c: &mut Connection<'_>, views: &HashMap<EventId, i64>, day: Day) -> Result<()> {
    for (event, views) in views {
        c.execute(
            "INSERT INTO event_views (day, event_id, views)
             SELECT CAST($1 AS BIGINT), id, CAST($3 AS BIGINT) FROM events WHERE id = $2
             ON CONFLICT (day, event_id) DO UPDATE SET views = event_views.views + excluded.views",
            &[&day.number(), event, views],
        )?;
    }
    Ok(())
}

/// Upcoming listed events that were looked at since that day: each day's views count the more the later it is.
pub fn viewed_since(c: &mut Connection<'_>, since: Day, now: Instant, limit: i64) -> Result<Vec<(EventId, i64)>> {
    c.query(
        "SELECT events.id, CAST(sum(views * (day - $1 + 1)) AS BIGINT) AS weight
         FROM event_views CROSS JOIN events
         WHERE day >= $1 AND events.id = event_id AND is_listed = TRUE AND over_at > $2
         GROUP BY events.id ORDER BY weight DESC, events.id LIMIT $3",
        &[&since.number(), &now, &limit],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Upcoming listed events with tickets sold since that day: each counts the more the later it was sold.
pub fn sold_since(c: &mut Connection<'_>, since: Day, now: Instant, limit: i64) -> Result<Vec<(EventId, i64)>> {
    c.query(
        "SELECT events.id, weight FROM (
            SELECT event_id, CAST(sum((issued_at - $1) / 86400000 + 1) AS BIGINT) AS weight
            FROM tickets WHERE issued_at >= $1 GROUP BY event_id
         ) AS sold CROSS JOIN events
         WHERE events.id = event_id AND is_listed = TRUE AND over_at > $2
         ORDER BY weight DESC, events.id LIMIT $3",
        &[&since.at(Hour::MIDNIGHT, DAYS_OF), &now, &limit],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}
