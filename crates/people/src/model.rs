//! Rules of the directory, pure: the words that people are indexed by, and a signature of them. A signature is a small
//! Bloom filter (<https://en.wikipedia.org/wiki/Bloom_filter>) with one hash: it has a bit for what each word begins with,
//! and tells of most people that they can't have a word without reading their words.

use domain::{Activity, FieldErrors, fold};
use serde::{Deserialize, Serialize};
use url::form_urlencoded;
use utoipa::{IntoParams, ToSchema};

use accounts::{Provider, User};
use platform::paging::{Page, PageQuery};
use platform::{query, schemas};

/// Words of a search that count; further ones would only narrow what is already narrow.
const MOST_WORDS: usize = 4;

/// A folded word that a person is found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedWord {
    pub word: String,
    /// Length of the prefix that it shares with the person's word before it, in the order of the alphabet. A search for a
    /// prefix that is no longer finds the person by that other word, so that nobody is found twice.
    pub shared: i64,
}

/// The words a person is found by, in the order of the alphabet: those of the name and of the activity.
pub fn index_words(username: &str, activity: Option<&str>) -> Vec<IndexedWord> {
    let mut words = split_words(username);
    words.extend(activity.into_iter().flat_map(split_words));
    words.sort_unstable();
    words.dedup();
    let shared = |(index, word): (usize, &String)| {
        let before = index.checked_sub(1).map_or("", |before| &*words[before]);
        word.chars().zip(before.chars()).take_while(|(mine, theirs)| mine == theirs).count() as i64
    };
    let shared: Vec<i64> = words.iter().enumerate().map(shared).collect();
    words.into_iter().zip(shared).map(|(word, shared)| IndexedWord { word, shared }).collect()
}

/// What the words of a person, or of a search, begin with. A person can have all words of a search only if their
/// signature has all bits of the search's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signature {
    /// One bit for each letter and figure, the lowest for any other sign.
    pub letters: i64,
    /// One of 62 bits for the first two signs of each word, see [`pair_bit`].
    pub pairs: i64,
}

impl Signature {
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Signature {
        words.into_iter().fold(Signature::default(), |all, word| {
            let mut letters = word.chars().map(letter_bit);
            let (first, second) = (letters.next().unwrap_or(0), letters.next());
            let pair = second.map_or(0, |second| 1 << pair_bit(first, second));
            Signature { letters: all.letters | 1 << first, pairs: all.pairs | pair }
        })
    }
}

/// Numbers are in many names and tell little: they share four bits, so that names have the others.
fn pair_bit(first: usize, second: usize) -> usize {
    if first > 26 { 58 + second % 4 } else { (37 * first + second) % 58 }
}

fn letter_bit(letter: char) -> usize {
    "abcdefghijklmnopqrstuvwxyz0123456789".find(letter).map_or(0, |index| index + 1)
}

fn split_words(text: &str) -> Vec<String> {
    fold(text).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// What the directory is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DirectoryFilters {
    pub search: Option<String>,
    pub activity: Option<Activity>,
}

/// What the directory can be asked for, as it stands in an address.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DirectoryQuery {
    /// Beginnings of words of a name or an activity, accents and case aside.
    search: Option<String>,
    #[param(schema_with = schemas::activity)]
    activity: Option<String>,
}

impl DirectoryFilters {
    pub fn read(text: &str, per_page: u32) -> (DirectoryFilters, Page, FieldErrors) {
        let mut errors = FieldErrors::new();
        let DirectoryQuery { search, activity } = query::read(text).unwrap_or_default();
        let search = search.map(|search| search.chars().filter(|c| !c.is_control()).take(100).collect());
        let activity = activity.map(|name| name.parse().map_err(|_| "Cette activité n'existe pas."));
        let filters = DirectoryFilters {
            search: search.filter(|text: &String| !text.trim().is_empty()),
            activity: activity.and_then(|activity| errors.check_parsed("activity", activity)),
        };
        let page = query::read::<PageQuery>(text).unwrap_or_default().read(per_page, &mut errors);
        (filters, page, errors)
    }

    pub fn pairs(&self) -> Vec<(&'static str, &str)> {
        let search = self.search.as_deref().map(|search| ("search", search));
        let activity = self.activity.map(|activity| ("activity", activity.name()));
        search.into_iter().chain(activity).collect()
    }

    pub fn query(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(self.pairs()).finish()
    }

