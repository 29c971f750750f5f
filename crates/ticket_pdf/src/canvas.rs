//! A page to draw on: shapes in the product's colours, words where they are told to stand.

use pdf_writer::types::{ArtifactType, StructRole};
use pdf_writer::{Content, Name, Rect, Str};

use crate::Error;
use crate::deflate::deflate;
use crate::embedded_fonts::{EmbeddedFonts, name};
use crate::face::{Face, Glyph, Line, Run};
use crate::paragraph::Paragraph;
use crate::shape::{Area, Shape};
use crate::tags::{self, Element, Words};
use brand::Colour;

/// The height of capitals in both weights, as a share of the font size.
const CAPITALS: f32 = 0.66;

pub struct Canvas<'a> {
    content: Content,
    embedded_fonts: &'a mut EmbeddedFonts,
    height: f32,
    elements: Vec<Element>,
    /// How many elements are drawn.
    drawn: i32,
}

/// A page, ready to be put into a document.
pub struct Drawn {
    pub packed: Vec<u8>,
    pub elements: Vec<Element>,
}

impl Canvas<'_> {
    /// Documents count from the bottom, people from the top.
    pub fn new(embedded_fonts: &mut EmbeddedFonts, height: f32) -> Canvas<'_> {
        let mut content = Content::new();
        content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
        Canvas { content, embedded_fonts, height, elements: Vec::new(), drawn: 0 }
    }

    pub fn finish(self) -> Result<Drawn, Error> {
        Ok(Drawn { packed: deflate(&self.content.finish())?, elements: self.elements })
    }

    /// What `draw` draws is an element of the page, to be read as it is drawn.
    pub fn tagged<T>(&mut self, role: StructRole, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.leaf(role, Words::AsDrawn, draw)
    }

    /// What `draw` draws is read as this text.
    pub fn read_as<T>(&mut self, text: &str, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.leaf(StructRole::P, Words::Instead(text.to_owned()), draw)
    }

    /// What `draw` draws is a picture, for others in words.
    pub fn picture<T>(&mut self, text: String, area: Area, draw: impl FnOnce(&mut Self) -> T) -> T {
        let (top, right) = (self.height - area.top, area.left + area.width);
        let area = Rect::new(area.left, top - area.height, right, top);
        self.leaf(StructRole::Figure, Words::Picture(text, area), draw)
    }

    fn leaf<T>(&mut self, role: StructRole, words: Words, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.content.begin_marked_content_with_properties(role.to_name()).properties().identify(self.drawn);
        self.elements.push(Element { role, content: tags::Content::Drawn(self.drawn, words) });
        self.drawn += 1;
        let drawn = draw(self);
        self.content.end_marked_content();
        drawn
    }

    /// The elements that `draw` draws are parts of one.
    pub fn group<T>(&mut self, role: StructRole, draw: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::take(&mut self.elements);
        let drawn = draw(self);
        let parts = std::mem::replace(&mut self.elements, before);
        self.elements.push(Element { role, content: tags::Content::Parts(parts) });
        drawn
    }

    /// What `draw` draws only decorates: nobody reads it aloud.
    pub fn decoration<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.content
            .begin_marked_content_with_properties(Name(b"Artifact"))
            .properties()
            .artifact()
            .kind(ArtifactType::Layout);
        let drawn = draw(self);
        self.content.end_marked_content();
        drawn
    }

    fn ink(&mut self, colour: Colour) {
        let [red, green, blue] = colour.parts();
        self.content.set_fill_rgb(red, green, blue);
    }

    pub fn fill(&mut self, shape: &Shape, colour: Colour) {
        self.ink(colour);
        shape.trace(&mut self.content);
        self.content.fill_nonzero();
    }

    /// Fills by the even-odd rule: where the outline runs around a point twice, there is a hole.
    pub fn fill_with_holes(&mut self, shape: &Shape, colour: Colour) {
        self.ink(colour);
        shape.trace(&mut self.content);
        self.content.fill_even_odd();
    }

    pub fn card(&mut self, area: Area, radius: f32, colour: Colour) {
        let mut card = Shape::default();
        card.rounded(area, radius);
        self.fill(&card, colour);
    }

    /// Clips what `draw` draws to an area.
    pub fn within(&mut self, area: Area, draw: impl FnOnce(&mut Self)) {
        let mut window = Shape::default();
        window.rect(area);
        self.content.save_state();
        window.trace(&mut self.content);
        self.content.clip_nonzero().end_path();
        draw(self);
        self.content.restore_state();
    }

    /// Draws one line, its left end at `left` and its baseline at `foot`. Runs are written in the order in which they are
    /// read, those from right to left as "reversed" (ISO 32000 §14.8.2.3.3).
    pub fn line(&mut self, line: &Line, left: f32, foot: f32, size: f32, colour: Colour) {
        self.ink(colour);
        for number in line.in_reading_order() {
            let before: f32 = line.runs[..number].iter().map(|run| run.advance).sum();
            let is_backwards = line.backwards.iter().any(|runs| runs.contains(&number));
            if is_backwards {
                self.content.begin_marked_content(Name(b"ReversedChars"));
            }
            self.run(&line.runs[number], left + before * size, foot, size);
            if is_backwards {
                self.content.end_marked_content();
            }
        }
    }

    fn run(&mut self, run: &Run, x: f32, foot: f32, size: f32) {
        self.content.begin_text().set_font(Name(name(run.file).as_bytes()), size);
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, foot]);
        let mut rise = 0.0;
        for level in run.glyphs.chunk_by(|one, next| one.offset.1 == next.offset.1) {
            let height = level[0].offset.1 * size;
            if height != rise {
                self.content.set_rise(height);
                rise = height;
            }
            self.glyphs(run, level);
        }
        // The rise outlasts the text.
        if rise != 0.0 {
            self.content.set_rise(0.0);
        }
        self.content.end_text();
    }

    fn glyphs(&mut self, run: &Run, glyphs: &[Glyph]) {
        let mut shown = self.content.show_positioned();
        let mut items = shown.items();
        // In thousandths of the size, to the left.
        let mut adjust = 0.0;
        for glyph in glyphs {
            adjust -= glyph.offset.0 * 1000.0;
            if adjust.abs() > 0.5 {
                items.adjust(adjust.round());
            }
            let id = self.embedded_fonts.use_glyph(run.file, glyph, &run.text[glyph.text.clone()]);
            items.show(Str(&id.to_be_bytes()));
            adjust = (glyph.own_advance - glyph.advance + glyph.offset.0) * 1000.0;
        }
        if adjust.abs() > 0.5 {
            items.adjust(adjust.round());
        }
    }

    /// Draws lines under one another, the capitals of the first beginning at `top`, and returns the baseline of the last.
    pub fn paragraph(&mut self, paragraph: &Paragraph, left: f32, top: f32, leading: f32, colour: Colour) -> f32 {
        let mut foot = top + CAPITALS * paragraph.size;
        for (number, line) in paragraph.lines.iter().enumerate() {
            if number > 0 {
                foot += leading * paragraph.size;
            }
            self.line(line, left, foot, paragraph.size, colour);
        }
        foot
    }

    /// Draws a code to read out: every character in the middle of a cell, all of one width but for the dash.
    pub fn code(&mut self, face: &'static Face, code: &str, centre: f32, foot: f32, size: f32, colour: Colour) {
        let code = face.showable(code);
        let cell = |sign: char| size * if sign == '-' { 0.6 } else { 0.84 };
        let mut x = centre - code.chars().map(cell).sum::<f32>() / 2.0;
        for sign in code.chars() {
            let line = face.set(sign.encode_utf8(&mut [0; 4]));
            self.line(&line, x + (cell(sign) - line.advance * size) / 2.0, foot, size, colour);
            x += cell(sign);
        }
    }
}
