//! The default picture of an event: lobes of banded stone that fill a 16:9 frame.

use std::fmt::Write;

use brand::Random;

use crate::frame::{HEIGHT, WIDTH};
use crate::lobe::{Lobe, stone};

/// 640×360, dark enough for white words on a gradient. `hue` is OKLCH's, in degrees.
pub fn bands_svg(seed: u64, hue: u16) -> String {
    let mut random = Random::new(1, seed);
    let mut svg = open();
    ground(&mut svg, f64::from(hue), &mut random, 12);
    let side = random.sign();
    growths(&mut svg, f64::from(hue), &mut random, side);
    close(&mut svg);
    svg
}

pub fn open() -> String {
    String::from(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice"><g transform="scale(.5)" stroke-width="5">"#,
    )
}

/// Light from the top left, dusk at the bottom right: flat bands become a polished surface.
pub fn close(svg: &mut String) {
    let _ = write!(
        svg,
        r##"</g><defs><linearGradient id="l" x2=".8" y2="1"><stop stop-color="#fff" stop-opacity=".1"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".3"/></linearGradient></defs><path fill="url(#l)" d="M0 0h640v360H0z"/></svg>"##
    );
}

/// A lobe so large that its rings cover the frame: there is no empty corner.
pub fn ground(svg: &mut String, hue: f64, random: &mut Random, rings: usize) {
    let _ = write!(svg, r#"<path fill="{}" d="M0 0h1280v720H0z"/>"#, stone(0.3, hue, random));
    let centre = (
        WIDTH * random.between(0.1, 0.9),
        HEIGHT * if random.unit() < 0.5 { random.between(-0.2, 0.1) } else { random.between(0.9, 1.2) },
    );
    let corner = centre.0.max(WIDTH - centre.0).hypot(centre.1.max(HEIGHT - centre.1));
    Lobe { centre, radius: corner * 0.95, heart: 24.0, rings, wobble: 0.085, shadow: false }.draw(svg, hue, random);
}

/// One large growth a third from a side, one smaller across from it, sometimes a third in the gap.
fn growths(svg: &mut String, hue: f64, random: &mut Random, side: f64) {
    let across = |share: f64| WIDTH * (0.5 + side * share);
    let low = random.unit() < 0.5;
    let height = |share: f64| HEIGHT * if low { share } else { 1.0 - share };
    let second = Lobe {
        centre: (across(-random.between(0.26, 0.42)), height(random.between(0.05, 0.3))),
        radius: random.between(250.0, 330.0),
        heart: 16.0,
        rings: 9,
        wobble: 0.09,
        shadow: true,
    };
    let first = Lobe {
        centre: (across(random.between(0.12, 0.26)), height(random.between(0.5, 0.72))),
        radius: random.between(360.0, 450.0),
        heart: 14.0,
        rings: 13,
        wobble: 0.085,
        shadow: true,
    };
    second.draw(svg, hue, random);
    if random.unit() < 0.6 {
        let third = Lobe {
            centre: (across(-random.between(0.1, 0.45)), height(random.between(0.75, 1.0))),
            radius: random.between(120.0, 190.0),
            heart: 12.0,
            rings: 5,
            wobble: 0.08,
            shadow: true,
        };
        third.draw(svg, hue, random);
    }
    first.draw(svg, hue, random);
}
