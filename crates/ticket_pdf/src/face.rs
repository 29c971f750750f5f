//! Words are set here: the fonts of the product in two weights, for each piece of a text the first font that has it, shaped,
//! and in the order in which it is read on paper.

use std::ops::Range;
use std::sync::LazyLock;

use brand::{FONTS, FontFile, MISSING, Weight, clusters, font_for};
use harfrust::{BufferClusterLevel, Direction, FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::{GlyphId, MetadataProvider};
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

use crate::Error;

/// One weight.
pub struct Face(Weight);

/// A font, ready to shape with.
pub struct File {
    /// Its place among the fonts of the product.
    pub number: usize,
    pub name: &'static str,
    pub bytes: &'static [u8],
    pub font: FontRef<'static>,
    shaper: ShaperData,
}

/// The number of fonts.
pub const FILES: usize = FONTS.len();

/// Words on one line, ready to be drawn; their advance is in sizes of the face.
#[derive(Default)]
pub struct Line {
    pub runs: Vec<Run>,
    pub advance: f32,
    /// Runs that are read from right to left.
    pub backwards: Vec<Range<usize>>,
}

/// Neighbours out of the same file, from left to right.
pub struct Run {
    pub file: &'static File,
    pub text: String,
    pub glyphs: Vec<Glyph>,
    pub advance: f32,
}

pub struct Glyph {
    pub id: u16,
    /// What it stands for in the text of its run.
    pub text: Range<usize>,
    /// Its advance by itself, and in this run, where pairs are kerned.
    pub own_advance: f32,
    pub advance: f32,
    /// How far to the right and up it stands from its place: a mark over its letter.
    pub offset: (f32, f32),
}

impl Line {
    /// Returns the numbers of its runs in the order in which they are read.
    pub fn in_reading_order(&self) -> impl Iterator<Item = usize> {
        (0..self.runs.len()).map(|place| {
            let backwards = self.backwards.iter().find(|runs| runs.contains(&place));
            backwards.map_or(place, |runs| runs.end - 1 - (place - runs.start))
        })
    }
}

static REGULAR: Face = Face(Weight::Regular);

static BOLD: Face = Face(Weight::Bold);

static LOADED: [LazyLock<Option<File>>; FILES] = [
    LazyLock::new(|| File::load(0)),
    LazyLock::new(|| File::load(1)),
    LazyLock::new(|| File::load(2)),
    LazyLock::new(|| File::load(3)),
    LazyLock::new(|| File::load(4)),
    LazyLock::new(|| File::load(5)),
    LazyLock::new(|| File::load(6)),
    LazyLock::new(|| File::load(7)),
    LazyLock::new(|| File::load(8)),
    LazyLock::new(|| File::load(9)),
];

impl Face {
    pub fn regular() -> Result<&'static Face, Error> {
        REGULAR.checked()
    }

    pub fn bold() -> Result<&'static Face, Error> {
        BOLD.checked()
    }

    fn checked(&'static self) -> Result<&'static Face, Error> {
        let are_loaded = self.0.display().iter().all(|number| LOADED[*number].is_some());
        are_loaded.then_some(self).ok_or(Error::Face)
    }

    /// Returns what can be shown of a text, on one line.
    pub fn showable(&self, text: &str) -> String {
        let seen: String = text.chars().filter(|sign| !domain::is_invisible(*sign)).collect();
        brand::showable(self.0, &seen)
    }

    /// Shapes a text that was made showable.
    pub fn set(&'static self, text: &str) -> Line {
        let mut line = Line::default();
        for (text, direction) in in_visual_order(text) {
            let mut pieces = self.pieces(text);
            let first = line.runs.len();
            if direction == Direction::RightToLeft {
                pieces.reverse();
            }
            for (file, piece) in pieces {
                let Some(run) = file.map_or_else(|| boxes(piece), |file| Some(file.shape(piece, direction))) else {
                    continue;
                };
                line.advance += run.advance;
                line.runs.push(run);
            }
            if direction == Direction::RightToLeft {
                line.backwards.push(first..line.runs.len());
            }
        }
        line
    }

    /// Splits a text where the font changes; no font is for what none has.
    fn pieces<'a>(&self, text: &'a str) -> Vec<(Option<&'static File>, &'a str)> {
        let mut pieces: Vec<(Option<&'static File>, Range<usize>)> = Vec::new();
        let mut start = 0;
        for word in text.split_inclusive(' ') {
            let whole = self.font_for_word(word.trim_end_matches(' '));
            for cluster in clusters(word) {
                let font = if cluster == " " {
                    font_for(self.0, cluster)
                } else {
                    whole.or_else(|| font_for(self.0, cluster))
                };
                let file = font.and_then(|font| LOADED[font.number].as_ref());
                let end = start + cluster.len();
                match pieces.last_mut() {
                    Some((last, range)) if last.map(|file| file.number) == file.map(|file| file.number) => {
                        range.end = end
                    }
                    _ => pieces.push((file, start..end)),
                }
                start = end;
            }
        }
        pieces.into_iter().map(|(file, range)| (file, &text[range])).collect()
    }

    /// Returns the font for all letters of a word of which the display face lacks some: two typefaces in one word are hard
    /// to read.
    fn font_for_word(&self, word: &str) -> Option<&'static FontFile> {
        let in_display_face =
            |cluster| font_for(self.0, cluster).is_some_and(|font| self.0.display().contains(&font.number));
        if clusters(word).all(in_display_face) { None } else { font_for(self.0, word) }
    }
}

