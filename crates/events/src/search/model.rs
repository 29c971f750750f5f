//! Words of events and of searches, pure. Typing errors are found by a deletion index as in SymSpell
//! (<https://github.com/wolfgarbe/SymSpell>) and judged by the restricted Damerau–Levenshtein distance.

use std::collections::BTreeMap;

use domain::fold;

use crate::model::EventRow;

/// Words of a search that count; further ones are ignored.
const MOST_WORDS: usize = 6;

/// Letters of the shortest word that may be misspelt: in shorter ones another letter makes another word.
const SHORTEST_WITH_DELETIONS: usize = 4;

/// Longer words are cut, because their deletions would fill the table.
const LONGEST_WORD: usize = 24;

/// Small words that say nothing beside others, folded: everybody types them, and hardly any name holds the same ones.
const SMALL_WORDS: &[&str] = &[
    "au", "aux", "avec", "chez", "dans", "de", "des", "du", "en", "et", "la", "le", "les", "par", "pour", "sur", "un",
    "une",
];

/// The folded words of a text, each once, in their order.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in fold(text).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word: String = word.chars().take(LONGEST_WORD).collect();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The words of a search. Small words count only where there are no others.
pub fn words_of_search(search: &str) -> Vec<String> {
    let mut words = words(search);
    if !words.iter().all(|word| is_small(word)) {
        words.retain(|word| !is_small(word));
    }
    words.truncate(MOST_WORDS);
    words
}

/// Whether it is an article, a preposition, or what is left of one before an apostrophe. A single digit is not small.
fn is_small(word: &str) -> bool {
    let mut letters = word.chars();
    let is_one_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    is_one_letter || SMALL_WORDS.contains(&word)
}

/// The words an event is found by, and whether each stands in its name.
pub fn event_words(event: &EventRow) -> BTreeMap<String, bool> {
    let about = words(event.category.name()).into_iter().chain(words(event.town.name()));
    let mut found: BTreeMap<String, bool> = about.map(|word| (word, false)).collect();
    found.extend(words(&event.name).into_iter().map(|word| (word, true)));
    found
}

/// The word with one letter left out, in every way. Two words that are one typing error apart share one of these, or
/// one word is a deletion of the other. Short words have none.
pub fn deletions(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < SHORTEST_WITH_DELETIONS {
        return Vec::new();
    }
    let without = |skipped: usize| {
        letters.iter().enumerate().filter(|(index, _)| *index != skipped).map(|(_, letter)| *letter).collect()
    };
    let mut deletions: Vec<String> = (0..letters.len()).map(without).collect();
    deletions.sort_unstable();
    deletions.dedup();
    deletions
}

/// Whether the restricted Damerau–Levenshtein distance (optimal string alignment) of two words is at most one: one
/// letter more, less, another, or swapped with its neighbour.
pub fn is_one_edit_apart(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let same_start = short.iter().zip(&long).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short[same_start..], &long[same_start..]);
    match long.len() - short.len() {
        0 => {
            let swapped = long.len() >= 2 && short[0] == long[1] && short[1] == long[0] && short[2..] == long[2..];
            short.is_empty() || short[1..] == long[1..] || swapped
        }
        1 => *short == long[1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_stand_once() {
        assert_eq!(words("L'Été à l'été : Jazz-Club n°5"), ["l", "ete", "a", "jazz", "club", "n", "5"]);
        assert!(words("… — !").is_empty());
    }

    #[test]
    fn small_words_count_only_alone() {
        assert_eq!(words_of_search("Un concert à Goma"), ["concert", "goma"]);
        assert_eq!(words_of_search("l'atelier d'Élodie, chez 5"), ["atelier", "elodie", "5"]);
        assert_eq!(words_of_search("de la"), ["de", "la"]);
        let seventh = "le premier deux un trois quatre cinq six sept";
        assert_eq!(words_of_search(seventh).last().map(String::as_str), Some("six"), "small ones take nobody's place");
    }

    #[test]
    fn an_edit_is_one_letter_more_less_other_or_swapped() {
        for (typed, meant) in [
            ("lubumbasi", "lubumbashi"),
            ("lubumbaashi", "lubumbashi"),
            ("lubunbashi", "lubumbashi"),
            ("lubumbahsi", "lubumbashi"),
            ("kinshsa", "kinshasa"),
        ] {
            assert!(is_one_edit_apart(typed, meant), "{typed}");
            let shared = deletions(meant).contains(&typed.to_owned())
                || deletions(typed).contains(&meant.to_owned())
                || deletions(typed).iter().any(|one| deletions(meant).contains(one));
            assert!(shared, "{typed} and {meant} don't meet");
        }
        for (typed, meant) in [("goma", "coma d"), ("concert", "concours"), ("abcd", "badc")] {
            assert!(!is_one_edit_apart(typed, meant), "{typed}");
        }
        assert!(deletions("dj").is_empty());
    }
}
