//! SQL of `follows`, `directory`, `directory_words` and `directory_counts`.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::{Activity, Instant, UserId};

use crate::people::model::DirectoryFilters;
use crate::platform::SqlBuilder;
use crate::platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// Writes a person's row and words; a person who was there keeps their counters.
pub fn enter(c: &mut Connection<'_>, user: UserId, activity: Option<&str>, words: &[String]) -> Result<()> {
    let known: Option<Option<String>> =
        c.query_opt("SELECT activity FROM directory WHERE user_id = $1", &[&user], |row| row.get(0))?;
    match &known {
        Some(before) => {
            count(c, before.as_deref(), -1)?;
            c.execute(
                "UPDATE directory SET activity = $2, is_provider = $3 WHERE user_id = $1",
                &[&user, &activity, &activity.is_some()],
            )?;
            c.execute("DELETE FROM directory_words WHERE user_id = $1", &[&user])?;
        }
        None => {
            c.execute(
                "INSERT INTO directory (user_id, activity, is_provider) VALUES ($1, $2, $3)",
                &[&user, &activity, &activity.is_some()],
            )?;
        }
    }
    count(c, activity, 1)?;
    for word in words {
        c.execute("INSERT INTO directory_words (word, user_id) VALUES ($1, $2)", &[word, &user])?;
    }
    Ok(())
}

/// Forgets a person: those they followed, and those who followed them, lose one.
pub fn leave(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute(
        "UPDATE directory SET followers = followers - 1
         WHERE user_id IN (SELECT followed_id FROM follows WHERE follower_id = $1)",
        &[&user],
    )?;
    c.execute(
        "UPDATE directory SET following = following - 1
         WHERE user_id IN (SELECT follower_id FROM follows WHERE followed_id = $1)",
        &[&user],
    )?;
    c.execute("DELETE FROM follows WHERE follower_id = $1 OR followed_id = $1", &[&user])?;
    let left: Option<Option<String>> =
        c.query_opt("SELECT activity FROM directory WHERE user_id = $1", &[&user], |row| row.get(0))?;
    if let Some(activity) = left {
        count(c, activity.as_deref(), -1)?;
        c.execute("DELETE FROM directory_words WHERE user_id = $1", &[&user])?;
        c.execute("DELETE FROM directory WHERE user_id = $1", &[&user])?;
    }
    Ok(())
}

/// One more or one less. Updated first: a row inserted with less than nobody would break its constraint.
fn count(c: &mut Connection<'_>, activity: Option<&str>, change: i64) -> Result<()> {
    let activity = activity.unwrap_or_default();
    let counted =
        c.execute("UPDATE directory_counts SET people = people + $2 WHERE activity = $1", &[&activity, &change])?;
    if counted == 0 {
        c.execute("INSERT INTO directory_counts (activity, people) VALUES ($1, $2)", &[&activity, &change])?;
    }
    Ok(())
}

/// How many people pass the filters.
pub fn count_people(c: &mut Connection<'_>, filters: &DirectoryFilters) -> Result<i64> {
    if filters.search.is_none() {
        let activity = filters.activity.map(Activity::name);
        return c.query_one(
            "SELECT CAST(COALESCE(sum(people), 0) AS BIGINT) FROM directory_counts WHERE $1 OR activity = $2",
            &[&activity.is_none(), &activity.unwrap_or_default()],
            |row| row.get(0),
        );
    }
    let mut sql = SqlBuilder::new("SELECT count(DISTINCT user_id) FROM directory_words WHERE");
    found(&mut sql, filters);
    Ok(sql.query(c, |row| row.get(0))?.into_iter().next().unwrap_or(0))
}

