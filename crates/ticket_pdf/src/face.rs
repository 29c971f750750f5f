//! The face of the product in two weights, embedded. Words are shaped here; what the face can't show is left out rather
//! than drawn as boxes.

use std::ops::Range;
use std::sync::LazyLock;

use harfrust::{Direction, FontRef, ShapeOptions, ShaperData, UnicodeBuffer, script};
use skrifa::instance::{LocationRef, Size};
use skrifa::{GlyphId, MetadataProvider};
use unicode_normalization::UnicodeNormalization;

use crate::Error;

/// One weight: a file for French, one for the letters of other Latin alphabets.
pub struct Face([File; 2]);

pub struct File {
    /// Tells the files of both weights apart.
    pub number: usize,
    pub bytes: &'static [u8],
    font: FontRef<'static>,
    shaper: ShaperData,
}

/// The number of font files in both weights.
pub const FILES: usize = 4;

/// Words on one line, ready to be drawn; their advance is in sizes of the face.
#[derive(Default)]
pub struct Line {
    pub runs: Vec<Run>,
    pub advance: f32,
}

/// Neighbours out of the same file.
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
}

static REGULAR: LazyLock<Option<Face>> = LazyLock::new(|| Face::load(0, brand::REGULAR));

static BOLD: LazyLock<Option<Face>> = LazyLock::new(|| Face::load(2, brand::BOLD));

impl Face {
    pub fn regular() -> Result<&'static Face, Error> {
        REGULAR.as_ref().ok_or(Error::Face)
    }

    pub fn bold() -> Result<&'static Face, Error> {
        BOLD.as_ref().ok_or(Error::Face)
    }

    fn load(number: usize, [french, other]: [&'static [u8]; 2]) -> Option<Face> {
        Some(Face([File::load(number, french)?, File::load(number + 1, other)?]))
    }

    /// Returns what can be shown of a text, on one line.
    pub fn showable(&self, text: &str) -> String {
        let kept: String = text
            .nfc()
            .filter_map(|sign| match sign {
                'ɛ' => Some('e'),
                'Ɛ' => Some('E'),
                'ɔ' => Some('o'),
                'Ɔ' => Some('O'),
                // Narrow spaces are in one weight only.
                '\u{2009}' | '\u{202f}' => Some('\u{a0}'),
                sign if sign.is_control() || sign == '\u{2028}' || sign == '\u{2029}' => Some(' '),
                sign if domain::is_invisible(sign) => None,
                sign => Some(sign),
            })
            .filter(|sign| self.0.iter().any(|file| file.has(*sign)))
            .collect();
        // Hard spaces stay inside a word: a price does not break.
        kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Shapes a text that was made showable.
    pub fn set(&'static self, text: &str) -> Line {
        let mut line = Line::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let file = &self.0[usize::from(!self.0[0].has(first))];
            let end = rest.find(|sign| !std::ptr::eq(file, &self.0[usize::from(!self.0[0].has(sign))]));
            let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
            let run = file.shape(piece);
            line.advance += run.advance;
            line.runs.push(run);
            rest = after;
        }
        line
    }
}

impl File {
    fn load(number: usize, bytes: &'static [u8]) -> Option<File> {
        let font = FontRef::new(bytes).ok()?;
        Some(File { number, bytes, shaper: ShaperData::new(&font), font })
    }

    fn has(&self, sign: char) -> bool {
        self.font.charmap().map(sign).is_some()
    }

    fn shape(&'static self, text: &str) -> Run {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        // All that is left is Latin: nothing is guessed, nothing runs the other way.
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(script::LATIN);
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
                let end = starts.iter().copied().find(|next| *next > start).unwrap_or(text.len());
                let advance = position.x_advance as f32 / em;
                let own_advance = own.advance_width(GlyphId::new(info.glyph_id)).unwrap_or(advance);
                Glyph { id: info.glyph_id as u16, text: start..end, own_advance, advance }
            })
            .collect();
        let advance = glyphs.iter().map(|glyph| glyph.advance).sum();
        Run { file: self, text: text.to_owned(), glyphs, advance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_the_face_lacks_are_left_out() {
        let face = Face::bold().unwrap();
        assert_eq!(
            face.showable("  Fête 🎉 du\tLac\u{0}\n« Tanganyika »\u{200b} \u{202e}70\u{202f}000 عيد"),
            "Fête du Lac « Tanganyika » 70\u{a0}000"
        );
        assert_eq!(face.showable("Mɔkɔnzi e\u{301}te\u{301}"), "Mokonzi été");
        assert_eq!(face.showable("🎉"), "");
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
}
