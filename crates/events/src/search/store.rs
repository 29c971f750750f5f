//! SQL of `event_words`, `event_vocabulary` and `event_word_slips`.

use std::collections::BTreeMap;

use database::{Connection, DbError};
use domain::{EventId, Instant};

use crate::search::model::{asked_words, is_one_slip_apart, slips};
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Words that one asked word may stand for; the most used win.
const MOST_READINGS: i64 = 24;

/// A word that stands in fewer events than this may itself be a slip, made by whoever wrote the event.
const SURELY_MEANT: i64 = 5;

/// One word of a search and what it may stand for.
#[derive(Debug, Clone)]
pub struct Term {
    pub asked: String,
    /// In how many names exactly this word stands.
    pub name_uses: i64,
    pub readings: Vec<String>,
    /// In how many events one of them stands, those counted twice that hold two.
    pub uses: i64,
}

/// The words of a search as the stored words understand them. A word that hardly anything begins with may be a slip.
pub fn read_terms(c: &mut Connection<'_>, search: &str) -> Result<Vec<Term>> {
    asked_words(search).into_iter().map(|asked| read_term(c, asked)).collect()
}

fn read_term(c: &mut Connection<'_>, asked: String) -> Result<Term> {
    let mut found = find_words_with_prefix(c, &asked)?;
    // A year next to another one is no slip.
    let is_number = asked.chars().all(char::is_numeric);
    if !is_number && found.iter().map(|known| known.uses).sum::<i64>() < SURELY_MEANT {
        let mut others = find_words_one_edit_away(c, &asked)?;
        others.retain(|other| found.iter().all(|known| known.word != other.word));
        found.extend(others);
    }
    let name_uses = found.iter().find(|known| known.word == asked).map_or(0, |known| known.name_uses);
    let uses = found.iter().map(|known| known.uses).sum();
    Ok(Term { asked, name_uses, uses, readings: found.into_iter().map(|known| known.word).collect() })
}

struct Known {
    word: String,
    uses: i64,
    name_uses: i64,
}

fn find_words_with_prefix(c: &mut Connection<'_>, asked: &str) -> Result<Vec<Known>> {
    c.query(
        "SELECT word, uses, name_uses FROM event_vocabulary WHERE word >= $1 AND word < $2 AND uses > 0
         ORDER BY CASE WHEN word = $1 THEN 0 ELSE 1 END, uses DESC LIMIT $3",
        &[&asked, &format!("{asked}\u{10ffff}"), &MOST_READINGS],
        |row| Ok(Known { word: row.get(0)?, uses: row.get(1)?, name_uses: row.get(2)? }),
    )
}

fn find_words_one_edit_away(c: &mut Connection<'_>, asked: &str) -> Result<Vec<Known>> {
    let mut near = slips(asked);
    if near.is_empty() {
        return Ok(Vec::new());
    }
    near.push(asked.to_owned());
    let mut sql = SqlBuilder::new("SELECT word, uses, name_uses FROM event_vocabulary WHERE uses > 0 AND (word IN ");
    sql.list(&near).push(" OR word IN (SELECT word FROM event_word_slips WHERE slip IN ").list(&near).push("))");
    sql.push(" ORDER BY uses DESC");
    let mut found = sql.query(c, |row| Ok(Known { word: row.get(0)?, uses: row.get(1)?, name_uses: row.get(2)? }))?;
    // Two words that share a slip may be two letters apart.
    found.retain(|known| is_one_slip_apart(asked, &known.word));
    found.truncate(MOST_READINGS as usize);
    Ok(found)
}

/// Enters a listed event's words.
pub fn insert_words(
    c: &mut Connection<'_>,
    event: EventId,
    begins: Instant,
    words: &BTreeMap<String, bool>,
) -> Result<()> {
    for (word, in_name) in words {
        c.execute(
            "INSERT INTO event_words (word, event_id, in_name, begins_at) VALUES ($1, $2, $3, $4)",
            &[word, &event, in_name, &begins],
        )?;
        let is_new = c.execute(
            "UPDATE event_vocabulary SET uses = uses + 1, name_uses = name_uses + $2 WHERE word = $1",
            &[word, &i64::from(*in_name)],
        )? == 0;
        if is_new {
            insert_into_vocabulary(c, word, *in_name)?;
        }
    }
    Ok(())
}

fn insert_into_vocabulary(c: &mut Connection<'_>, word: &str, in_name: bool) -> Result<()> {
    c.execute(
        "INSERT INTO event_vocabulary (word, uses, name_uses) VALUES ($1, 1, $2)",
        &[&word, &i64::from(in_name)],
    )?;
    for slip in slips(word) {
        c.execute("INSERT INTO event_word_slips (slip, word) VALUES ($1, $2)", &[&slip, &word])?;
    }
    Ok(())
}

/// Takes an event's words out again. The vocabulary keeps those that nobody uses until they are
/// deleted by [`delete_unused_words`]: an edit may bring them back.
pub fn delete_words(c: &mut Connection<'_>, event: EventId, words: &BTreeMap<String, bool>) -> Result<()> {
    for (word, in_name) in words {
        let was_there = c.execute("DELETE FROM event_words WHERE word = $1 AND event_id = $2", &[word, &event])? > 0;
        if was_there {
            c.execute(
                "UPDATE event_vocabulary SET uses = uses - 1, name_uses = name_uses - $2 WHERE word = $1",
                &[word, &i64::from(*in_name)],
            )?;
        }
    }
    Ok(())
}

/// Words that no event has any more, with their slips: else the vocabulary would keep every slip that was ever mended.
pub fn delete_unused_words<'a>(c: &mut Connection<'_>, words: impl Iterator<Item = &'a String>) -> Result<()> {
    for word in words {
        let is_forgotten = c.execute("DELETE FROM event_vocabulary WHERE word = $1 AND uses = 0", &[word])? > 0;
        for slip in slips(word).iter().filter(|_| is_forgotten) {
            c.execute("DELETE FROM event_word_slips WHERE slip = $1 AND word = $2", &[slip, word])?;
        }
    }
    Ok(())
}