/// Splits a text into what is read in one direction, from left to right on paper. What stands around a name is French: a
/// line always begins on the left.
fn in_visual_order(text: &str) -> Vec<(&str, Direction)> {
    let runs_left = |sign| matches!(bidi_class(sign), BidiClass::R | BidiClass::AL | BidiClass::AN);
    if !text.chars().any(runs_left) {
        return vec![(text, Direction::LeftToRight)];
    }
    let bidi = BidiInfo::new(text, Some(Level::ltr()));
    let mut ordered = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let direction = if levels[run.start].is_rtl() { Direction::RightToLeft } else { Direction::LeftToRight };
            ordered.push((&text[run], direction));
        }
    }
    ordered
}

/// A box for each character that no font has; the document still knows which they are.
fn boxes(text: &str) -> Option<Run> {
    let file = LOADED[font_for(Weight::Regular, MISSING.encode_utf8(&mut [0; 4]))?.number].as_ref()?;
    let id = file.font.charmap().map(MISSING)?;
    let advance = file.font.glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(id)?;
    let glyph = |(start, cluster): (usize, &str)| Glyph {
        id: id.to_u32() as u16,
        text: start..start + cluster.len(),
        own_advance: advance,
        advance,
        offset: (0.0, 0.0),
    };
    let starts = clusters(text).scan(0, |next, cluster| {
        let start = *next;
        *next += cluster.len();
        Some((start, cluster))
    });
    let glyphs: Vec<Glyph> = starts.map(glyph).collect();
    let advance = glyphs.iter().map(|glyph| glyph.advance).sum();
    Some(Run { file, text: text.to_owned(), glyphs, advance })
}

impl File {
    fn load(number: usize) -> Option<File> {
        let font = &FONTS[number];
        let (name, bytes) = (font.name, font.bytes());
        let font = FontRef::new(bytes).ok()?;
        Some(File { number, name, bytes, shaper: ShaperData::new(&font), font })
    }

