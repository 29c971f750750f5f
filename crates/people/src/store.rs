//! SQL of `follows`, `directory`, `directory_words`, `directory_counts` and `directory_letters`.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::{Activity, Instant, UserId};

use crate::model::{Beginning, Beginnings, DirectoryFilters, FoundBy};
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// Writes a person's row and words; a person who was there keeps their counters.
pub fn update_directory(c: &mut Connection<'_>, user: UserId, activity: Option<&str>, words: &[FoundBy]) -> Result<()> {
    let Beginnings { letters, pairs } = Beginnings::of(words.iter().map(|found| &*found.word));
    if let Some(before) = place_of(c, user)? {
        count(c, &before, -1)?;
        c.execute("DELETE FROM directory_words WHERE user_id = $1", &[&user])?;
    }
    c.execute(
        "INSERT INTO directory (user_id, activity, is_provider, letters, pairs) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) DO UPDATE SET activity = excluded.activity, is_provider = excluded.is_provider,
            letters = excluded.letters, pairs = excluded.pairs",
        &[&user, &activity, &activity.is_some(), &letters, &pairs],
    )?;
    count(c, &Coordinates { activity: activity.unwrap_or_default().to_owned(), letters }, 1)?;
    for FoundBy { word, shared } in words {
        c.execute(
            "INSERT INTO directory_words (word, user_id, shared, is_provider, followers, letters, pairs)
             SELECT $2, user_id, $3, is_provider, followers, letters, pairs FROM directory WHERE user_id = $1",
            &[&user, word, shared],
        )?;
    }
    Ok(())
}

/// Deletes a person and their follows, and updates the counters of those on the other end.
pub fn remove_person(c: &mut Connection<'_>, user: UserId) -> Result<()> {
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
    if let Some(left) = place_of(c, user)? {
        count(c, &left, -1)?;
        c.execute("DELETE FROM directory_words WHERE user_id = $1", &[&user])?;
        c.execute("DELETE FROM directory WHERE user_id = $1", &[&user])?;
    }
    Ok(())
}

/// Among whom somebody is counted.
struct Coordinates {
    activity: String,
    letters: i64,
}

fn place_of(c: &mut Connection<'_>, user: UserId) -> Result<Option<Coordinates>> {
    c.query_opt("SELECT COALESCE(activity, ''), letters FROM directory WHERE user_id = $1", &[&user], |row| {
        Ok(Coordinates { activity: row.get(0)?, letters: row.get(1)? })
    })
}

/// One more or one less. Updated first: a row inserted with less than nobody would break its constraint.
fn count(c: &mut Connection<'_>, Coordinates { activity, letters }: &Coordinates, change: i64) -> Result<()> {
    let counted =
        c.execute("UPDATE directory_counts SET people = people + $2 WHERE activity = $1", &[activity, &change])?;
    if counted == 0 {
        c.execute("INSERT INTO directory_counts (activity, people) VALUES ($1, $2)", &[activity, &change])?;
    }
    let counted = c.execute(
        "UPDATE directory_letters SET people = people + $3 WHERE activity = $1 AND letters = $2",
        &[activity, letters, &change],
    )?;
    if counted == 0 {
        c.execute(
            "INSERT INTO directory_letters (activity, letters, people) VALUES ($1, $2, $3)",
            &[activity, letters, &change],
        )?;
    }
    Ok(())
}

/// How many people pass the filters, and the ids on one page of them.
pub fn load_page(c: &mut Connection<'_>, filters: &DirectoryFilters, page: Page) -> Result<(i64, Vec<UserId>)> {
    let words = filters.beginnings();
    if words.len() > 1 && !words.iter().all(Beginning::is_letter) {
        // What several words find is mostly so few that reading all of it is the quickest way to count it.
        let all = Page { number: 1, limit: FEW + 1 };
        let found = list_ids(c, filters.activity, &words, all, i64::MAX)?;
        if found.len() <= FEW as usize {
            let wanted = found.iter().copied().skip(page.offset() as usize).take(page.limit as usize);
            return Ok((found.len() as i64, wanted.collect()));
        }
    }
    let count = count_people(c, filters.activity, &words)?;
    Ok((count, list_ids(c, filters.activity, &words, page, count)?))
}

