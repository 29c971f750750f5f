//! The QR code as vectors: error correction (Reed–Solomon, by the library) of level M, with the quiet zone that cheap
//! cameras need.

use qrcode::{Color, EcLevel, QrCode};

use crate::Error;
use crate::shape::{Area, Shape};

/// Modules of white around the code.
const QUIET_ZONE: usize = 4;

/// Returns the dark modules in a square of this side, quiet zone included. All are one path, so that no hairline shows
/// between them.
pub fn dark_modules(text: &str, corner: (f32, f32), side: f32) -> Result<Shape, Error> {
    let mut modules = Shape::default();
    for bar in bars(text, corner, side)? {
        modules.rect(bar);
    }
    Ok(modules)
}

/// Dark modules that stand side by side in a row, as one bar.
fn bars(text: &str, (left, top): (f32, f32), side: f32) -> Result<Vec<Area>, Error> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M)?;
    let modules = code.width();
    let module = side / (modules + 2 * QUIET_ZONE) as f32;
    let at = |index: usize| (index + QUIET_ZONE) as f32 * module;
    let mut bars = Vec::new();
    for (y, row) in code.to_colors().chunks(modules).enumerate() {
        bars.extend(runs(row).into_iter().map(|(start, length)| Area {
            left: left + at(start),
            top: top + at(y),
            width: length as f32 * module,
            height: module,
        }));
    }
    Ok(bars)
}

/// Returns where dark modules stand side by side, and how many of them.
fn runs(row: &[Color]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for x in (0..row.len()).filter(|x| row[*x] == Color::Dark) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == x => *length += 1,
            _ => runs.push((x, 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "T1 0Q:GK3.BX6I$CDM9WE1A%2T:4C9R7K.1X0Z+QE5L8V/3H2N6P0D4S-7F9G1J3K5L7M9N1P3Q5R7S9T1V3W5X";

    #[test]
    fn neighbours_are_one_bar() {
        use Color::{Dark, Light};
        assert_eq!(runs(&[Dark, Dark, Light, Dark, Light, Light, Dark]), [(0, 2), (3, 1), (6, 1)]);
        assert_eq!(runs(&[Light; 3]), []);
    }

    #[test]
    fn another_hand_reads_what_is_drawn() {
        let side = 200.0;
        let bars = bars(TEXT, (10.0, 20.0), side).unwrap();
        let is_dark = |x: f32, y: f32| {
            bars.iter().any(|bar| {
                (bar.left..bar.left + bar.width).contains(&x) && (bar.top..bar.top + bar.height).contains(&y)
            })
        };
        // The square alone, two pixels a point.
        let pixel = |x: usize, y: usize| if is_dark(10.0 + x as f32 / 2.0, 20.0 + y as f32 / 2.0) { 0 } else { 255 };
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(400, 400, pixel);
        let grids = picture.detect_grids();
        let (about, text) = grids[0].decode().unwrap();
        assert_eq!((grids.len(), text.as_str()), (1, TEXT));
        // Level M is written 00.
        assert_eq!(about.ecc_level, 0);
        // Four modules are white on every side.
        let module = side / (about.version.to_size() + 8) as f32;
        let first = bars.iter().map(|bar| bar.left).fold(f32::MAX, f32::min);
        assert!((first - 10.0 - 4.0 * module).abs() < 0.01);
    }

    #[test]
    fn what_fits_no_code_is_told() {
        assert!(matches!(dark_modules(&"x".repeat(4000), (0.0, 0.0), 100.0), Err(Error::Qr(_))));
    }
}
