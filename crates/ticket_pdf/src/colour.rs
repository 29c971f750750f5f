//! The colours of the product by day, as the style sheet of the web app has them.

#[derive(Debug, Clone, Copy)]
pub struct Colour(pub u8, pub u8, pub u8);

pub const INK: Colour = Colour(0x0c, 0x1f, 0x17);
pub const MUTED: Colour = Colour(0x50, 0x5f, 0x58);
pub const SUNKEN: Colour = Colour(0xf3, 0xf3, 0xec);
pub const MALACHITE: Colour = Colour(0x01, 0x69, 0x48);
pub const COPPER: Colour = Colour(0xa4, 0x51, 0x20);
pub const BLACK: Colour = Colour(0, 0, 0);
pub const WHITE: Colour = Colour(0xff, 0xff, 0xff);

impl Colour {
    /// Red, green and blue from 0 to 1.
    pub fn parts(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|part| f32::from(part) / 255.0)
    }
}
