//! SQL of `event_views`.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Day, EventId, Instant};

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
