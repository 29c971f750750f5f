//! The document around the pages.

use domain::{Day, Instant};
use pdf_writer::{Date, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use crate::canvas::{Canvas, Drawn};
use crate::embedded_fonts::EmbeddedFonts;
use crate::tags::{TaggedPage, metadata, write_structure};
use crate::{Error, Format, Ticket, a4, phone};

/// A page for each ticket.
pub fn render(tickets: &[Ticket], format: Format, now: Instant) -> Result<Vec<u8>, Error> {
    let (width, height) = match format {
        Format::A4 => a4::SIZE,
        Format::Phone => phone::SIZE,
    };
    let mut embedded_fonts = EmbeddedFonts::default();
    let mut drawn = Vec::with_capacity(tickets.len());
    for (number, ticket) in tickets.iter().enumerate() {
        let mut canvas = Canvas::new(&mut embedded_fonts, height);
        let place = (number + 1, tickets.len());
        match format {
            Format::A4 => a4::draw(&mut canvas, ticket, place)?,
            Format::Phone => phone::draw(&mut canvas, ticket, place)?,
        }
        drawn.push(canvas.finish()?);
    }

    write_document(&title(tickets), (width, height), &drawn, &embedded_fonts, now)
}

/// Puts pages that are drawn and packed into a document.
pub fn write_document(
    title: &str,
    (width, height): (f32, f32),
    drawn: &[Drawn],
    embedded_fonts: &EmbeddedFonts,
    now: Instant,
) -> Result<Vec<u8>, Error> {
    // A control character would end the text for some readers.
    let title: String = title.chars().filter(|sign| !sign.is_control()).collect();
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let [catalog, tree, info, facts_in_xmp, structure] = [(); 5].map(|()| next.bump());
    let mut about = pdf.catalog(catalog);
    about.pages(tree).lang(TextStr("fr")).metadata(facts_in_xmp);
    about.viewer_preferences().display_doc_title(true);
    about.mark_info().marked(true);
    about.pair(Name(b"StructTreeRoot"), structure);
    about.finish();
    pdf.metadata(facts_in_xmp, &metadata(&title));
    let mut facts = pdf.document_info(info);
    facts.title(TextStr(&title)).author(TextStr("Tukio")).creator(TextStr("Tukio")).creation_date(moment(now));
    facts.finish();

    let fonts = embedded_fonts.embed(&mut pdf, &mut next)?;
    let pages: Vec<(Ref, Ref)> = drawn.iter().map(|_| (next.bump(), next.bump())).collect();
    pdf.pages(tree).kids(pages.iter().map(|(page, _)| *page)).count(pages.len() as i32);
    for (number, ((page, content), drawn)) in (0..).zip(pages.iter().zip(drawn)) {
        let mut sheet = pdf.page(*page);
        sheet.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(*content);
        sheet.struct_parents(number);
        let mut resources = sheet.resources();
        resources.fonts().pairs(fonts.iter().map(|(name, font)| (Name(name.as_bytes()), *font)));
        resources.finish();
        sheet.finish();
        pdf.stream(*content, &drawn.packed).filter(Filter::FlateDecode);
    }
    let tagged: Vec<TaggedPage<'_>> = pages
        .iter()
        .zip(drawn)
        .map(|((page, _), drawn)| TaggedPage { page: *page, elements: &drawn.elements })
        .collect();
    write_structure(&mut pdf, &mut next, structure, &tagged);
    Ok(pdf.finish())
}

fn title(tickets: &[Ticket]) -> String {
    let name = tickets.first().map_or("", |ticket| ticket.name.trim());
    if tickets.len() > 1 { format!("Billets pour « {name} »") } else { format!("Billet pour « {name} »") }
}

fn moment(now: Instant) -> Date {
    const DAY: i64 = 24 * 3600;
    let seconds = now.seconds();
    let part = |length: i64, most: i64| (seconds.rem_euclid(DAY) / length % most) as u8;
    let written = |day: Day| {
        let year = u16::try_from(day.year()).unwrap_or_default();
        Date::new(year).month(day.month().unsigned_abs()).day(day.day_of_month().unsigned_abs())
    };
    Day::from_number(seconds.div_euclid(DAY))
        .map_or_else(|| Date::new(1970), written)
        .hour(part(3600, 24))
        .minute(part(60, 60))
        .second(part(1, 60))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}
