//! SQL of `event_words`, `event_vocabulary` and `event_word_deletions`.

use std::collections::BTreeMap;

use database::{Connection, DbError, Row};
use domain::{EventId, Instant};

use crate::search::model::{deletions, is_one_edit_apart, words_of_search};
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Stored words that one word of a search may mean; the most used are taken.
const MOST_READINGS: i64 = 24;

/// A word that stands in fewer events than this may be misspelt itself, by whoever wrote the event.
const COMMON_WORD: i64 = 5;

/// One word of a search and the stored words it may mean.
#[derive(Debug, Clone)]
pub struct Term {
    pub asked: String,
    /// How many names hold exactly this word.
    pub name_uses: i64,
    pub readings: Vec<String>,
    /// How many events hold one of the readings; an event that holds two counts twice.
    pub uses: i64,
}

/// The words of a search, each with the stored words that it may mean. A word that hardly any stored word begins with
/// is also read as if it were misspelt.
pub fn read_terms(c: &mut Connection<'_>, search: &str) -> Result<Vec<Term>> {
    words_of_search(search).into_iter().map(|asked| read_term(c, asked)).collect()
}

fn read_term(c: &mut Connection<'_>, asked: String) -> Result<Term> {
    let mut found = find_words_with_prefix(c, &asked)?;
    // A year next to another one is no typing error.
    let is_number = asked.chars().all(char::is_numeric);
    if !is_number && found.iter().map(|known| known.uses).sum::<i64>() < COMMON_WORD {
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

fn read_known(row: &Row<'_>) -> Result<Known> {
    Ok(Known { word: row.get("word")?, uses: row.get("uses")?, name_uses: row.get("name_uses")? })
}

fn find_words_with_prefix(c: &mut Connection<'_>, asked: &str) -> Result<Vec<Known>> {
    c.query(
        "SELECT word, uses, name_uses FROM event_vocabulary WHERE word >= $1 AND word < $2 AND uses > 0
         ORDER BY CASE WHEN word = $1 THEN 0 ELSE 1 END, uses DESC LIMIT $3",
        &[&asked, &format!("{asked}\u{10ffff}"), &MOST_READINGS],
        read_known,
    )
}

fn find_words_one_edit_away(c: &mut Connection<'_>, asked: &str) -> Result<Vec<Known>> {
    let mut near = deletions(asked);
    if near.is_empty() {
        return Ok(Vec::new());
    }
    near.push(asked.to_owned());
    let mut sql = SqlBuilder::new("SELECT word, uses, name_uses FROM event_vocabulary WHERE uses > 0 AND (word IN ");
    sql.list(&near)
        .push(" OR word IN (SELECT word FROM event_word_deletions WHERE deletion IN ")
        .list(&near)
        .push("))");
    sql.push(" ORDER BY uses DESC");
    let mut found = sql.query(c, read_known)?;
    // Two words that share a deletion may be two letters apart.
    found.retain(|known| is_one_edit_apart(asked, &known.word));
    found.truncate(MOST_READINGS as usize);
    Ok(found)
}

/// Makes a listed event findable by its words.
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
    for deletion in deletions(word) {
        c.execute("INSERT INTO event_word_deletions (deletion, word) VALUES ($1, $2)", &[&deletion, &word])?;
    }
    Ok(())
}

/// Removes an event's words. Those that no event uses any more stay in the vocabulary until [`delete_unused_words`],
/// because an edit may bring them back.
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

/// Deletes words that no event has any more, with their deletions: else the vocabulary would keep every misspelt word
/// that was ever corrected.
pub fn delete_unused_words<'a>(c: &mut Connection<'_>, words: impl Iterator<Item = &'a String>) -> Result<()> {
    for word in words {
        let is_forgotten = c.execute("DELETE FROM event_vocabulary WHERE word = $1 AND uses = 0", &[word])? > 0;
        for deletion in deletions(word).iter().filter(|_| is_forgotten) {
            c.execute("DELETE FROM event_word_deletions WHERE deletion = $1 AND word = $2", &[deletion, word])?;
        }
    }
    Ok(())
}
