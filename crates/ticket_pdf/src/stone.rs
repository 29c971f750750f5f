//! The head of a ticket: a slice of malachite with the mark on it. Each event has its own.

use std::f32::consts::TAU;

use crate::Error;
use crate::canvas::Canvas;
use crate::colour::{Colour, WHITE};
use crate::face::Face;
use crate::shape::{Area, Point, Shape};

/// From the darkest to the lightest.
const STONE: [Colour; 10] = [
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

/// Wide dark bands and narrow light ones, from a rim inwards: how wide, which colour.
const RHYTHM: [(f32, usize); 11] =
    [(1.5, 1), (0.25, 6), (0.9, 3), (0.5, 8), (0.9, 4), (0.2, 2), (1.6, 2), (0.5, 6), (0.9, 3), (0.3, 9), (1.2, 5)];

/// Corners of a ring; between them it is smooth.
const POINTS: usize = 22;

/// The croisette in a 24×24 box: corners and curves of its outline, from its top left arm on, then its heart.
const ARMS: [[Point; 5]; 4] = [
    [(6.2, 2.4), (7.6, 5.6), (12.0, 5.6), (16.4, 5.6), (17.8, 2.4)],
    [(21.6, 6.2), (18.4, 7.6), (18.4, 12.0), (18.4, 16.4), (21.6, 17.8)],
    [(17.8, 21.6), (16.4, 18.4), (12.0, 18.4), (7.6, 18.4), (6.2, 21.6)],
    [(2.4, 17.8), (5.6, 16.4), (5.6, 12.0), (5.6, 7.6), (2.4, 6.2)],
];
const HEART: [Point; 4] = [(12.0, 9.4), (9.4, 12.0), (12.0, 14.6), (14.6, 12.0)];

/// Fills an area with stone: dark on its left, where words stand, light on its right.
pub fn slice(canvas: &mut Canvas<'_>, area: Area, seed: u64) {
    let mut random = Random(seed);
    let Area { left, top, width, height } = area;
    let low = random.unit() < 0.5;
    let across = |share: f32| top + height * if low { share } else { 1.0 - share };
    let mut at = |low: f32, high: f32, share: f32| (left + width * random.between(low, high), across(share));
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
pub fn brand(canvas: &mut Canvas<'_>, left: f32, middle: f32, size: f32) -> Result<(), Error> {
    canvas.fill_with_holes(&mark(left, middle - size / 2.0, size / 24.0), WHITE);
    let word = Face::bold()?.set("tukio");
    canvas.line(&word, left + size * 1.28, middle + size * 0.27, size, WHITE);
    Ok(())
}

fn mark(left: f32, top: f32, scale: f32) -> Shape {
    let at = |(x, y): Point| (left + x * scale, top + y * scale);
    let mut mark = Shape::default();
    for (number, points) in ARMS.iter().enumerate() {
        let [corner, bend, middle, other_bend, end] = points.map(at);
        if number == 0 {
            mark.begin(corner);
        } else {
            mark.line(corner);
        }
        mark.bow(corner, bend, middle);
        mark.bow(middle, other_bend, end);
    }
    mark.close();
    mark.polygon(&HEART.map(at));
    mark
}

/// One growth: wavy rings around a centre.
struct Lobe {
    centre: Point,
    radius: f32,
    rings: usize,
    /// Of the stone's colours.
    lightest: usize,
}

impl Lobe {
    fn draw(&self, canvas: &mut Canvas<'_>, random: &mut Random) {
        let waves = [(2.0, 0.05), (3.0, 0.045), (5.0, 0.03), (7.0, 0.014)]
            .map(|(bumps, height)| (bumps, height * random.between(0.6, 1.3), random.between(0.0, TAU)));
        let first = (random.unit() * RHYTHM.len() as f32) as usize;
        let band = |ring: usize| RHYTHM[(first + ring) % RHYTHM.len()];
        let whole: f32 = (0..self.rings).map(|ring| band(ring).0).sum();
        let mut radius = self.radius;
        for ring in 0..self.rings {
            let (width, colour) = band(ring);
            let turn = 1.2 * radius / self.radius;
            let reach = |angle: f32| {
                let swell: f32 =
                    waves.iter().map(|(bumps, height, at)| height * (bumps * angle + at + turn).sin()).sum();
                radius * (1.0 + swell)
            };
            canvas.fill(&self.ring(reach), STONE[colour.min(self.lightest)]);
            radius -= width * self.radius / whole;
        }
    }

    /// A smooth closed curve: through the middles of its corners, towards them.
    fn ring(&self, reach: impl Fn(f32) -> f32) -> Shape {
        let corner = |number: usize| {
            let angle = number as f32 / POINTS as f32 * TAU;
            (self.centre.0 + reach(angle) * angle.cos(), self.centre.1 + reach(angle) * angle.sin())
        };
        let middle = |number: usize| {
            let (a, b) = (corner(number), corner(number + 1));
            ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
        };
        let mut ring = Shape::default();
        ring.begin(middle(0));
        for number in 1..=POINTS {
            ring.bow(middle(number - 1), corner(number), middle(number));
        }
        ring.close();
        ring
    }
}

/// SplitMix64: an event's stone stays what it is.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1_u32 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }
}
