//! The page for a telephone: the QR code as wide as the screen, then what else is asked at the door.

use pdf_writer::types::StructRole::{H1, L, LBody, LI, Lbl, P};

use crate::canvas::Canvas;
use crate::face::Face;
use crate::paragraph::Paragraph;
use crate::shape::Area;
use crate::{Error, ONE_ENTRY, Ticket, qr, stone};
use brand::{BLACK, COPPER, Colour, INK, MALACHITE, MUTED, WHITE};

/// Width and height of the page in points, as all measures here.
pub const SIZE: (f32, f32) = (360.0, 720.0);

const MARGIN: f32 = 24.0;
const COLUMN: f32 = SIZE.0 - 2.0 * MARGIN;
const HEAD: f32 = 64.0;

/// The square with the QR code; its quiet zone reaches into the margins.
const QR: f32 = 328.0;

pub fn draw(canvas: &mut Canvas<'_>, ticket: &Ticket, (number, count): (usize, usize)) -> Result<(), Error> {
    let (regular, bold) = (Face::regular()?, Face::bold()?);
    let head = Area { left: 0.0, top: 0.0, width: SIZE.0, height: HEAD };
    canvas.decoration(|canvas| {
        stone::draw_stone(canvas, head, ticket.event.get().unsigned_abs());
        stone::draw_logo(canvas, MARGIN, HEAD / 2.0, 24.0)
    })?;
    if count > 1 {
        let order = bold.set(&format!("Billet {number} sur {count}"));
        let left = SIZE.0 - MARGIN - order.advance * 13.0;
        canvas.tagged(P, |canvas| canvas.line(&order, left, HEAD / 2.0 + 4.5, 13.0, WHITE));
    }

    let name = Paragraph::fitted(bold, &ticket.name, COLUMN, &[24.0, 21.0, 18.0], 2);
    let foot = canvas.tagged(H1, |canvas| canvas.paragraph(&name, MARGIN, HEAD + 22.0, 1.14, INK));
    let when = format!("{} à {}", ticket.days(), ticket.hour);
    let when = Paragraph::fitted(bold, &when, COLUMN, &[14.0, 12.5], 2);
    let mut foot = canvas.tagged(P, |canvas| canvas.paragraph(&when, MARGIN, foot + 15.0, 1.25, MALACHITE));
    for place in ticket.places() {
        let place = Paragraph::fitted(regular, place, COLUMN, &[13.0, 12.0], 1);
        foot = canvas.tagged(P, |canvas| canvas.paragraph(&place, MARGIN, foot + 8.0, 1.3, MUTED));
    }

    let top = 196.0;
    let square = Area { left: (SIZE.0 - QR) / 2.0, top, width: QR, height: QR };
    let modules = qr::dark_modules(&ticket.qr, (square.left, top), QR)?;
    canvas.picture(ticket.picture(), square, |canvas| canvas.fill(&modules, BLACK));
    canvas.read_as(&ticket.code, |canvas| canvas.code(bold, &ticket.code, SIZE.0 / 2.0, top + QR + 16.0, 30.0, INK));

    let half = (COLUMN - 16.0) / 2.0;
    let row = top + QR + 46.0;
    canvas.group(L, |canvas| {
        detail(canvas, ("Billet", &ticket.label, INK), (MARGIN, row), half)?;
        detail(canvas, ("Prix payé", &ticket.price_paid(), COPPER), (MARGIN + half + 16.0, row), half)?;
        detail(canvas, ("Titulaire", &ticket.holder, INK), (MARGIN, row + 60.0), COLUMN)
    })?;
    let warning = Paragraph::fitted(regular, ONE_ENTRY, COLUMN, &[13.0, 12.0], 2);
    canvas.tagged(P, |canvas| canvas.paragraph(&warning, MARGIN, SIZE.1 - 34.0, 1.3, MUTED));
    Ok(())
}

fn detail(
    canvas: &mut Canvas<'_>,
    (name, value, colour): (&str, &str, Colour),
    (left, top): (f32, f32),
    width: f32,
) -> Result<(), Error> {
    let name = Paragraph::fitted(Face::regular()?, name, width, &[11.0], 1);
    let value = Paragraph::fitted(Face::bold()?, value, width, &[17.0, 15.0, 13.0], 2);
    canvas.group(LI, |canvas| {
        let foot = canvas.tagged(Lbl, |canvas| canvas.paragraph(&name, left, top, 1.0, MUTED));
        canvas.tagged(LBody, |canvas| canvas.paragraph(&value, left, foot + 8.0, 1.15, colour));
    });
    Ok(())
}
