//! A stored picture once more, as AVIF: visibly the same, and lighter. It costs seconds where WebP costs milliseconds, so
//! it is made when nobody waits for it.

use ravif::{BitDepth, Encoder, Img, RGBA8};

use crate::{Error, decode};

/// Hardly told from the WebP file by the eye, at three to four fifths of its weight.
const QUALITY: f32 = 75.0;

/// The encoder's speed, from 1 (the most careful) to 10. Faster ones save a fifth of the time and cost two percent of the bytes.
const SPEED: u8 = 6;

pub fn avif(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let picture = decode::decode(bytes).map_err(Error::Refused)?.into_rgba8();
    // Transparency that is not there is left out of the file. The function for pictures without any is an inline one:
    // the whole encoder would be compiled once more in this crate.
    let pixels: Vec<RGBA8> = picture.pixels().map(|pixel| RGBA8::from(pixel.0)).collect();
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    drop(picture);
    // Eight bits, as the picture has: ten are hardly lighter, and slow on the telephones that show it. One thread means
    // one tile, too: the picture is not cut up.
    let encoder = Encoder::new()
        .with_quality(QUALITY)
        .with_alpha_quality(QUALITY)
        .with_speed(SPEED)
        .with_bit_depth(BitDepth::Eight)
        .with_num_threads(Some(1));
    let encoded = encoder.encode_rgba(Img::new(&pixels, width, height));
    encoded.map(|encoded| encoded.avif_file).map_err(|error| Error::Encoder(error.to_string()))
}
