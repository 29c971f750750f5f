//! The glyphs a document uses, and nothing else of the faces, embedded so that words can be searched and copied.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use subsetter::GlyphRemapper;

use crate::Error;
use crate::deflate::deflate;
use crate::face::{FILES, File, Glyph};

const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

#[derive(Default)]
pub struct EmbeddedFonts([Option<FontSubset>; FILES]);

/// The glyphs taken from one file. A glyph that stands for several texts, as the box for what no font has, is as many
/// characters of the document.
struct FontSubset {
    file: &'static File,
    glyphs: GlyphRemapper,
    numbers: BTreeMap<(u16, String), u16>,
    characters: Vec<Character>,
}

/// A character of the document: the new number of its glyph, what it says, how far it advances.
struct Character {
    glyph: u16,
    text: String,
    advance: f32,
}

/// Returns the name that pages use for the font of a file.
pub fn name(file: &File) -> String {
    format!("F{}", file.number)
}

impl EmbeddedFonts {
    /// Adds a glyph to what is embedded, and returns the number that pages write for it.
    pub fn use_glyph(&mut self, file: &'static File, glyph: &Glyph, text: &str) -> u16 {
        let subset = self.0[file.number].get_or_insert_with(|| FontSubset {
            file,
            glyphs: GlyphRemapper::new(),
            numbers: BTreeMap::new(),
            characters: Vec::new(),
        });
        *subset.numbers.entry((glyph.id, text.to_owned())).or_insert_with(|| {
            let character =
                Character { glyph: subset.glyphs.remap(glyph.id), text: text.to_owned(), advance: glyph.own_advance };
            subset.characters.push(character);
            // Number 0 is no character.
            subset.characters.len() as u16
        })
    }

    /// Writes every font that was used: names and places for the pages to refer to.
    pub fn embed(&self, pdf: &mut Pdf, next: &mut Ref) -> Result<Vec<(String, Ref)>, Error> {
        self.0.iter().flatten().map(|subset| Ok((name(subset.file), subset.embed(pdf, next)?))).collect()
    }
}

impl FontSubset {
    fn numbered(&self) -> impl Iterator<Item = (u16, &Character)> {
        (1..).zip(&self.characters)
    }

    fn embed(&self, pdf: &mut Pdf, next: &mut Ref) -> Result<Ref, Error> {
        let [font, cid_font, descriptor, cmap, glyphs, file] = [(); 6].map(|()| next.bump());
        // Six letters tell subsets of the same face apart.
        let face = format!("TUKIO{}+{}", char::from(b'A' + self.file.number as u8), self.file.name);
        let face = Name(face.as_bytes());
        let mut composite = pdf.type0_font(font);
        composite.base_font(face).encoding_predefined(Name(b"Identity-H")).descendant_font(cid_font).to_unicode(cmap);
        composite.finish();

        let mut cid = pdf.cid_font(cid_font);
        cid.subtype(CidFontType::Type2).base_font(face).system_info(SYSTEM).font_descriptor(descriptor);
        cid.default_width(0.0).cid_to_gid_map_stream(glyphs);
        cid.widths().consecutive(1, self.characters.iter().map(|character| (character.advance * 1000.0).round()));
        cid.finish();
        self.describe(pdf, descriptor, face, file);

        let mut meanings = UnicodeCmap::new(Name(b"Text"), SYSTEM);
        for (number, character) in self.numbered() {
            meanings.pair_with_multiple(number, character.text.chars());
        }
        let meanings = deflate(&meanings.finish())?;
        pdf.cmap(cmap, &meanings).filter(Filter::FlateDecode);
        let numbers: Vec<u8> =
            std::iter::once(0).chain(self.characters.iter().map(|one| one.glyph)).flat_map(u16::to_be_bytes).collect();
        pdf.stream(glyphs, &deflate(&numbers)?).filter(Filter::FlateDecode);
        let outlines = deflate(&subsetter::subset(self.file.bytes, 0, &self.glyphs)?)?;
        pdf.stream(file, &outlines).filter(Filter::FlateDecode);
        Ok(font)
    }

    fn describe(&self, pdf: &mut Pdf, descriptor: Ref, name: Name<'_>, file: Ref) {
        // Documents count in thousandths of the size.
        let metrics = self.file.font.metrics(Size::new(1000.0), LocationRef::default());
        let bounds = metrics.bounds.unwrap_or_default();
        let mut about = pdf.font_descriptor(descriptor);
        about.name(name).flags(FontFlags::SYMBOLIC).italic_angle(0.0);
        about.bbox(Rect::new(bounds.x_min.floor(), bounds.y_min.floor(), bounds.x_max.ceil(), bounds.y_max.ceil()));
        about.ascent(metrics.ascent.round()).descent(metrics.descent.round());
        about.cap_height(metrics.cap_height.unwrap_or(metrics.ascent).round()).stem_v(95.0).font_file2(file);
    }
}
