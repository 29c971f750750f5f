//! SQL of `follows`, `directory`, `directory_words` and `directory_counts`.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::{Activity, Instant, UserId};

use crate::people::model::{Beginning, DirectoryFilters, FoundBy};
use crate::platform::SqlBuilder;
use crate::platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// Writes a person's row and words; a person who was there keeps their counters.
pub fn enter(c: &mut Connection<'_>, user: UserId, activity: Option<&str>, words: &[FoundBy]) -> Result<()> {
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
    for FoundBy { word, shared } in words {
        c.execute(
            "INSERT INTO directory_words (word, user_id, shared, is_provider, followers)
             SELECT $2, user_id, $3, is_provider, followers FROM directory WHERE user_id = $1",
            &[&user, word, shared],
        )?;
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
        "UPDATE directory_words SET followers = followers - 1
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

/// How many people pass the filters, and one page of them.
pub fn page(c: &mut Connection<'_>, filters: &DirectoryFilters, page: Page) -> Result<(i64, Vec<UserId>)> {
    let words = rarest_first(c, filters.beginnings())?;
    let count = count_people(c, filters.activity, &words)?;
    Ok((count, ids(c, filters.activity, &words, page, count)?))
}

/// The word that fewest have leads the search: the others are looked up for each person it finds.
fn rarest_first(c: &mut Connection<'_>, words: Vec<Beginning>) -> Result<Vec<Beginning>> {
    if words.len() < 2 {
        return Ok(words);
    }
    let sized = words.into_iter().map(|word| Ok((how_many_have(c, &word)?, word)));
    let mut sized = sized.collect::<Result<Vec<(i64, Beginning)>>>()?;
    sized.sort_by_key(|(size, _)| *size);
    Ok(sized.into_iter().map(|(_, word)| word).collect())
}

/// Counting stops where it no longer matters which word leads.
fn how_many_have(c: &mut Connection<'_>, word: &Beginning) -> Result<i64> {
    c.query_one(
        "SELECT count(*) FROM
            (SELECT 1 AS one FROM directory_words WHERE word >= $1 AND word < $2 LIMIT 10000) AS some_of_them",
        &[&word.from, &word.to],
        |row| row.get(0),
    )
}

fn count_people(c: &mut Connection<'_>, activity: Option<Activity>, words: &[Beginning]) -> Result<i64> {
    if words.is_empty() {
        return c.query_one(
            "SELECT CAST(COALESCE(sum(people), 0) AS BIGINT) FROM directory_counts WHERE $1 OR activity = $2",
            &[&activity.is_none(), &activity.map(Activity::name).unwrap_or_default()],
            |row| row.get(0),
        );
    }
    let mut sql = SqlBuilder::new("SELECT count(*) FROM");
    people(&mut sql, activity, words);
    Ok(sql.query(c, |row| row.get(0))?.into_iter().next().unwrap_or(0))
}

/// A page beyond the middle is read from the end.
fn ids(
    c: &mut Connection<'_>,
    activity: Option<Activity>,
    words: &[Beginning],
    page: Page,
    count: i64,
) -> Result<Vec<UserId>> {
    let wanted = i64::from(page.limit).min(count - page.offset());
    if wanted <= 0 {
        return Ok(Vec::new());
    }
    let from_end = count - page.offset() - wanted;
    let backwards = from_end < page.offset();
    let mut sql = SqlBuilder::new("SELECT p.user_id FROM");
    people(&mut sql, activity, words);
    sql.push(match (activity.is_some(), words.is_empty(), backwards) {
        (true, _, false) => "ORDER BY p.followers DESC, p.user_id",
        (true, _, true) => "ORDER BY p.followers, p.user_id DESC",
        (false, true, false) => "ORDER BY p.is_provider DESC, p.followers DESC, p.user_id",
        (false, true, true) => "ORDER BY p.is_provider, p.followers, p.user_id DESC",
        (false, false, false) => "ORDER BY p.word, p.is_provider DESC, p.followers DESC, p.user_id",
        (false, false, true) => "ORDER BY p.word DESC, p.is_provider, p.followers, p.user_id DESC",
    });
    sql.push("LIMIT").bind(wanted).push("OFFSET").bind(if backwards { from_end } else { page.offset() });
    let mut ids = sql.query(c, |row| row.get(0))?;
    if backwards {
        ids.reverse();
    }
    Ok(ids)
}

/// The table that leads, as `p`, and its conditions: an activity's people, or a word's, or everybody. Every other word
/// of the search must begin one of the person's words, too.
fn people(sql: &mut SqlBuilder, activity: Option<Activity>, words: &[Beginning]) {
    let looked_up = match (activity, words) {
        (Some(activity), words) => {
            sql.push("directory p WHERE p.activity =").bind(activity.name());
            words
        }
        (None, [lead, others @ ..]) => {
            sql.push("directory_words p WHERE p.word >=").bind(lead.from.clone());
            sql.push("AND p.word <").bind(lead.to.clone());
            sql.push("AND p.shared <").bind(lead.length);
            others
        }
        (None, []) => {
            sql.push("directory p WHERE TRUE");
            &[]
        }
    };
    for word in looked_up {
        sql.push("AND EXISTS (SELECT 1 FROM directory_words w WHERE w.user_id = p.user_id AND w.word >=");
        sql.bind(word.from.clone()).push("AND w.word <").bind(word.to.clone()).push(")");
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
    c.execute("UPDATE directory_words SET followers = followers + $2 WHERE user_id = $1", &[&followed, &change])?;
    c.execute("UPDATE directory SET following = following + $2 WHERE user_id = $1", &[&follower, &change])?;
    Ok(())
}
