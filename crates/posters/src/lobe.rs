//! One growth of the stone as SVG: concentric noise rings in a rhythm of wide and hairline bands.

use std::{f64::consts::TAU, fmt::Write};

use brand::{Point, Random, Wave};

use crate::{
    colour::{Oklch, oklch},
    curve,
    frame::{HEIGHT, WIDTH},
};

/// Wide dark bands carry the picture, hairlines on their rims make it stone: (share of the width, lightness,
/// lightness of the hairline or 0).
const RHYTHM: [(f64, f64, f64); 9] = [
    (1.5, 0.27, 0.47),
    (0.9, 0.37, 0.0),
    (0.5, 0.61, 0.29),
    (0.9, 0.42, 0.0),
    (1.6, 0.31, 0.55),
    (0.5, 0.51, 0.0),
    (0.9, 0.36, 0.70),
    (0.45, 0.66, 0.0),
    (1.2, 0.45, 0.30),
];

pub struct Lobe {
    pub centre: Point,
    /// The radius of the rim, in the same units as the centre.
    pub radius: f64,
    /// The radius at which the innermost ring ends.
    pub heart: f64,
    pub rings: usize,
    /// How far the rim strays from a circle; the heart strays less.
    pub wobble: f64,
    /// A soft shadow outside the rim: this lobe lies over its neighbours.
    pub shadow: bool,
}

impl Lobe {
    pub fn draw(&self, svg: &mut String, hue: f64, random: &mut Random) {
        let waves = waves(random, self.wobble);
        let first = random.index(RHYTHM.len());
        let band = |ring: usize| RHYTHM[(first + ring) % RHYTHM.len()];
        let widths: Vec<f64> = (0..self.rings).map(|ring| band(ring).0 * random.between(0.75, 1.25)).collect();
        let lean = (random.between(0.0, TAU), random.between(0.08, 0.2) * self.radius);
        let Lobe { centre, radius, heart, .. } = *self;
        let lobe = brand::Lobe { centre, radius, heart, waves, calm: 0.45, lean };
        for (ring, points) in lobe.rings(&widths, corners).enumerate() {
            if outside(&points) {
                continue;
            }
            let (_, lightness, hairline) = band(ring);
            let fill = stone(lightness + random.between(-0.015, 0.015), hue, random);
            let _ = write!(svg, r#"<path fill="{fill}" "#);
            if ring == 0 && self.shadow {
                svg.push_str(r##"stroke="#000" stroke-opacity=".22" stroke-width="36" paint-order="stroke" "##);
            } else if hairline > 0.0 {
                let _ = write!(svg, r#"stroke="{}" "#, stone(hairline, hue, random));
            }
            let _ = write!(svg, r#"d="{}"/>"#, curve::closed(&points));
        }
    }
}

/// Light bands are a little cooler and purer than dark ones, as in the stone.
pub fn stone(lightness: f64, hue: f64, random: &mut Random) -> Oklch {
    let drift = (lightness - 0.4) * 14.0 + random.between(-3.0, 3.0);
    oklch(lightness, 0.085 + lightness * 0.115, hue + drift)
}

fn waves(random: &mut Random, wobble: f64) -> [Wave; 4] {
    let mut wave = |bumps: f64, height: f64, turn: f64| Wave {
        bumps,
        height: height * wobble * random.between(0.6, 1.3),
        phase: random.between(0.0, TAU),
        turn: turn * random.sign(),
    };
    [wave(2.0, 0.9, 0.7), wave(3.0, 0.9, 1.2), wave(5.0, 0.62, 1.6), wave(7.0, 0.3, 2.2)]
}

/// Small rings need fewer control points, and every one costs bytes.
fn corners(radius: f64) -> u32 {
    match radius {
        radius if radius < 50.0 => 8,
        radius if radius < 120.0 => 12,
        _ => 15,
    }
}

/// Returns whether nothing of the ring can be seen.
fn outside(points: &[Point]) -> bool {
    points.iter().all(|p| p.0 < 0.0)
        || points.iter().all(|p| p.0 > WIDTH)
        || points.iter().all(|p| p.1 < 0.0)
        || points.iter().all(|p| p.1 > HEIGHT)
}
