//! The picture that other sites show beside a shared link: the event's own picture, its title, when and where, how much.

use std::fmt::Write;

use brand::{FAMILY, NIGHT, NIGHT_COPPER, NIGHT_PAPER, ON_NIGHT_COPPER, mark_path};
use resvg::tiny_skia::{Color, Pixmap};

use crate::{
    raster::{Error, draw, jpeg_within, parse},
    typeset::{advance, escape, showable, wrap, wrap_or_cut},
};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// Some chat programs refuse to show larger ones on a slow line.
const BYTES: usize = 120 * 1024;
const COLUMN: f32 = 660.0;
/// Nobody reads further in a picture, and every word costs a measure.
const LONGEST: usize = 160;

/// A JPEG of 1200×630, at most 120 KB. `picture_svg` is 16:9, as `bands_svg` and `poster_svg` make them; `line` says
/// when and where ("sam. 14 nov. · 19:30 · Lubumbashi"); an empty `price` is left out.
pub fn social_jpeg(picture_svg: &str, title: &str, line: &str, price: &str) -> Result<Vec<u8>, Error> {
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).unwrap_or_else(|| unreachable!("a constant size that is not empty"));
    pixels.fill(Color::from_rgba8(NIGHT.0, NIGHT.1, NIGHT.2, 255));

    // As high as the frame and to the right: the emblem stands beside the words.
    let picture = parse(picture_svg)?;
    let scale = HEIGHT as f32 / picture.size().height();
    draw(&picture, &mut pixels, WIDTH as f32 - picture.size().width() * scale * 0.79, 0.0, scale);

    draw(&parse(&words(title, line, price)?)?, &mut pixels, 0.0, 0.0, 1.0);
    jpeg_within(&pixels, BYTES)
}

/// Everything over the picture, from the bottom up: price, line, title; the mark at the top.
fn words(title: &str, line: &str, price: &str) -> Result<String, Error> {
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{FAMILY}" font-weight="700" fill="{NIGHT_PAPER}"><defs><linearGradient id="n"><stop offset=".24" stop-color="{NIGHT}"/><stop offset=".5" stop-color="{NIGHT}" stop-opacity=".78"/><stop offset=".68" stop-color="{NIGHT}" stop-opacity=".08"/><stop offset="1" stop-color="{NIGHT}" stop-opacity="0"/></linearGradient></defs><path fill="url(#n)" d="M0 0h{WIDTH}v{HEIGHT}H0z"/><path transform="translate(68 58)scale(2.1)" fill="{NIGHT_COPPER}" fill-rule="evenodd" d="{}"/><text x="130" y="98" font-size="44" letter-spacing="-.6">tukio</text>"#,
        mark_path()
    );
    let mut floor = 558.0;
    let (price, size) = fitted(price, &[34.0], 1)?;
    for text in price {
        let width = advance(&text)? * size + 48.0;
        let _ = write!(
            svg,
            r##"<rect x="72" y="{}" width="{width}" height="60" rx="30" fill="{NIGHT_COPPER}"/><text x="96" y="{}" font-size="{size}" fill="{ON_NIGHT_COPPER}">{}</text>"##,
            floor - 48.0,
            floor - 6.0,
            escape(&text)
        );
        floor -= 84.0;
    }
    let (lines, size) = fitted(line, &[34.0, 29.0, 25.0], 1)?;
    for text in lines {
        let _ =
            write!(svg, r#"<text x="72" y="{floor}" font-size="{size}" fill-opacity=".86">{}</text>"#, escape(&text));
        floor -= 66.0;
    }
    let (lines, size) = fitted(title, &[88.0, 76.0, 66.0, 56.0], 3)?;
    for text in lines.iter().rev() {
        let _ = write!(
            svg,
            r#"<text x="70" y="{floor}" font-size="{size}" letter-spacing="{}">{}</text>"#,
            -size * 0.015,
            escape(text)
        );
        floor -= size * 1.06;
    }
    svg.push_str("</svg>");
    Ok(svg)
}

/// The largest of the sizes at which the text fits; at the smallest it is cut.
fn fitted(text: &str, sizes: &[f32], lines: usize) -> Result<(Vec<String>, f32), Error> {
    let text = showable(&text.chars().take(LONGEST).collect::<String>());
    let words = text
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| Ok((word, advance(word)?)))
        .collect::<Result<Vec<_>, Error>>()?;
    let space = 0.24;
    for &size in sizes {
        if let Some(set) = wrap(&words, space, COLUMN / size, lines) {
            return Ok((set, size));
        }
    }
    let size = sizes.last().copied().unwrap_or(60.0);
    Ok((wrap_or_cut(&words, space, COLUMN / size, lines), size))
}
