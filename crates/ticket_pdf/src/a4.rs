//! The sheet to print.

use pdf_writer::types::StructRole::{H1, L, LBody, LI, Lbl, P};

use crate::canvas::Canvas;
use crate::face::Face;
use crate::paragraph::Paragraph;
use crate::shape::Area;
use crate::{AT_THE_DOOR, Error, ONE_ENTRY, Ticket, qr, stone};
use brand::{BLACK, COPPER, INK, MALACHITE, MUTED, SUNKEN, WHITE};

/// Width and height of the page in points, as all measures here.
pub const SIZE: (f32, f32) = (595.28, 841.89);

pub const MARGIN: f32 = 48.0;
pub const COLUMN: f32 = SIZE.0 - 2.0 * MARGIN;
pub const HEAD: f32 = 128.0;

/// The white square with the QR code, quiet zone included.
const QR: f32 = 232.0;
const PANEL: f32 = 316.0;
const PADDING: f32 = 22.0;

pub fn draw(canvas: &mut Canvas<'_>, ticket: &Ticket, place: (usize, usize)) -> Result<(), Error> {
    let (regular, bold) = (Face::regular()?, Face::bold()?);
    let head = Area { left: 0.0, top: 0.0, width: SIZE.0, height: HEAD };
    canvas.decoration(|canvas| {
        stone::draw_stone(canvas, head, ticket.event.get().unsigned_abs());
        stone::draw_logo(canvas, MARGIN, HEAD / 2.0, 34.0)
    })?;

    let name = Paragraph::fitted(bold, &ticket.name, COLUMN, &[32.0, 28.0, 24.0, 21.0], 3);
    let mut foot = canvas.tagged(H1, |canvas| canvas.paragraph(&name, MARGIN, HEAD + 40.0, 1.16, INK));
    let when = format!("{} à {}", ticket.days(), ticket.hour);
    let when = Paragraph::fitted(bold, &when, COLUMN, &[16.0, 14.0, 12.0], 1);
    foot = canvas.tagged(P, |canvas| canvas.paragraph(&when, MARGIN, foot + 24.0, 1.3, MALACHITE));
    for place in ticket.places() {
        let place = Paragraph::fitted(regular, place, COLUMN, &[14.0, 12.5], 2);
        foot = canvas.tagged(P, |canvas| canvas.paragraph(&place, MARGIN, foot + 11.0, 1.35, MUTED));
    }

    let panel = Area { left: MARGIN, top: foot + 34.0, width: COLUMN, height: PANEL };
    canvas.decoration(|canvas| canvas.card(panel, 18.0, SUNKEN));
    details(canvas, ticket, panel, place)?;
    code(canvas, ticket, panel)?;

    let foot = panel.top + PANEL;
    let warning = Paragraph::fitted(bold, ONE_ENTRY, COLUMN, &[15.0, 13.0], 1);
    let foot = canvas.tagged(P, |canvas| canvas.paragraph(&warning, MARGIN, foot + 34.0, 1.3, INK));
    let usage = Paragraph::fitted(regular, AT_THE_DOOR, COLUMN, &[12.0], 3);
    canvas.tagged(P, |canvas| canvas.paragraph(&usage, MARGIN, foot + 16.0, 1.45, MUTED));
    Ok(())
}

/// On the right of the panel: the QR code, and under it what it says to people.
fn code(canvas: &mut Canvas<'_>, ticket: &Ticket, panel: Area) -> Result<(), Error> {
    let left = panel.left + panel.width - PADDING - QR;
    let card = Area { left, top: panel.top + PADDING, width: QR, height: QR };
    let modules = qr::dark_modules(&ticket.qr, (card.left, card.top), QR)?;
    canvas.picture(ticket.picture(), card, |canvas| {
        canvas.card(card, 12.0, WHITE);
        canvas.fill(&modules, BLACK);
    });
    let foot = (card.top + QR + panel.top + PANEL) / 2.0 + 8.0;
    let bold = Face::bold()?;
    canvas.read_as(&ticket.code, |canvas| canvas.code(bold, &ticket.code, left + QR / 2.0, foot, 25.0, INK));
    Ok(())
}

/// On the left: what the ticket is and whose.
fn details(
    canvas: &mut Canvas<'_>,
    ticket: &Ticket,
    panel: Area,
    (number, count): (usize, usize),
) -> Result<(), Error> {
    let (regular, bold) = (Face::regular()?, Face::bold()?);
    let (left, width) = (panel.left + PADDING, panel.width - QR - 3.0 * PADDING);
    let price = ticket.price_paid();
    let mut rows = vec![
        ("Billet", ticket.label.as_str(), INK),
        ("Prix payé", price.as_str(), COPPER),
        ("Titulaire", ticket.holder.as_str(), INK),
    ];
    let order = format!("{number} sur {count}");
    if count > 1 {
        rows.push(("Ce billet", order.as_str(), INK));
    }
    canvas.group(L, |canvas| {
        let mut top = panel.top + PADDING + 6.0;
        for (name, value, colour) in rows {
            let name = Paragraph::fitted(regular, name, width, &[11.0], 1);
            let value = Paragraph::fitted(bold, value, width, &[18.0, 16.0, 14.0], 2);
            top = canvas.group(LI, |canvas| {
                let foot = canvas.tagged(Lbl, |canvas| canvas.paragraph(&name, left, top, 1.0, MUTED));
                canvas.tagged(LBody, |canvas| canvas.paragraph(&value, left, foot + 9.0, 1.2, colour)) + 24.0
            });
        }
    });
    Ok(())
}