    /// The words of the search as prefixes, the longest first, because fewest people have it: the others are looked up
    /// for each person it finds. A word that another one begins with asks for nothing of its own and is left out.
    pub fn prefixes(&self) -> Vec<WordPrefix> {
        let mut words = self.search.as_deref().map(split_words).unwrap_or_default();
        words.truncate(MOST_WORDS);
        let implied = |index: usize| {
            let longer = |(other, word): (usize, &String)| {
                other != index && word.starts_with(&words[index]) && (word.len() > words[index].len() || other < index)
            };
            words.iter().enumerate().any(longer)
        };
        let asked = (0..words.len()).filter(|index| !implied(*index)).map(|index| words[index].clone());
        let mut asked: Vec<WordPrefix> = asked.map(WordPrefix::new).collect();
        asked.sort_by_key(|prefix| std::cmp::Reverse(prefix.length));
        asked
    }

    /// A search made of signs alone finds nobody.
    pub fn finds_nobody(&self) -> bool {
        self.search.is_some() && self.prefixes().is_empty()
    }
}

/// The range of words that begin with a prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordPrefix {
    pub from: String,
    pub to: String,
    pub length: i64,
}

impl WordPrefix {
    fn new(word: String) -> WordPrefix {
        WordPrefix { to: format!("{word}\u{10ffff}"), length: word.chars().count() as i64, from: word }
    }

    /// Whether it is one letter or figure, whose bit in a signature tells exactly who has such a word. Other signs share
    /// a bit.
    pub fn is_letter(&self) -> bool {
        self.length == 1 && self.from.chars().all(|letter| letter_bit(letter) > 0)
    }
}

/// A person as their own page shows them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Person {
    #[serde(flatten)]
    pub user: User,
    /// Null for whoever has no activity or has filled nothing in.
    pub provider: Option<Provider>,
}

/// A page of the directory.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DirectoryPage {
    /// How many people there are on all pages together.
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<User>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_found_by_name_and_activity() {
        let words = index_words("Les Saveurs d'Élie", Some("Technicien lumière"));
        let words: Vec<&str> = words.iter().map(|found| found.word.as_str()).collect();
        assert_eq!(words, ["d", "elie", "les", "lumiere", "saveurs", "technicien"]);
    }

    #[test]
    fn whoever_has_two_words_that_begin_alike_is_found_by_one_of_them() {
        let words = index_words("Marie Mariam Mukendi Mar", None);
        let shared: Vec<(&str, i64)> = words.iter().map(|found| (found.word.as_str(), found.shared)).collect();
        assert_eq!(shared, [("mar", 0), ("mariam", 3), ("marie", 4), ("mukendi", 1)]);
        for search in ["m", "ma", "mar", "mari", "marie", "muk"] {
            let length = search.chars().count() as i64;
            let found = words.iter().filter(|found| found.word.starts_with(search) && found.shared < length);
            assert_eq!(found.count(), 1, "{search}");
        }
    }

    #[test]
    fn signatures_tell_who_cannot_be_found() {
        let words = ["zoe", "9", "elan", "ß", "жан"];
        let own = Signature::of(words);
        for asked in ["z", "9", "e", "zo", "el", "elan", "ж", "жа", "ß"] {
            let bits = Signature::of([asked]);
            assert_eq!((own.letters & bits.letters, own.pairs & bits.pairs), (bits.letters, bits.pairs), "{asked}");
        }
        assert_eq!(own.letters & Signature::of(["a"]).letters, 0);
        assert_eq!(own.pairs & Signature::of(["za"]).pairs, 0);
    }

    #[test]
    fn a_letter_is_a_search_of_its_own_kind() {
        for (text, is_letter) in [("z", true), ("9", true), ("zo", false), ("ж", false)] {
            assert_eq!(WordPrefix::new(text.to_owned()).is_letter(), is_letter, "{text}");
        }
    }

    #[test]
    fn a_search_is_prefixes_of_words() {
        let (filters, _, errors) = DirectoryFilters::read("search=%C3%89lie+trait", 10);
        assert!(errors.is_empty());
        let starts: Vec<String> = filters.prefixes().into_iter().map(|prefix| prefix.from).collect();
        assert_eq!(starts, ["trait", "elie"]);
        let (filters, ..) = DirectoryFilters::read("search=ka+kal+m+ka+kal", 10);
        let starts: Vec<String> = filters.prefixes().into_iter().map(|prefix| prefix.from).collect();
        assert_eq!(starts, ["kal", "m"]);
        assert!(DirectoryFilters::read("search=---", 10).0.finds_nobody());
        assert!(!DirectoryFilters::read("search=", 10).0.finds_nobody());
        assert!(!DirectoryFilters::read("activity=Magicien", 10).2.is_empty());
    }
}
