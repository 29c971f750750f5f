//! The ground for a person's initial: two growths of stone in a square, calm and dark enough for a white letter.

use brand::Random;

use crate::lobe::{Lobe, stone};

/// Hues that are told apart at a glance, so that neighbours in a list differ.
const STONES: [f64; 9] = [163.0, 48.0, 250.0, 18.0, 300.0, 200.0, 340.0, 135.0, 275.0];

/// 128×128; the page draws the initial on top.
pub fn avatar_svg(seed: u64) -> String {
    let mut random = Random::new(3, seed);
    let hue = STONES[random.index(STONES.len())];
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><g transform="scale(.25)" stroke-width="5"><path fill="{}" d="M0 0h512v512H0z"/>"#,
        stone(0.32, hue, &mut random)
    );
    let (side, low) = (random.sign(), random.unit() < 0.5);
    let across = |share: f64| 256.0 + side * share * 256.0;
    let height = |share: f64| if low { 512.0 - share * 512.0 } else { share * 512.0 };
    Lobe {
        centre: (across(-random.between(0.6, 1.1)), height(random.between(0.0, 0.3))),
        radius: 520.0,
        heart: 40.0,
        rings: 7,
        wobble: 0.06,
        shadow: false,
    }
    .draw(&mut svg, hue, &mut random);
    Lobe {
        centre: (across(random.between(0.4, 0.9)), height(random.between(0.75, 1.05))),
        radius: random.between(250.0, 320.0),
        heart: 20.0,
        rings: 6,
        wobble: 0.07,
        shadow: true,
    }
    .draw(&mut svg, hue, &mut random);
    // A veil keeps white letters readable on the light bands too.
    svg.push_str(r#"<path fill-opacity=".15" d="M0 0h512v512H0z"/></g></svg>"#);
    svg
}
