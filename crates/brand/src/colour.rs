//! The colours of the product, as the style sheet of the web app has them.

use std::fmt;

/// Red, green and blue of sRGB; shown as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

// On light grounds.
pub const INK: Colour = Colour(0x0c, 0x1f, 0x17);
pub const MUTED: Colour = Colour(0x50, 0x5f, 0x58);
pub const SUNKEN: Colour = Colour(0xf3, 0xf3, 0xec);
pub const MALACHITE: Colour = Colour(0x01, 0x69, 0x48);
pub const COPPER: Colour = Colour(0xa4, 0x51, 0x20);
pub const BLACK: Colour = Colour(0, 0, 0);
pub const WHITE: Colour = Colour(0xff, 0xff, 0xff);

// On the grounds that are always dark.
pub const NIGHT: Colour = Colour(0x06, 0x13, 0x0d);
pub const NIGHT_COPPER: Colour = Colour(0xe8, 0xa0, 0x6a);
pub const NIGHT_PAPER: Colour = Colour(0xfb, 0xfa, 0xf4);
/// The colour of words on [`NIGHT_COPPER`].
pub const ON_NIGHT_COPPER: Colour = Colour(0x1c, 0x0f, 0x05);

/// Shades of malachite, from the darkest to the lightest.
pub const MALACHITE_SHADES: [Colour; 10] = [
    Colour(0x01, 0x21, 0x13),
    Colour(0x00, 0x2f, 0x1d),
    Colour(0x02, 0x3a, 0x25),
    Colour(0x00, 0x49, 0x30),
    Colour(0x01, 0x59, 0x3c),
    Colour(0x05, 0x65, 0x47),
    Colour(0x01, 0x79, 0x56),
    Colour(0x03, 0x8d, 0x66),
    Colour(0x06, 0xa1, 0x77),
    Colour(0x0c, 0xba, 0x8c),
];

impl Colour {
    /// Red, green and blue from 0 to 1.
    pub fn parts(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|part| f32::from(part) / 255.0)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