    fn shape(&'static self, text: &str, direction: Direction) -> Run {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(direction);
        // Marks keep their own place in the text, so that a document says each character once.
        buffer.set_cluster_level(BufferClusterLevel::MonotoneCharacters);
        let shaped = self.shaper.shaper(&self.font).build().shape(buffer, ShapeOptions::new());
        // At a size of one, widths are shares of the size.
        let own = self.font.glyph_metrics(Size::new(1.0), LocationRef::default());
        let em = f32::from(self.font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        let starts: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        let glyphs: Vec<Glyph> = shaped
            .glyph_infos()
            .iter()
            .zip(shaped.glyph_positions())
            .map(|(info, position)| {
                let start = info.cluster as usize;
                let end = starts.iter().copied().filter(|next| *next > start).min().unwrap_or(text.len());
                let advance = position.x_advance as f32 / em;
                let own_advance = own.advance_width(GlyphId::new(info.glyph_id)).unwrap_or(advance);
                let offset = (position.x_offset as f32 / em, position.y_offset as f32 / em);
                Glyph { id: info.glyph_id as u16, text: start..end, own_advance, advance, offset }
            })
            .collect();
        let advance = glyphs.iter().map(|glyph| glyph.advance).sum();
        Run { file: self, text: text.to_owned(), glyphs, advance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(line: &Line) -> Vec<(&str, &str)> {
        line.runs.iter().map(|run| (run.file.name, run.text.as_str())).collect()
    }

    #[test]
    fn invisible_signs_are_left_out() {
        let face = Face::bold().unwrap();
        assert_eq!(face.showable("« Tanganyika »\u{200b} \u{202e}70"), "« Tanganyika » 70");
        assert_eq!(face.showable("👨\u{200d}👩"), "👨👩");
    }

    #[test]
    fn widths_come_from_the_face_and_kerning() {
        let face = Face::bold().unwrap();
        let width = |text| face.set(text).advance;
        assert!(width("Mm") > 2.0 * width("il") && width("") == 0.0);
        assert!(width("AV") < width("A") + width("V"), "pairs are kerned");
    }

    #[test]
    fn letters_of_other_alphabets_come_out_of_the_other_file() {
        let line = Face::regular().unwrap().set("Nuit de Łódź");
        let texts: Vec<&str> = line.runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["Nuit de ", "Ł", "ód", "ź"]);
        assert!(line.runs.iter().flat_map(|run| &run.glyphs).all(|glyph| glyph.id != 0));
    }

    #[test]
    fn a_word_stays_in_one_typeface_where_one_has_it_all() {
        let face = Face::bold().unwrap();
        let (display, sans) = ("BricolageGrotesque-Bold", "NotoSans-Bold");
        assert_eq!(
            runs(&face.set("Papa Mɔkɔnzi 🎉")),
            [(display, "Papa "), (sans, "Mɔkɔnzi"), (display, " "), ("NotoEmoji", "🎉")]
        );
        assert_eq!(runs(&face.set("Fête🎉")), [(display, "Fête"), ("NotoEmoji", "🎉")]);
    }

    #[test]
    fn marks_stand_over_their_letter() {
        let line = Face::bold().unwrap().set("Mɔ\u{301}kɛ\u{30c}lɛ");
        let marks: Vec<&Glyph> = line.runs[0].glyphs.iter().filter(|glyph| glyph.advance == 0.0).collect();
        assert_eq!(marks.len(), 2);
        assert!(marks.iter().all(|mark| mark.offset.0 < 0.0 && mark.text.len() == 2));
    }

    #[test]
    fn arabic_is_joined_and_runs_from_right_to_left() {
        let face = Face::bold().unwrap();
        let name = "محمد علي";
        let line = face.set(&format!("de {name} et fils"));
        let texts: Vec<&str> = line.runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["de ", "علي", " ", "محمد", " et fils"], "as it stands on paper");
        assert_eq!(line.backwards, std::slice::from_ref(&(1..4)));
        assert_eq!(line.in_reading_order().collect::<Vec<_>>(), [0, 3, 2, 1, 4]);
        let joined: Vec<u16> = line.runs[3].glyphs.iter().map(|glyph| glyph.id).collect();
        let letters: Vec<u16> = "دمحم".chars().map(|sign| face.set(&sign.to_string()).runs[0].glyphs[0].id).collect();
        assert_eq!(joined.len(), 4);
        assert_ne!(joined, letters, "letters take another form beside one another");
        let first = &line.runs[3].glyphs[3];
        assert_eq!(first.text, 0..2, "the first letter is the rightmost");
    }

    #[test]
    fn what_no_font_has_is_a_box_each() {
        let line = Face::bold().unwrap().set("한국 ab");
        assert_eq!(runs(&line)[0], ("NotoSansSymbols", "한국"));
        let ids: Vec<u16> = line.runs[0].glyphs.iter().map(|glyph| glyph.id).collect();
        assert!(ids.len() == 2 && ids[0] == ids[1] && ids[0] != 0);
        assert!(line.runs[0].advance > 0.8);
    }
}
