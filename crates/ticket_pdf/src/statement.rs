//! A statement of what an event has brought in, on a sheet to print.

use domain::{EventId, Instant};
use pdf_writer::types::StructRole::{H1, H2, L, LBody, LI, Lbl, P};

use crate::a4::{COLUMN, HEAD, MARGIN, SIZE};
use crate::canvas::Canvas;
use crate::document::write_document;
use crate::embedded_fonts::EmbeddedFonts;
use crate::face::Face;
use crate::paragraph::Paragraph;
use crate::shape::Area;
use crate::{Error, stone};
use brand::{COPPER, INK, MALACHITE, MUTED, SUNKEN};

/// What a statement says.
#[derive(Debug, Clone)]
pub struct Statement {
    pub event: EventId,
    /// What kind of document it is.
    pub title: String,
    pub name: String,
    /// When and where, each on its own line.
    pub details: Vec<String>,
    pub parts: Vec<StatementPart>,
    /// Under the figures.
    pub note: String,
}

/// Figures that belong together.
#[derive(Debug, Clone)]
pub struct StatementPart {
    pub title: String,
    pub lines: Vec<StatementLine>,
}

#[derive(Debug, Clone)]
pub struct StatementLine {
    pub label: String,
    pub value: String,
    /// The result of the lines above it.
    pub is_result: bool,
}

const ROW: f32 = 24.0;
const PADDING: f32 = 20.0;
/// What a card has for words.
const WIDTH: f32 = COLUMN - 2.0 * PADDING;

/// A document of one page. What does not fit on it is left out: an event has two currencies at most.
pub fn render_statement(statement: &Statement, now: Instant) -> Result<Vec<u8>, Error> {
    let mut fonts = EmbeddedFonts::default();
    let mut canvas = Canvas::new(&mut fonts, SIZE.1);
    draw(&mut canvas, statement)?;
    let page = canvas.finish()?;
    write_document(&statement.title, SIZE, &[page], &fonts, now)
}

fn draw(canvas: &mut Canvas<'_>, statement: &Statement) -> Result<(), Error> {
    let (regular, bold) = (Face::regular()?, Face::bold()?);
    let head = Area { left: 0.0, top: 0.0, width: SIZE.0, height: HEAD };
    canvas.decoration(|canvas| {
        stone::draw_stone(canvas, head, statement.event.get().unsigned_abs());
        stone::draw_logo(canvas, MARGIN, HEAD / 2.0, 34.0)
    })?;
    let title = Paragraph::fitted(bold, &statement.title, COLUMN, &[14.0], 1);
    let mut foot = canvas.tagged(P, |canvas| canvas.paragraph(&title, MARGIN, HEAD + 34.0, 1.2, MALACHITE));
    let name = Paragraph::fitted(bold, &statement.name, COLUMN, &[26.0, 22.0, 18.0], 2);
    foot = canvas.tagged(H1, |canvas| canvas.paragraph(&name, MARGIN, foot + 16.0, 1.16, INK));
    for detail in &statement.details {
        let detail = Paragraph::fitted(regular, detail, COLUMN, &[12.0, 11.0], 1);
        foot = canvas.tagged(P, |canvas| canvas.paragraph(&detail, MARGIN, foot + 10.0, 1.3, MUTED));
    }
    for part in &statement.parts {
        foot = draw_part(canvas, part, foot + 24.0)?;
    }
    let note = Paragraph::fitted(regular, &statement.note, COLUMN, &[10.5], 3);
    canvas.tagged(P, |canvas| canvas.paragraph(&note, MARGIN, foot + 24.0, 1.4, MUTED));
    Ok(())
}

/// Draws the figures of a part on a card, and answers where it ends.
fn draw_part(canvas: &mut Canvas<'_>, part: &StatementPart, top: f32) -> Result<f32, Error> {
    let bold = Face::bold()?;
    let height = 2.0 * PADDING + ROW * (part.lines.len() as f32 + 1.0) - 8.0;
    canvas.decoration(|canvas| canvas.card(Area { left: MARGIN, top, width: COLUMN, height }, 14.0, SUNKEN));
    let title = Paragraph::fitted(bold, &part.title, WIDTH, &[14.0], 1);
    canvas.tagged(H2, |canvas| canvas.paragraph(&title, MARGIN + PADDING, top + PADDING, 1.0, INK));
    canvas.group(L, |canvas| {
        for (number, line) in part.lines.iter().enumerate() {
            canvas.group(LI, |canvas| draw_line(canvas, line, top + PADDING + ROW * (number as f32 + 1.0)))?;
        }
        Ok(top + height)
    })
}

fn draw_line(canvas: &mut Canvas<'_>, line: &StatementLine, top: f32) -> Result<(), Error> {
    let (face, label_colour, colour) =
        if line.is_result { (Face::bold()?, INK, COPPER) } else { (Face::regular()?, MUTED, INK) };
    let left = MARGIN + PADDING;
    let label = Paragraph::fitted(face, &line.label, WIDTH * 0.6, &[12.0], 1);
    canvas.tagged(Lbl, |canvas| canvas.paragraph(&label, left, top, 1.0, label_colour));
    let value = Paragraph::fitted(face, &line.value, WIDTH * 0.4, &[12.0], 1);
    let advance = value.lines.iter().map(|line| line.advance * value.size).fold(0.0, f32::max);
    canvas.tagged(LBody, |canvas| canvas.paragraph(&value, left + WIDTH - advance, top, 1.0, colour));
    Ok(())
}
