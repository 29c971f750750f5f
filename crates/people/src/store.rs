//! SQL of `follows`, `directory`, `directory_words`, `directory_counts` and `directory_letters`. Counts are stored for each
//! activity and each set of first letters, so that nothing large is counted; a signature filter rules out most people
//! before the words of a search are looked up.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError};
use domain::{Activity, Instant, UserId};

use crate::model::{DirectoryFilters, IndexedWord, Signature, WordPrefix};
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// Writes a person's row and words; a person who was there before keeps their followers.
pub fn update_directory(
    c: &mut Connection<'_>,
    user: UserId,
    activity: Option<&str>,
    words: &[IndexedWord],
) -> Result<()> {
    let Signature { letters, pairs } = Signature::of(words.iter().map(|indexed| &*indexed.word));
    if let Some(before) = find_count_key(c, user)? {
        add_to_counts(c, &before, -1)?;
        c.execute("DELETE FROM directory_words WHERE user_id = $1", &[&user])?;
    }
    c.execute(
        "INSERT INTO directory (user_id, activity, is_provider, letters, pairs) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) DO UPDATE SET activity = excluded.activity, is_provider = excluded.is_provider,
            letters = excluded.letters, pairs = excluded.pairs",
        &[&user, &activity, &activity.is_some(), &letters, &pairs],
    )?;
    add_to_counts(c, &CountKey { activity: activity.unwrap_or_default().to_owned(), letters }, 1)?;
    for IndexedWord { word, shared } in words {
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
    if let Some(before) = find_count_key(c, user)? {
        add_to_counts(c, &before, -1)?;
        c.execute("DELETE FROM directory_words WHERE user_id = $1", &[&user])?;
        c.execute("DELETE FROM directory WHERE user_id = $1", &[&user])?;
    }
    Ok(())
}

/// The rows of counts that a person is part of.
struct CountKey {
    activity: String,
    letters: i64,
}

fn find_count_key(c: &mut Connection<'_>, user: UserId) -> Result<Option<CountKey>> {
    c.query_opt(
        "SELECT COALESCE(activity, '') AS activity, letters FROM directory WHERE user_id = $1",
        &[&user],
        |row| Ok(CountKey { activity: row.get("activity")?, letters: row.get("letters")? }),
    )
}

/// Adds `change` to the counts. Updates first, because inserting a negative count would break the constraint.
fn add_to_counts(c: &mut Connection<'_>, CountKey { activity, letters }: &CountKey, change: i64) -> Result<()> {
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
    let words = filters.prefixes();
    if words.len() > 1 && !words.iter().all(WordPrefix::is_letter) {
        // Several words mostly find so few people that reading all of them is the quickest way to count them.
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

fn count_people(c: &mut Connection<'_>, activity: Option<Activity>, words: &[WordPrefix]) -> Result<i64> {
    let any = activity.is_none();
    let activity_name = activity.map(Activity::name).unwrap_or_default();
    if words.is_empty() {
        return c.query_one(
            "SELECT CAST(COALESCE(sum(people), 0) AS BIGINT) FROM directory_counts WHERE $1 OR activity = $2",
            &[&any, &activity_name],
            |row| row.get(0),
        );
    }
    if words.iter().all(WordPrefix::is_letter) {
        return c.query_one(
            "SELECT CAST(COALESCE(sum(people), 0) AS BIGINT) FROM directory_letters
             WHERE ($1 OR activity = $2) AND (letters & $3) = $3",
            &[&any, &activity_name, &signature(words).letters],
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
    words: &[WordPrefix],
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

/// Appends the table that leads, as `p`, and its conditions: an activity's people, or those of the first word, or
/// everybody. Every other word of the search must begin one of the person's words, too: by their signature, which is
/// exact for single letters, and then by looking their words up.
fn push_people(sql: &mut SqlBuilder, activity: Option<Activity>, words: &[WordPrefix]) {
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
    let (letters, longer): (Vec<&WordPrefix>, Vec<&WordPrefix>) = looked_up.iter().partition(|word| word.is_letter());
    let (letters, pairs) = (signature(letters).letters, signature(longer.iter().copied()).pairs);
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

/// The bits that a person's signature has if they have all these words.
fn signature<'a>(words: impl IntoIterator<Item = &'a WordPrefix>) -> Signature {
    Signature::of(words.into_iter().map(|word| &*word.from))
}

/// Followers and following of each of these people.
pub fn count_follows(c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, (i64, i64)>> {
    let mut sql = SqlBuilder::new("SELECT user_id, followers, following FROM directory WHERE user_id IN");
    sql.list(users);
    let counts = sql.query(c, |row| Ok((row.get("user_id")?, (row.get("followers")?, row.get("following")?))))?;
    Ok(counts.into_iter().collect())
}

/// Followers in the order of their ids, behind `after`.
pub fn list_followers(c: &mut Connection<'_>, user: UserId, after: UserId, most: i64) -> Result<Vec<UserId>> {
    c.query(
        "SELECT follower_id FROM follows WHERE followed_id = $1 AND follower_id > $2 ORDER BY follower_id LIMIT $3",
        &[&user, &after, &most],
        |row| row.get(0),
    )
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