/// One page of ids: professionals first, the most followed first. A page beyond the middle is read from the end.
pub fn page(c: &mut Connection<'_>, filters: &DirectoryFilters, page: Page, count: i64) -> Result<Vec<UserId>> {
    let wanted = i64::from(page.limit).min(count - page.offset());
    if wanted <= 0 {
        return Ok(Vec::new());
    }
    let from_end = count - page.offset() - wanted;
    let backwards = from_end < page.offset();
    let mut sql = SqlBuilder::new("SELECT user_id FROM directory WHERE");
    match filters.activity {
        Some(activity) => sql.push("activity =").bind(activity.name()),
        None => sql.push("user_id > 0"),
    };
    if filters.search.is_some() {
        sql.push("AND user_id IN (SELECT user_id FROM directory_words WHERE");
        found(&mut sql, filters);
        sql.push(")");
    }
    sql.push(match (filters.activity.is_some(), backwards) {
        (true, false) => "ORDER BY followers DESC, user_id",
        (true, true) => "ORDER BY followers, user_id DESC",
        (false, false) => "ORDER BY is_provider DESC, followers DESC, user_id",
        (false, true) => "ORDER BY is_provider, followers, user_id DESC",
    });
    sql.push("LIMIT").bind(wanted).push("OFFSET").bind(if backwards { from_end } else { page.offset() });
    let mut ids = sql.query(c, |row| row.get(0))?;
    if backwards {
        ids.reverse();
    }
    Ok(ids)
}

/// Every word of the search begins one of the person's words.
fn found(sql: &mut SqlBuilder, filters: &DirectoryFilters) {
    for (number, (from, to)) in filters.ranges().into_iter().enumerate() {
        if number > 0 {
            sql.push("AND user_id IN (SELECT user_id FROM directory_words WHERE");
        }
        sql.push("word >=").bind(from).push("AND word <").bind(to);
        if number > 0 {
            sql.push(")");
        }
    }
}

/// Followers and following of those people.
pub fn follow_counts(c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, (i64, i64)>> {
    let mut sql = SqlBuilder::new("SELECT user_id, followers, following FROM directory WHERE user_id IN");
    sql.list(users);
    Ok(sql.query(c, |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?.into_iter().collect())
}

/// Which of those people somebody follows.
pub fn followed_among(c: &mut Connection<'_>, follower: UserId, users: &[UserId]) -> Result<HashSet<UserId>> {
    let mut sql = SqlBuilder::new("SELECT followed_id FROM follows WHERE follower_id =");
    sql.bind(follower).push("AND followed_id IN").list(users);
    Ok(sql.query(c, |row| row.get(0))?.into_iter().collect())
}

/// Everybody somebody follows, the latest first.
pub fn following(c: &mut Connection<'_>, follower: UserId) -> Result<Vec<UserId>> {
    c.query(
        "SELECT followed_id FROM follows WHERE follower_id = $1 ORDER BY created_at DESC, followed_id DESC LIMIT 5000",
        &[&follower],
        |row| row.get(0),
    )
}

/// Whether anything changed: following twice is once.
pub fn follow(c: &mut Connection<'_>, follower: UserId, followed: UserId, now: Instant) -> Result<bool> {
    let changed = c.execute(
        "INSERT INTO follows (follower_id, followed_id, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (follower_id, followed_id) DO NOTHING",
        &[&follower, &followed, &now],
    )? > 0;
    if changed {
        add_to_counters(c, follower, followed, 1)?;
    }
    Ok(changed)
}

pub fn unfollow(c: &mut Connection<'_>, follower: UserId, followed: UserId) -> Result<bool> {
    let changed =
        c.execute("DELETE FROM follows WHERE follower_id = $1 AND followed_id = $2", &[&follower, &followed])? > 0;
    if changed {
        add_to_counters(c, follower, followed, -1)?;
    }
    Ok(changed)
}

fn add_to_counters(c: &mut Connection<'_>, follower: UserId, followed: UserId, change: i64) -> Result<()> {
    c.execute("UPDATE directory SET followers = followers + $2 WHERE user_id = $1", &[&followed, &change])?;
    c.execute("UPDATE directory SET following = following + $2 WHERE user_id = $1", &[&follower, &change])?;
    Ok(())
}
