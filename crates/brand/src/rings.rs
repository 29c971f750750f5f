//! Concentric noise rings: wavy closed curves around a centre, from the rim inwards. All rings of a lobe share one sum of
//! sines that slowly turns from ring to ring, so that the bands between them swell and thin out as in malachite.

use std::f64::consts::TAU;

use crate::Point;

/// One sine of the sum.
#[derive(Debug, Clone, Copy)]
pub struct Wave {
    /// How many bumps go around the ring.
    pub bumps: f64,
    /// How high a bump is, as a share of the radius.
    pub height: f64,
    /// Where the first bump stands, in radians.
    pub phase: f64,
    /// How far it turns between the rim and the centre, in radians.
    pub turn: f64,
}

/// One growth of the stone.
#[derive(Debug, Clone, Copy)]
pub struct Lobe {
    pub centre: Point,
    /// The radius of the rim, in the same units as the centre.
    pub radius: f64,
    /// The radius at which the innermost band ends.
    pub heart: f64,
    pub waves: [Wave; 4],
    /// How much of the waves' height is left at the centre, from 0 to 1; the rim has all of it.
    pub calm: f64,
    /// The direction (in radians) and the distance by which the innermost ring stands off the centre.
    pub lean: (f64, f64),
}

impl Lobe {
    /// The control points of one ring for each band, from the rim inwards. `corners` says how many control points
    /// a ring of a given radius has.
    pub fn rings(&self, widths: &[f64], corners: impl Fn(f64) -> u32) -> impl Iterator<Item = Vec<Point>> {
        let unit = (self.radius - self.heart) / widths.iter().sum::<f64>();
        let mut radius = self.radius;
        widths.iter().map(move |width| {
            let ring = self.ring(radius, corners(radius));
            radius -= width * unit;
            ring
        })
    }

    fn ring(&self, radius: f64, corners: u32) -> Vec<Point> {
        let share = radius / self.radius;
        let shift = self.lean.1 * (1.0 - share);
        let centre = (self.centre.0 + shift * self.lean.0.cos(), self.centre.1 + shift * self.lean.0.sin());
        let strength = self.calm + (1.0 - self.calm) * share;
        let corner = |number: u32| {
            let angle = f64::from(number) / f64::from(corners) * TAU;
            let swell: f64 = self.waves.iter().map(|wave| wave.at(angle, share)).sum();
            let reach = radius * (1.0 + strength * swell);
            (centre.0 + reach * angle.cos(), centre.1 + reach * angle.sin())
        };
        (0..corners).map(corner).collect()
    }
}

impl Wave {
    fn at(&self, angle: f64, share: f64) -> f64 {
        self.height * (self.bumps * angle + self.phase + self.turn * share).sin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_waves_rings_are_circles_as_wide_apart_as_their_bands() {
        let still = Wave { bumps: 3.0, height: 0.0, phase: 1.0, turn: 1.0 };
        let lobe =
            Lobe { centre: (10.0, 20.0), radius: 8.0, heart: 2.0, waves: [still; 4], calm: 1.0, lean: (0.0, 0.0) };
        let rings: Vec<Vec<Point>> = lobe.rings(&[2.0, 1.0], |_| 5).collect();
        for (ring, radius) in rings.iter().zip([8.0, 4.0]) {
            assert_eq!(ring.len(), 5);
            assert!(ring.iter().all(|(x, y)| ((x - 10.0).hypot(y - 20.0) - radius).abs() < 1e-9), "{ring:?}");
        }
    }
}
