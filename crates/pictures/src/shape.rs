//! The shapes pictures are shown in, and their WebP files.

use image::imageops::FilterType;
use image::{DynamicImage, GenericImageView};

use crate::Error;

/// Visibly the same as the original on a telephone, at a fraction of its weight.
const QUALITY: f32 = 80.0;

/// The last step down is made by a careful filter from a picture about this many times as large.
const RESERVE: f64 = 2.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The middle of the picture, of exactly this side.
    Square(u32),
    /// The whole picture, at most this large and never enlarged.
    Within { width: u32, height: u32 },
}

impl Shape {
    /// The largest width that the picture comes out with, which also names its file.
    pub fn width(self) -> u32 {
        match self {
            Shape::Square(side) => side,
            Shape::Within { width, .. } => width,
        }
    }

    /// The factor by which a picture of this size is made smaller or larger.
    fn scale(self, width: u32, height: u32) -> f64 {
        match self {
            Shape::Square(side) => f64::from(side) / f64::from(width.min(height)),
            Shape::Within { width: most_width, height: most_height } => {
                let fits =
                    f64::min(f64::from(most_width) / f64::from(width), f64::from(most_height) / f64::from(height));
                fits.min(1.0)
            }
        }
    }

    pub(crate) fn webp(self, picture: &DynamicImage) -> Result<Vec<u8>, Error> {
        let (width, height) = picture.dimensions();
        let shaped = match self {
            Shape::Square(side) => {
                let middle = width.min(height);
                let square = picture.crop_imm((width - middle) / 2, (height - middle) / 2, middle, middle);
                square.resize_exact(side, side, FilterType::CatmullRom)
            }
            Shape::Within { .. } => {
                let (width, height) = scaled(width, height, self.scale(width, height));
                picture.resize_exact(width, height, FilterType::CatmullRom)
            }
        };
        encode(&shaped)
    }
}

/// Brings a large picture near the largest size it is wanted in by averaging (a box filter), which is fast and lets the
/// original go; the last step is made by Catmull–Rom.
pub fn reduce(picture: DynamicImage, shapes: &[Shape]) -> DynamicImage {
    let (width, height) = picture.dimensions();
    let largest = shapes.iter().map(|shape| shape.scale(width, height)).fold(0.0, f64::max);
    let scale = RESERVE * largest;
    if scale >= 1.0 {
        return picture;
    }
    let (width, height) = scaled(width, height, scale);
    picture.thumbnail_exact(width, height)
}

fn scaled(width: u32, height: u32, scale: f64) -> (u32, u32) {
    let side = |side: u32| ((f64::from(side) * scale).round() as u32).max(1);
    (side(width), side(height))
}

fn encode(picture: &DynamicImage) -> Result<Vec<u8>, Error> {
    let (width, height) = picture.dimensions();
    let written = if picture.color().has_alpha() {
        webp::Encoder::from_rgba(&picture.to_rgba8(), width, height).encode_simple(false, QUALITY)
    } else {
        webp::Encoder::from_rgb(&picture.to_rgb8(), width, height).encode_simple(false, QUALITY)
    };
    written.map(|file| file.to_vec()).map_err(|error| Error::Encoder(format!("{error:?}")))
}