/// The most people whose ids are read to count them.
const FEW: u32 = 2000;

fn count_people(c: &mut Connection<'_>, activity: Option<Activity>, words: &[Beginning]) -> Result<i64> {
    let any = activity.is_none();
    let activity_name = activity.map(Activity::name).unwrap_or_default();
    if words.is_empty() {
        return c.query_one(
            "SELECT CAST(COALESCE(sum(people), 0) AS BIGINT) FROM directory_counts WHERE $1 OR activity = $2",
            &[&any, &activity_name],
            |row| row.get(0),
        );
    }
    if words.iter().all(Beginning::is_letter) {
        return c.query_one(
            "SELECT CAST(COALESCE(sum(people), 0) AS BIGINT) FROM directory_letters
             WHERE ($1 OR activity = $2) AND (letters & $3) = $3",
            &[&any, &activity_name, &beginnings(words).letters],
            |row| row.get(0),
        );
    }
    let mut sql = SqlBuilder::new("SELECT count(*) FROM");
    push_people(&mut sql, activity, words);
    Ok(sql.query(c, |row| row.get(0))?.into_iter().next().unwrap_or(0))
}

/// The ids on one page. A page beyond the middle is read from the end, so that fewer rows are skipped.
fn list_ids(
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
    push_people(&mut sql, activity, words);
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
fn push_people(sql: &mut SqlBuilder, activity: Option<Activity>, words: &[Beginning]) {
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
    let (letters, longer): (Vec<&Beginning>, Vec<&Beginning>) = looked_up.iter().partition(|word| word.is_letter());
    let (letters, pairs) = (beginnings(letters).letters, beginnings(longer.iter().copied()).pairs);
    if pairs != 0 {
        sql.push("AND (p.pairs &").bind(pairs).push(") =").bind(pairs);
    }
    if letters != 0 {
        sql.push("AND (p.letters &").bind(letters).push(") =").bind(letters);
    }
    for word in longer {
        sql.push("AND EXISTS (SELECT 1 FROM directory_words w WHERE w.user_id = p.user_id AND w.word >=");
        // An offset, though of nothing, keeps PostgreSQL from reading everybody who has this word, too.
        sql.bind(word.from.clone()).push("AND w.word <").bind(word.to.clone()).push("LIMIT 1 OFFSET 0)");
    }
}

/// What somebody's words must begin with to hold all those.
fn beginnings<'a>(words: impl IntoIterator<Item = &'a Beginning>) -> Beginnings {
    Beginnings::of(words.into_iter().map(|word| &*word.from))
}

/// Followers and following of each of these people.
pub fn count_follows(c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, (i64, i64)>> {
    let mut sql = SqlBuilder::new("SELECT user_id, followers, following FROM directory WHERE user_id IN");
    sql.list(users);
    Ok(sql.query(c, |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?.into_iter().collect())
}

/// Those of `users` that a person follows.
pub fn find_followed_among(c: &mut Connection<'_>, follower: UserId, users: &[UserId]) -> Result<HashSet<UserId>> {
    let mut sql = SqlBuilder::new("SELECT followed_id FROM follows WHERE follower_id =");
    sql.bind(follower).push("AND followed_id IN").list(users);
    Ok(sql.query(c, |row| row.get(0))?.into_iter().collect())
}

/// The ids of everybody a person follows, the latest first.
pub fn list_following(c: &mut Connection<'_>, follower: UserId) -> Result<Vec<UserId>> {
    c.query(
        "SELECT followed_id FROM follows WHERE follower_id = $1 ORDER BY created_at DESC, followed_id DESC LIMIT 5000",
        &[&follower],
        |row| row.get(0),
    )
}

/// Adds a follow, and answers whether it is new.
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

/// Deletes a follow, and answers whether there was one.
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
