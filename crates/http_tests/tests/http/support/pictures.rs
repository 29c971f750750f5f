//! Pictures to send.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// A JPEG, red on the left and blue on the right.
pub fn photo(width: u32, height: u32) -> Vec<u8> {
    let half = |x, _| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) };
    let mut file = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, half)).write_to(&mut file, ImageFormat::Jpeg).unwrap();
    file.into_inner()
}
