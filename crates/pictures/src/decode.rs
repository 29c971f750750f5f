//! From a file to pixels, with a refusal for whatever is not a whole picture of a bearable size. Neither the file's name
//! nor its announced type counts: only what the decoder finds.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use crate::jpeg;

pub const MOST_BYTES: usize = 5 * 1024 * 1024;
pub const MOST_PIXELS: u64 = 40_000_000;

/// What the pixels may take in memory: [`MOST_PIXELS`] of four bytes. Sixteen bits a channel count double.
const MOST_MEMORY: u64 = 4 * MOST_PIXELS;

/// Why a file is not taken, in the words its sender reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("Le fichier doit être une image (PNG, JPEG, etc.)")]
    NotAPicture,
    #[error("L'image ne doit pas dépasser 5 Mo")]
    TooHeavy,
    #[error("L'image compte trop de pixels (40 millions au plus)")]
    TooManyPixels,
    #[error("L'image est incomplète ou abîmée")]
    Broken,
}

impl From<ImageError> for Refusal {
    fn from(error: ImageError) -> Refusal {
        match error {
            ImageError::Limits(_) => Refusal::TooManyPixels,
            _ => Refusal::Broken,
        }
    }
}

/// The picture as it was meant to be seen: cameras write it as the sensor stood and say beside it how to turn it. Of one
/// that moves, its first frame.
pub fn decode(bytes: &[u8]) -> Result<DynamicImage, Refusal> {
    if bytes.len() > MOST_BYTES {
        return Err(Refusal::TooHeavy);
    }
    let format = format(bytes).ok_or(Refusal::NotAPicture)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder()?;
    // Only the header has been read so far: a few bytes can announce more pixels than any machine has memory for.
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS || decoder.total_bytes() > MOST_MEMORY {
        return Err(Refusal::TooManyPixels);
    }
    if format == ImageFormat::Jpeg && !jpeg::is_whole(bytes) {
        return Err(Refusal::Broken);
    }
    // A picture whose metadata can't be read is shown as it is stored.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn format(bytes: &[u8]) -> Option<ImageFormat> {
    let guessed = image::guess_format(bytes).ok()?;
    matches!(guessed, ImageFormat::Gif | ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP).then_some(guessed)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    limits
}
