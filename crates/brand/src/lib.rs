//! What the product looks like wherever the server draws it: fonts, mark, colours, and the rings of its malachite.
//! Pure: whoever draws (an SVG, a PDF) turns these shapes into its own format.

mod colour;
mod fonts;
mod mark;
mod random;
mod rings;
mod words;

pub use colour::*;
pub use fonts::{FAMILY, FONTS, FontFile, MISSING, Weight};
pub use mark::{ARMS, HEART, mark_path};
pub use random::Random;
pub use rings::{Lobe, Wave};
pub use words::{clusters, font_for, showable};

/// Horizontal and vertical, counted from the top left corner.
pub type Point = (f64, f64);
