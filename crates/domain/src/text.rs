//! Text as people compare it: without accents, case or stray spaces.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Folds accents, ligatures, case and runs of white space: `Théâtre  d'été` and `theatre d'ete` are one.
/// Control characters are dropped: nobody types them, and PostgreSQL stores no NUL.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'œ' => folded.push_str("oe"),
            'æ' => folded.push_str("ae"),
            'ß' => folded.push_str("ss"),
            '’' => folded.push('\''),
            c if c.is_whitespace() && (folded.is_empty() || folded.ends_with(' ')) => {}
            c if c.is_whitespace() => folded.push(' '),
            c if c.is_control() => {}
            c => folded.push(c),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Returns the form that a name has in an address: `Livres et littérature` becomes `livres-et-litterature`.
pub fn slug(text: &str) -> String {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Bytes as lower-case hexadecimal figures.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|half| char::from(b"0123456789abcdef"[usize::from(half)]))
        .collect()
}

/// Characters that are drawn as nothing, or turn what follows around, let one name pass for another: Unicode's
/// `Default_Ignorable_Code_Point` without the variations of the character before, the braille blank, and annotations.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Counts the characters of a text that somebody sees.
pub fn visible_characters(text: &str) -> usize {
    let varies = |c: char| matches!(c, '\u{fe00}'..='\u{fe0f}');
    text.chars().filter(|c| !(c.is_whitespace() || c.is_control() || is_invisible(*c) || varies(*c))).count()
}

/// Good enough to catch a slip of the thumb, and never more than a mail can be addressed to; whether mail arrives is
/// shown by a confirmation link only.
pub fn looks_like_email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else { return false };
    // What RFC 5322 lets stand before the @ without quotes.
    let plain =
        |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+-/=?^_`{|}~".contains(&byte));
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let dots = |part: &str| part.starts_with('.') || part.ends_with('.') || part.contains("..");
    text.len() <= 254
        && !local.is_empty()
        && local.len() <= 64
        && plain(local)
        && !dots(local)
        && host.contains('.')
        && host.split('.').all(label)
        && host
            .rsplit('.')
            .next()
            .is_some_and(|last| last.len() >= 2 && !last.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_forgets_accents_case_and_spaces() {
        assert_eq!(fold("  Théâtre \u{a0} d’ÉTÉ "), "theatre d'ete");
        assert_eq!(fold("Cœur"), "coeur");
        assert_eq!(fold("a\u{0}b\tc"), "ab c");
        assert_eq!(fold("e\u{301}"), fold("é"));
    }

    #[test]
    fn what_nobody_sees_is_told_as_in_the_browser() {
        #[derive(serde::Deserialize)]
        struct Row {
            text: String,
            visible: usize,
            misleads: bool,
        }
        let table: Vec<Row> = serde_json::from_str(include_str!("../tests/visible.json")).unwrap();
        for Row { text, visible, misleads } in table {
            assert_eq!(visible_characters(&text), visible, "{text:?}");
            assert_eq!(text.chars().any(is_invisible), misleads, "{text:?}");
        }
    }

    #[test]
    fn bytes_are_two_figures_each() {
        assert_eq!(hex(&[0x00, 0x0f, 0xa5, 0xff]), "000fa5ff");
    }

    #[test]
    fn slugs_are_ascii() {
        assert_eq!(slug("Activités en plein air"), "activites-en-plein-air");
        assert_eq!(slug("Dîners"), "diners");
    }

    #[test]
    fn mail_addresses_are_told_from_slips() {
        for good in ["a@b.cd", "prenom.nom+billets@poste.tukio.example"] {
            assert!(looks_like_email(good), "{good}");
        }
        for bad in [
            "",
            "a",
            "a@b",
            "a@b.c",
            "@b.cd",
            "a@.cd",
            "a b@c.de",
            "a@b@c.de ",
            "a@b..cd",
            ".a@b.cd",
            "a@-b.cd",
            "a@b.12",
            "<a@b.cd>",
        ] {
            assert!(!looks_like_email(bad), "{bad}");
        }
    }

    #[test]
    fn mail_addresses_have_the_lengths_that_mail_servers_take() {
        let address = |local: usize, label: usize, labels: usize| {
            let host = vec!["h".repeat(label); labels].join(".");
            format!("{}@{host}.cd", "l".repeat(local))
        };
        for good in [address(64, 10, 1), address(1, 63, 1), address(59, 63, 3)] {
            assert!(looks_like_email(&good), "{}: {good}", good.len());
        }
        for bad in [address(65, 10, 1), address(1, 64, 1), address(60, 63, 3)] {
            assert!(!looks_like_email(&bad), "{}: {bad}", bad.len());
        }
    }

    #[test]
    fn mail_addresses_have_dots_and_hyphens_between_letters_only() {
        for bad in ["a..b@c.cd", "a.@b.cd", "a@b-.cd", "a@b_c.cd", "a@b.c-", "a@b.cd.", "é@b.cd", "a@bé.cd"] {
            assert!(!looks_like_email(bad), "{bad}");
        }
        for good in ["a.b@c-d.cd", "a_b@c.cd", "o'neil@b.c1", "a@1.cd"] {
            assert!(looks_like_email(good), "{good}");
        }
    }
}
