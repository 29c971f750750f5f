//! Where lines break: a text never leaves the width it is given, whatever people have typed.

use brand::clusters;

use crate::face::{Face, Line};

/// Lines of one font size.
pub struct Paragraph {
    pub lines: Vec<Line>,
    pub size: f32,
}

impl Paragraph {
    /// Sets the text in the largest of the sizes at which it fits into `most` lines; at the smallest it is cut.
    pub fn fitted(face: &'static Face, text: &str, width: f32, sizes: &[f32], most: usize) -> Paragraph {
        let text = face.showable(text);
        let (smallest, larger) = sizes.split_last().unwrap_or((&10.0, &[]));
        for size in larger {
            let column = width / size;
            let whole = text.split(' ').all(|word| face.set(word).advance <= column);
            let lines = broken(face, &text, column);
            if whole && lines.len() <= most {
                return Paragraph::of(face, &lines, *size);
            }
        }
        let column = width / smallest;
        let mut lines = broken(face, &text, column);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                last.text = cut(face, &last.text, column);
            }
        }
        Paragraph::of(face, &lines, *smallest)
    }

    fn of(face: &'static Face, lines: &[Broken], size: f32) -> Paragraph {
        let mut set: Vec<Line> = lines.iter().map(|line| face.set(&line.text)).collect();
        let last = set.len().saturating_sub(1);
        for (line, _) in set.iter_mut().take(last).zip(lines).filter(|(_, broken)| broken.ends_word) {
            // Whoever copies or listens needs the space between the words. It takes no room.
            line.runs.extend(face.set(" ").runs);
        }
        Paragraph { lines: set, size }
    }
}

struct Broken {
    text: String,
    /// Whether a space stood where the next line begins.
    ends_word: bool,
}

/// Lines no wider than the column; a word that is wider is broken where it must.
fn broken(face: &'static Face, text: &str, column: f32) -> Vec<Broken> {
    let mut lines: Vec<Broken> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{} {word}", line.text);
            if face.set(&longer).advance <= column {
                line.text = longer;
                continue;
            }
        }
        lines.extend(pieces(face, word, column).into_iter().map(|text| Broken { text, ends_word: false }));
        if let Some(line) = lines.last_mut() {
            line.ends_word = true;
        }
    }
    lines
}

fn pieces(face: &'static Face, word: &str, column: f32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for cluster in clusters(word) {
        let piece = pieces.last().map_or("", String::as_str);
        let longer = format!("{piece}{cluster}");
        if piece.is_empty() || face.set(&longer).advance <= column {
            pieces.pop();
            pieces.push(longer);
        } else {
            pieces.push(cluster.to_owned());
        }
    }
    pieces
}

/// Cuts a line so that an ellipsis fits behind it.
fn cut(face: &'static Face, line: &str, column: f32) -> String {
    let mut kept = line.to_owned();
    loop {
        let shown = format!("{}…", kept.trim_end_matches([' ', ',', '.', ':', '-', '–', '—', '«', '“', '(']));
        if kept.pop().is_none() || face.set(&shown).advance <= column {
            return shown;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(paragraph: &Paragraph) -> Vec<String> {
        let text = |line: &Line| line.runs.iter().map(|run| run.text.as_str()).collect();
        paragraph.lines.iter().map(text).collect()
    }

    #[test]
    fn a_long_name_shrinks_before_it_is_cut() {
        let face = Face::bold().unwrap();
        let name = "Nuit du jazz de Lubumbashi avec l'orchestre des mineurs de l'Union";
        let set = |width| Paragraph::fitted(face, name, width, &[30.0, 20.0], 2);
        assert_eq!((set(2000.0).lines.len(), set(2000.0).size), (1, 30.0));
        assert_eq!((set(400.0).lines.len(), set(400.0).size), (2, 20.0));
        let cut = set(200.0);
        assert_eq!((cut.lines.len(), cut.size), (2, 20.0));
        assert!(texts(&cut)[1].ends_with('…'), "{:?}", texts(&cut));
    }

    #[test]
    fn words_on_two_lines_stay_two_words() {
        let paragraph = Paragraph::fitted(Face::bold().unwrap(), "Nuit du jazz", 75.0, &[20.0], 3);
        assert_eq!(texts(&paragraph), ["Nuit du ", "jazz"]);
        let widest = paragraph.lines.iter().map(|line| line.advance).fold(0.0, f32::max);
        assert_eq!(widest, Face::bold().unwrap().set("Nuit du").advance, "the space takes no room");
    }

    #[test]
    fn a_word_without_end_is_broken() {
        let face = Face::bold().unwrap();
        let paragraph = Paragraph::fitted(face, &"ha".repeat(60), 200.0, &[20.0, 12.0], 9);
        assert_eq!((texts(&paragraph).concat(), paragraph.size), ("ha".repeat(60), 12.0));
    }

    proptest! {
        #[test]
        fn nothing_leaves_the_column(text in "\\PC{0,80}", most in 1..4_usize) {
            let face = Face::regular().unwrap();
            let paragraph = Paragraph::fitted(face, &text, 120.0, &[24.0, 16.0], most);
            prop_assert!(paragraph.lines.len() <= most);
            for line in &paragraph.lines {
                prop_assert!(line.advance * paragraph.size <= 120.01, "{:?}", texts(&paragraph));
            }
        }
    }
}
