//! From OKLCH, in which equal steps look equal (a perceptual colour space), to the six digits that every SVG reader knows.

use std::fmt;

/// A colour as the design names it: lightness 0..1, chroma, hue in degrees.
#[derive(Clone, Copy, Debug)]
pub struct Oklch {
    pub lightness: f64,
    pub chroma: f64,
    pub hue: f64,
}

pub const fn oklch(lightness: f64, chroma: f64, hue: f64) -> Oklch {
    Oklch { lightness, chroma, hue }
}

impl Oklch {
    /// Linear sRGB by Björn Ottosson's matrices; outside 0..1 when a screen has no such colour.
    fn linear(self, chroma: f64) -> [f64; 3] {
        let (sin, cos) = self.hue.to_radians().sin_cos();
        let (a, b) = (chroma * cos, chroma * sin);
        let l = (self.lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (self.lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (self.lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ]
    }

    /// The nearest colour a screen has: chroma gives way, lightness and hue stay.
    fn bytes(self) -> [u8; 3] {
        let fits = |rgb: [f64; 3]| rgb.iter().all(|part| (-0.000_1..=1.000_1).contains(part));
        let mut chroma = self.chroma;
        while chroma > 0.0 && !fits(self.linear(chroma)) {
            chroma -= 0.002;
        }
        self.linear(chroma.max(0.0)).map(|part| {
            let part = part.clamp(0.0, 1.0);
            let curved = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
            (curved * 255.0).round() as u8
        })
    }
}

impl fmt::Display for Oklch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.bytes();
        // #abc says the same as #aabbcc in half the room.
        if [red, green, blue].iter().all(|part| part >> 4 == part & 15) {
            write!(f, "#{:x}{:x}{:x}", red & 15, green & 15, blue & 15)
        } else {
            write!(f, "#{red:02x}{green:02x}{blue:02x}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::oklch;

    #[test]
    fn known_colours() {
        assert_eq!(oklch(1.0, 0.0, 0.0).to_string(), "#fff");
        assert_eq!(oklch(0.0, 0.0, 0.0).to_string(), "#000");
        assert_eq!(oklch(0.627_955, 0.257_683, 29.234).to_string(), "#f00");
        assert_eq!(oklch(0.499_314, 0.098_664, 250.433).to_string(), "#369");
    }

    #[test]
    fn colours_no_screen_has_lose_chroma_only() {
        let tame = oklch(0.5, 0.4, 163.0).to_string();
        assert!(tame.starts_with("#00"), "{tame}");
    }
}
