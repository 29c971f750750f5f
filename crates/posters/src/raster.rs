//! SVG to pixels to JPEG, for those who read no SVG: crawlers and chat programs.

use image::{ExtendedColorType, codecs::jpeg::JpegEncoder};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::Tree,
};

use crate::fonts::fonts;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the picture cannot be written: {0}")]
    Jpeg(#[from] image::ImageError),
}

pub fn parse(svg: &str) -> Result<Tree, Error> {
    let options = resvg::usvg::Options {
        fontdb: fonts(svg),
        font_family: brand::FAMILY.to_owned(),
        // A picture is drawn from its own text only: no files, no addresses.
        image_href_resolver: resvg::usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Default::default()
    };
    Ok(Tree::from_str(svg, &options)?)
}

/// Draws the picture over what is there already, moved and scaled.
pub fn draw(tree: &Tree, pixels: &mut Pixmap, x: f32, y: f32, scale: f32) {
    resvg::render(tree, Transform::from_scale(scale, scale).post_translate(x, y), &mut pixels.as_mut());
}

/// Rasterises a drawing that covers its frame, as a JPEG of this width.
pub fn jpeg(svg: &str, width: u32) -> Result<Vec<u8>, Error> {
    let tree = parse(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width.max(1), height.max(1)).ok_or(resvg::usvg::Error::InvalidSize)?;
    draw(&tree, &mut pixels, 0.0, 0.0, scale);
    jpeg_within(&pixels, usize::MAX)
}

/// Encodes with the best of a few qualities that fits into so many bytes.
pub fn jpeg_within(pixels: &Pixmap, bytes: usize) -> Result<Vec<u8>, Error> {
    // Every pixel is opaque here: premultiplied or not is the same.
    let rgb: Vec<u8> = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut smallest = Vec::new();
    for quality in [88, 80, 70, 58, 45] {
        smallest.clear();
        JpegEncoder::new_with_quality(&mut smallest, quality).encode(
            &rgb,
            pixels.width(),
            pixels.height(),
            ExtendedColorType::Rgb8,
        )?;
        if smallest.len() <= bytes {
            break;
        }
    }
    Ok(smallest)
}
