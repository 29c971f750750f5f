//! The frame that drawings fill.

/// Curves are drawn at twice the size of the frame, so that whole numbers are fine enough.
pub const WIDTH: f64 = 1280.0;
pub const HEIGHT: f64 = 720.0;
