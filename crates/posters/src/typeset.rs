//! Words in pictures: how wide a word is, where a line breaks, which characters can be shown.

use brand::{MISSING, Weight, clusters, font_for};
use resvg::usvg;

use crate::raster::{self, Error};

/// Returns what can be shown of a text, on one line, with a box for each character that no font has.
pub fn showable(text: &str) -> String {
    let seen: String = text.chars().filter(|sign| !domain::is_invisible(*sign)).collect();
    let shown = brand::showable(Weight::Bold, &seen);
    clusters(&shown)
        .map(|cluster| font_for(Weight::Bold, cluster).map_or(MISSING.to_string(), |_| cluster.to_owned()))
        .collect()
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns how far the text advances at a font size of one.
pub fn advance(text: &str) -> Result<f32, Error> {
    const SIZE: f32 = 100.0;
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text xml:space="preserve" font-weight="700" font-size="{SIZE}">{}</text></svg>"#,
        escape(text)
    );
    let tree = raster::parse(&svg)?;
    let widths = tree.root().children().iter().filter_map(|node| match node {
        usvg::Node::Text(text) => Some(text.bounding_box().width()),
        _ => None,
    });
    Ok(widths.sum::<f32>() / SIZE)
}

/// Breaks a text greedily into at most `lines` lines of `width` (in font sizes); `None` if it doesn't fit.
pub fn wrap(words: &[(&str, f32)], space: f32, width: f32, lines: usize) -> Option<Vec<String>> {
    let (set, rest) = fill(words, space, width, lines);
    (rest == 0).then_some(set)
}

/// Breaks a text as `wrap` does, but ends what is too long in an ellipsis.
pub fn wrap_or_cut(words: &[(&str, f32)], space: f32, width: f32, lines: usize) -> Vec<String> {
    let ellipsis = 0.9;
    let (mut set, rest) = fill(words, space, width, lines);
    if rest == 0 {
        return set;
    }
    if set.is_empty() {
        // A first word wider than the line: as many of its letters as surely fit.
        let (word, advance) = words[0];
        let letters = word.chars().count() as f32;
        let fitting = ((width - ellipsis) / advance * letters) as usize;
        return vec![format!("{}…", word.chars().take(fitting).collect::<String>())];
    }
    // The last line is set again, with room for the ellipsis.
    let before: usize = set[..set.len() - 1].iter().map(|line| line.split(' ').count()).sum();
    let (last, _) = fill(&words[before..], space, width - ellipsis, 1);
    let start = last.into_iter().next().unwrap_or_default();
    let length = set.len();
    set[length - 1] = format!("{}…", start.trim_end_matches([',', '.', ':', '·', '-', '–', '—', '«', '“', '(', ' ']));
    set
}

/// Returns greedy lines, and how many words were left over.
fn fill(words: &[(&str, f32)], space: f32, width: f32, lines: usize) -> (Vec<String>, usize) {
    let mut set: Vec<String> = Vec::new();
    let mut used = 0.0;
    for (number, &(word, advance)) in words.iter().enumerate() {
        if let Some(line) = set.last_mut()
            && used + space + advance <= width
        {
            line.push(' ');
            line.push_str(word);
            used += space + advance;
        } else if set.len() < lines && advance <= width {
            set.push(word.to_owned());
            used = advance;
        } else {
            return (set, words.len() - number);
        }
    }
    (set, 0)
}

#[cfg(test)]
mod tests {
    use super::{advance, showable, wrap, wrap_or_cut};

    const WORDS: [(&str, f32); 4] = [("un", 2.0), ("deux,", 4.0), ("trois", 4.0), ("quatre", 5.0)];

    #[test]
    fn lines_break_between_words_and_end_in_an_ellipsis() {
        assert_eq!(wrap(&WORDS, 1.0, 8.0, 3).unwrap(), ["un deux,", "trois", "quatre"]);
        assert_eq!(wrap(&WORDS, 1.0, 8.0, 2), None);
        assert_eq!(wrap_or_cut(&WORDS, 1.0, 8.0, 2), ["un deux,", "trois…"]);
        assert_eq!(wrap_or_cut(&WORDS, 1.0, 8.0, 1), ["un deux…"]);
        assert_eq!(wrap_or_cut(&[("anticonstitutionnellement", 25.0)], 1.0, 10.0, 2), ["anticonst…"]);
    }

    #[test]
    fn what_no_font_has_is_a_box_and_what_is_invisible_is_left_out() {
        assert_eq!(showable(" Fête 🎉 du Lac \u{202e}70\u{202f}000 "), "Fête 🎉 du Lac 70\u{a0}000");
        assert_eq!(showable("Mɔkɔnzi 한국 王"), "Mɔkɔnzi □□ 王");
    }

    #[test]
    fn other_alphabets_take_room() {
        for text in ["Mɔ\u{301}kɔnzi", "Михаил", "محمد", "王小明", "🎉", "□"] {
            assert!(advance(text).unwrap() > 0.5, "{text}");
        }
    }

    #[test]
    fn widths_come_from_the_embedded_face() {
        let (narrow, wide) = (advance("il").unwrap(), advance("Mm").unwrap());
        assert!(narrow > 0.3 && wide > 2.0 * narrow, "{narrow} {wide}");
    }
}
