//! Which characters of a text can be shown, and out of which font.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::fonts::{FontFile, Weight};

/// Returns a text on one line, written so that as much of it as possible is in the fonts: letters and their marks as one,
/// letters that only look special (𝓖, Ｇ) as the plain ones, no mark that would stand over nothing. A character that no
/// font has stays, for whoever draws to put a box in its place.
pub fn showable(weight: Weight, text: &str) -> String {
    let text: String = text
        .nfc()
        .filter_map(|sign| match sign {
            // Narrow spaces are in one weight only.
            '\u{2009}' | '\u{202f}' => Some('\u{a0}'),
            sign if sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}' | '\u{3000}') => Some(' '),
            sign if is_variation(sign) => None,
            sign => Some(sign),
        })
        .collect();
    let kept: String = clusters(&text).map(|cluster| coverable(weight, cluster)).collect();
    // Hard spaces stay inside a word: a price does not break.
    kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the first of the fonts that has every character of a text.
pub fn font_for(weight: Weight, text: &str) -> Option<&'static FontFile> {
    weight.fonts().find(|font| text.chars().all(|sign| font.has(sign)))
}

/// Splits a text into letters with the marks that stand on them.
pub fn clusters(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut signs = rest.char_indices();
        signs.next()?;
        let end = signs.find(|(_, sign)| !is_combining_mark(*sign)).map_or(rest.len(), |(at, _)| at);
        let (cluster, after) = rest.split_at(end);
        rest = after;
        Some(cluster)
    })
}

/// Signs that change the picture before them (colour, skin), which fonts of one colour can't follow.
fn is_variation(sign: char) -> bool {
    matches!(sign, '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

fn coverable(weight: Weight, cluster: &str) -> String {
    if font_for(weight, cluster).is_some() {
        return cluster.to_owned();
    }
    let plain: String = cluster.nfkc().collect();
    if clusters(&plain).all(|part| font_for(weight, part).is_some()) {
        return plain;
    }
    let mut signs = cluster.chars();
    let Some(letter) = signs.next() else { return String::new() };
    let font = weight.fonts().find(|font| font.has(letter));
    std::iter::once(letter).chain(signs.filter(|mark| font.is_some_and(|font| font.has(*mark)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        showable(Weight::Bold, text)
    }

    #[test]
    fn a_text_stands_on_one_line() {
        assert_eq!(
            shown("  Fête du\tLac\u{0}\n« Tanganyika »\u{2028}70\u{202f}000 "),
            "Fête du Lac « Tanganyika » 70\u{a0}000"
        );
    }

    #[test]
    fn every_alphabet_that_people_write_here_has_a_font() {
        for weight in [Weight::Regular, Weight::Bold] {
            for text in [
                "Mɔ́kɔnzi Ŋgɛ̌ndɛ",
                "Ɓakongo Ɗ",
                "Γιώργος",
                "Михаил",
                "محمد بن عبد الله",
                "王小明 陳大文",
                "🎉🎷🥁",
                "→★✓□",
            ] {
                let text = showable(weight, text);
                for cluster in clusters(&text) {
                    assert!(font_for(weight, cluster).is_some(), "{cluster} of {text}");
                }
            }
        }
    }

    #[test]
    fn a_letter_and_its_marks_are_one() {
        assert_eq!(clusters("Mɔ\u{301}k").collect::<Vec<_>>(), ["M", "ɔ\u{301}", "k"]);
        assert_eq!(clusters("\u{301}a").collect::<Vec<_>>(), ["\u{301}", "a"]);
        assert_eq!(shown("e\u{301}te\u{301}"), "été");
        assert_eq!(font_for(Weight::Bold, "ɔ\u{301}").unwrap().name, "NotoSans-Bold");
    }

    #[test]
    fn what_only_looks_special_becomes_plain() {
        assert_eq!(shown("𝓖𝓻𝓪̂𝓬𝓮 Ｉｌｕｎｇａ"), "Grâce Ilunga");
    }

    #[test]
    fn skin_and_colour_are_left_out_and_what_no_font_has_stays() {
        assert_eq!(shown("👍🏾❤️"), "👍❤");
        assert_eq!(shown("한 ገ"), "한 ገ");
        assert!(font_for(Weight::Bold, "한").is_none());
        assert_eq!(shown("王\u{301}"), "王");
    }

    #[test]
    fn french_comes_out_of_the_display_face() {
        let name = |text| font_for(Weight::Regular, text).map(|font| font.number);
        assert_eq!((name("é"), name("Ł"), name("ɔ")), (Some(0), Some(1), Some(4)));
    }
}
