//! SQL of `event_views` and `event_selections`.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{Day, EventId, Instant};

type Result<T> = std::result::Result<T, DbError>;

/// Adds views to those that events have on a day. For callers inside their own transaction.
pub fn add_views(c: &mut Connection<'_>, views: &HashMap<EventId, i64>, day: Day) -> Result<()> {
    for (event, views) in views {
        c.execute(
            "INSERT INTO event_views (day, event_id, views)
             SELECT CAST($1 AS BIGINT), id, CAST($3 AS BIGINT) FROM events WHERE id = $2
             ON CONFLICT (day, event_id) DO UPDATE SET views = event_views.views + excluded.views",
            &[&day, event, views],
        )?;
    }
    Ok(())
}

/// Adds to how often tickets of events were chosen on a day.
pub fn add_selections(c: &mut Connection<'_>, selections: &HashMap<EventId, i64>, day: Day) -> Result<()> {
    for (event, selections) in selections {
        c.execute(
            "INSERT INTO event_selections (day, event_id, selections)
             SELECT CAST($1 AS BIGINT), id, CAST($3 AS BIGINT) FROM events WHERE id = $2
             ON CONFLICT (event_id, day) DO UPDATE SET selections = event_selections.selections + excluded.selections",
            &[&day, event, selections],
        )?;
    }
    Ok(())
}

/// How often an event was looked at, and how often its tickets were chosen.
pub fn count_interest(c: &mut Connection<'_>, event: EventId) -> Result<(i64, i64)> {
    c.query_one(
        "SELECT CAST(COALESCE((SELECT sum(views) FROM event_views WHERE event_id = $1), 0) AS BIGINT) AS views,
            CAST(COALESCE((SELECT sum(selections) FROM event_selections WHERE event_id = $1), 0) AS BIGINT) AS selections",
        &[&event],
        |row| Ok((row.get("views")?, row.get("selections")?)),
    )
}

/// Of the `most` events with most views on a day, those that are listed and upcoming, with their views. Read in the
/// order of an index, so that it costs the same however many other events have views.
pub fn list_most_viewed(c: &mut Connection<'_>, day: Day, now: Instant, most: i64) -> Result<Vec<(EventId, i64)>> {
    c.query(
        "SELECT event_id, views FROM
            (SELECT event_id, views FROM event_views WHERE day = $1 ORDER BY views DESC, event_id LIMIT $3) AS most
         CROSS JOIN events WHERE events.id = event_id AND is_listed = TRUE AND over_at > $2",
        &[&day, &now, &most],
        |row| Ok((row.get("event_id")?, row.get("views")?)),
    )
}
