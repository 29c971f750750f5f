//! The picture that messengers show under a link.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;

use crate::{Error, decode};

/// What messengers expect.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

/// WhatsApp leaves out heavier ones.
const HEAVIEST: usize = 300_000;

/// Qualities that are tried in turn, until one is light enough.
const QUALITIES: [u8; 4] = [82, 70, 55, 35];

/// The middle of the picture as a JPEG of the size and weight that messengers show.
pub fn social_jpeg(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let picture = decode::decode(bytes).map_err(Error::Refused)?;
    let filled = picture.resize_to_fill(WIDTH, HEIGHT, FilterType::Triangle).into_rgb8();
    let mut jpeg = Vec::new();
    for quality in QUALITIES {
        jpeg.clear();
        let encoder = JpegEncoder::new_with_quality(&mut jpeg, quality);
        filled.write_with_encoder(encoder).map_err(|error| Error::Encoder(error.to_string()))?;
        if jpeg.len() < HEAVIEST {
            break;
        }
    }
    Ok(jpeg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, Rgb, RgbImage};

    fn png(picture: &RgbImage) -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn the_middle_is_shown_in_the_size_of_messengers() {
        // A red band across the middle of a tall blue picture.
        let tall =
            RgbImage::from_fn(
                300,
                600,
                |_, y| if (250..350).contains(&y) { Rgb([200, 0, 0]) } else { Rgb([0, 0, 200]) },
            );
        let jpeg = social_jpeg(&png(&tall)).unwrap();
        let shown = image::load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap().into_rgb8();
        assert_eq!(shown.dimensions(), (WIDTH, HEIGHT));
        let Rgb([red, _, blue]) = *shown.get_pixel(WIDTH / 2, HEIGHT / 2);
        assert!(red > 150 && blue < 60, "{red} {blue}");
    }

    #[test]
    fn noise_is_made_light_enough() {
        let mut state = 1_u32;
        let noise = RgbImage::from_fn(1300, 700, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [red, green, blue, _] = state.to_be_bytes();
            Rgb([red, green, blue])
        });
        let jpeg = social_jpeg(&png(&noise)).unwrap();
        assert!(jpeg.len() < 2 * HEAVIEST, "{}", jpeg.len());
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(social_jpeg(b"text"), Err(Error::Refused(_))));
    }
}
