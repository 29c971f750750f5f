//! The glyphs a document uses, and nothing else of the faces, embedded so that words can be searched and copied.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use crate::Error;
use crate::deflate::deflate;
use crate::face::{FILES, File, Glyph};

const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Measures of the typeface, in thousandths of its size.
const ASCENT: f32 = 930.0;
const DESCENT: f32 = -270.0;
const CAPITALS: f32 = 660.0;
const BOX: Rect = Rect { x1: -300.0, y1: -300.0, x2: 1400.0, y2: 1100.0 };

#[derive(Default)]
pub struct EmbeddedFonts([Option<FontSubset>; FILES]);

/// The glyphs taken from one file, by their new numbers.
struct FontSubset {
    file: &'static File,
    numbers: GlyphRemapper,
    used: BTreeMap<u16, (String, f32)>,
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
            numbers: GlyphRemapper::new(),
            used: BTreeMap::new(),
        });
        let number = subset.numbers.remap(glyph.id);
        subset.used.entry(number).or_insert_with(|| (text.to_owned(), glyph.own_advance));
        number
    }

    /// Writes every font that was used: names and places for the pages to refer to.
    pub fn embed(&self, pdf: &mut Pdf, next: &mut Ref) -> Result<Vec<(String, Ref)>, Error> {
        self.0.iter().flatten().map(|subset| Ok((name(subset.file), subset.embed(pdf, next)?))).collect()
    }
}

impl FontSubset {
    fn embed(&self, pdf: &mut Pdf, next: &mut Ref) -> Result<Ref, Error> {
        let [font, cid_font, descriptor, cmap, file] = [(); 5].map(|()| next.bump());
        // Six letters tell subsets of the same face apart.
        let face = format!("TUKIO{}+BricolageGrotesque", char::from(b'A' + self.file.number as u8));
        let face = Name(face.as_bytes());
        let mut composite = pdf.type0_font(font);
        composite.base_font(face).encoding_predefined(Name(b"Identity-H")).descendant_font(cid_font).to_unicode(cmap);
        composite.finish();

        let mut cid = pdf.cid_font(cid_font);
        cid.subtype(CidFontType::Type2).base_font(face).system_info(SYSTEM).font_descriptor(descriptor);
        cid.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid.widths();
        for (number, (_, advance)) in &self.used {
            widths.consecutive(*number, [(advance * 1000.0).round()]);
        }
        widths.finish();
        cid.finish();

        let mut about = pdf.font_descriptor(descriptor);
        about.name(face).flags(FontFlags::SYMBOLIC).bbox(BOX).italic_angle(0.0);
        about.ascent(ASCENT).descent(DESCENT).cap_height(CAPITALS).stem_v(95.0).font_file2(file);
        about.finish();

        let mut meanings = UnicodeCmap::new(Name(b"Text"), SYSTEM);
        for (number, (text, _)) in &self.used {
            meanings.pair_with_multiple(*number, text.chars());
        }
        let meanings = deflate(&meanings.finish())?;
        pdf.cmap(cmap, &meanings).filter(Filter::FlateDecode);
        let outlines = deflate(&subsetter::subset(self.file.bytes, 0, &self.numbers)?)?;
        pdf.stream(file, &outlines).filter(Filter::FlateDecode);
        Ok(font)
    }
}
