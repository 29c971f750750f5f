//! The head of a ticket: malachite (concentric noise rings) with the mark on it. Each event has its own.

use std::f64::consts::TAU;

use brand::{ARMS, HEART, MALACHITE_SHADES as STONE, Random, WHITE, Wave};

use crate::Error;
use crate::canvas::Canvas;
use crate::face::Face;
use crate::shape::{Area, Point, Shape};

/// Wide dark bands and narrow light ones, from a rim inwards: how wide, which colour.
const RHYTHM: [(f64, usize); 11] =
    [(1.5, 1), (0.25, 6), (0.9, 3), (0.5, 8), (0.9, 4), (0.2, 2), (1.6, 2), (0.5, 6), (0.9, 3), (0.3, 9), (1.2, 5)];

/// Control points of a ring.
const CORNERS: u32 = 22;

/// Fills an area with stone: dark on its left, where words stand, light on its right.
pub fn draw_stone(canvas: &mut Canvas<'_>, area: Area, seed: u64) {
    let mut random = Random::from_seed(seed);
    let Area { left, top, width, height } = area;
    let low = random.unit() < 0.5;
    let across = |share: f32| top + height * if low { share } else { 1.0 - share };
    let mut at = |low: f64, high: f64, share: f32| (left + width * random.between(low, high) as f32, across(share));
    let lobes = [
        Lobe { centre: at(0.05, 0.3, 1.6), radius: width, rings: 20, lightest: 3 },
        Lobe { centre: at(0.56, 0.66, -0.35), radius: height * 1.15, rings: 11, lightest: 7 },
        Lobe { centre: at(0.82, 0.94, 0.75), radius: height * 1.1, rings: 13, lightest: 9 },
    ];
    canvas.within(area, |canvas| {
        let mut ground = Shape::default();
        ground.rect(area);
        canvas.fill(&ground, STONE[1]);
        for lobe in lobes {
            lobe.draw(canvas, &mut random);
        }
    });
}

/// The mark and the word, their middle at this height.
pub fn draw_logo(canvas: &mut Canvas<'_>, left: f32, middle: f32, size: f32) -> Result<(), Error> {
    canvas.fill_with_holes(&mark(left, middle - size / 2.0, size / 24.0), WHITE);
    let word = Face::bold()?.set("tukio");
    canvas.line(&word, left + size * 1.28, middle + size * 0.27, size, WHITE);
    Ok(())
}

fn mark(left: f32, top: f32, scale: f32) -> Shape {
    let at = |(x, y): brand::Point| (left + x as f32 * scale, top + y as f32 * scale);
    let mut mark = Shape::default();
    for (number, points) in ARMS.iter().enumerate() {
        let [corner, bend, middle, other_bend, end] = points.map(at);
        if number == 0 {
            mark.begin(corner);
        } else {
            mark.line(corner);
        }
        mark.quadratic(corner, bend, middle);
        mark.quadratic(middle, other_bend, end);
    }
    mark.close();
    mark.polygon(&HEART.map(at));
    mark
}

/// One growth of the stone, in the page's units.
struct Lobe {
    centre: Point,
    radius: f32,
    rings: usize,
    /// The index of the lightest of the stone's colours that it shows.
    lightest: usize,
}

impl Lobe {
    fn draw(&self, canvas: &mut Canvas<'_>, random: &mut Random) {
        let waves = [(2.0, 0.05), (3.0, 0.045), (5.0, 0.03), (7.0, 0.014)].map(|(bumps, height)| Wave {
            bumps,
            height: height * random.between(0.6, 1.3),
            phase: random.between(0.0, TAU),
            turn: 1.2,
        });
        let first = random.index(RHYTHM.len());
        let bands = RHYTHM.iter().cycle().skip(first).take(self.rings);
        let widths: Vec<f64> = bands.clone().map(|(width, _)| *width).collect();
        let centre = (f64::from(self.centre.0), f64::from(self.centre.1));
        let radius = f64::from(self.radius);
        let lobe = brand::Lobe { centre, radius, heart: 0.0, waves, calm: 1.0, lean: (0.0, 0.0) };
        for (points, (_, colour)) in lobe.rings(&widths, |_| CORNERS).zip(bands) {
            canvas.fill(&smooth(&points), STONE[*colour.min(&self.lightest)]);
        }
    }
}

/// A closed quadratic spline: through the middles between its control points, towards them.
fn smooth(control: &[brand::Point]) -> Shape {
    let corner = |number: usize| {
        let (x, y) = control[number % control.len()];
        (x as f32, y as f32)
    };
    let middle = |number: usize| {
        let (a, b) = (corner(number), corner(number + 1));
        ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
    };
    let mut ring = Shape::default();
    ring.begin(middle(0));
    for number in 1..=control.len() {
        ring.quadratic(middle(number - 1), corner(number), middle(number));
    }
    ring.close();
    ring
}
