//! SQL of what one organises.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId, fold};

use crate::organising::my_events::{MyEventsFilters, When};
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// The event that somebody created with this key.
pub fn find_by_creation_key(c: &mut Connection<'_>, owner: UserId, key: &str) -> Result<Option<EventId>> {
    c.query_opt("SELECT id FROM events WHERE owner_id = $1 AND creation_key = $2", &[&owner, &key], |row| row.get(0))
}

pub fn store_creation_key(c: &mut Connection<'_>, event: EventId, key: &str) -> Result<()> {
    c.execute("UPDATE events SET creation_key = $2 WHERE id = $1", &[&event, &key])?;
    Ok(())
}

/// Whether somebody organises any event, or ever did.
pub fn has_organised(c: &mut Connection<'_>, user: UserId) -> Result<bool> {
    c.query_one(
        "SELECT EXISTS (SELECT 1 FROM events WHERE owner_id = $1)
             OR EXISTS (SELECT 1 FROM event_collaborators WHERE user_id = $1 AND role = 'collaborator')",
        &[&user],
        |row| row.get(0),
    )
}

pub fn count_organised(c: &mut Connection<'_>, user: UserId, filters: &MyEventsFilters, now: Instant) -> Result<i64> {
    let sql = organised("SELECT count(*) AS count FROM (", user, filters, now);
    Ok(sql.query(c, |row| row.get("count"))?.pop().unwrap_or(0))
}

/// The events somebody organises that pass the filters: what is to come, the nearest first, then what is past, the latest
/// first.
pub fn list_organised(
    c: &mut Connection<'_>,
    user: UserId,
    filters: &MyEventsFilters,
    page: Page,
    now: Instant,
) -> Result<Vec<EventId>> {
    let mut sql = organised("SELECT id FROM (", user, filters, now);
    sql.push(" ORDER BY CASE WHEN over_at > ").bind(now).push(" THEN 0 ELSE 1 END, CASE WHEN over_at > ").bind(now);
    sql.push(" THEN starts_at ELSE -starts_at END, CASE WHEN over_at > ").bind(now).push(" THEN id ELSE -id END");
    sql.push(" LIMIT ").bind(i64::from(page.limit)).push(" OFFSET ").bind(page.offset());
    sql.query(c, |row| row.get("id"))
}

/// A statement about the events somebody organises. Without a search, one's own are read off one index, which knows when
/// each is over, and sorted whole: nobody has very many.
fn organised(select: &'static str, user: UserId, filters: &MyEventsFilters, now: Instant) -> SqlBuilder {
    let mut sql = SqlBuilder::new(select);
    sql.push("SELECT id, starts_at, over_at FROM events WHERE is_listed IN (TRUE, FALSE) AND owner_id = ").bind(user);
    narrow(&mut sql, filters, now);
    sql.push(
        " UNION ALL SELECT events.id, starts_at, over_at FROM event_collaborators CROSS JOIN events
          WHERE events.id = event_id AND user_id = ",
    );
    sql.bind(user);
    narrow(&mut sql, filters, now);
    sql.push(") AS mine");
    sql
}

fn narrow(sql: &mut SqlBuilder, filters: &MyEventsFilters, now: Instant) {
    match filters.when {
        When::All => {}
        When::Upcoming => drop(sql.push(" AND over_at > ").bind(now)),
        When::Past => drop(sql.push(" AND over_at <= ").bind(now)),
    }
    for word in filters.search.split_whitespace() {
        let pattern = format!("%{}%", fold(word).replace('!', "!!").replace('%', "!%").replace('_', "!_"));
        sql.push(" AND name_folded LIKE ").bind(pattern).push(" ESCAPE '!'");
    }
}
