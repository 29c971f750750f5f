//! Posters: the stone of a category growing around its emblem.

use std::fmt::Write;

use brand::Random;

use crate::{
    bands::{close, ground, open},
    colour::oklch,
    emblems::{Ink, emblem},
    frame::{HEIGHT, WIDTH},
    lobe::stone,
    motif::Motif,
};

/// Bands around the emblem, from the outside in: (how far out in the emblem's own units, lightness).
const HALO: [(f64, f64); 9] = [
    (96.0, 0.28),
    (84.0, 0.46),
    (78.0, 0.34),
    (60.0, 0.62),
    (55.0, 0.40),
    (42.0, 0.29),
    (24.0, 0.53),
    (19.0, 0.36),
    (9.0, 0.24),
];

/// 640×360: bands and a bold emblem, no words.
pub fn poster_svg(seed: u64, hue: u16, motif: Motif) -> String {
    let mut random = Random::new(2, seed);
    let stone_hue = f64::from(hue);
    let emblem = emblem(motif);
    let mut svg = open();
    ground(&mut svg, stone_hue, &mut random, 13);

    let x = (WIDTH * random.between(0.48, 0.56)).round();
    let y = (HEIGHT * random.between(0.48, 0.53)).round();
    let lean = (emblem.lean + random.between(-5.0, 5.0)).round();
    let scale = (random.between(2.15, 2.4) * 100.0).round() / 100.0;
    let stretch = random.between(0.8, 1.15);
    let _ = write!(
        svg,
        r##"<g transform="translate({x} {y})rotate({lean})scale({scale})" stroke-linejoin="round"><defs><path id="e" d="{}"/></defs><use href="#e" stroke="#000" stroke-opacity=".22" stroke-width="{:.0}"/>"##,
        emblem.outline,
        HALO[0].0 * stretch * 2.0 + 16.0,
    );
    for (reach, lightness) in HALO {
        let colour = stone(lightness + random.between(-0.015, 0.015), stone_hue, &mut random);
        let _ = write!(
            svg,
            r##"<use href="#e" fill="{colour}" stroke="{colour}" stroke-width="{:.0}"/>"##,
            reach * stretch * 2.0
        );
    }
    let paper = oklch(0.955, 0.028, stone_hue + random.between(-20.0, 20.0));
    let deep = oklch(0.27, 0.09, stone_hue);
    let accent = accent(stone_hue);
    let _ = write!(svg, r##"<use href="#e" fill="{paper}"/>"##);
    for (ink, path) in emblem.details {
        let _ = match ink {
            Ink::Paper => write!(svg, r#"<path fill="{paper}" d="{path}"/>"#),
            Ink::Deep => write!(svg, r#"<path fill="{deep}" d="{path}"/>"#),
            Ink::Accent => write!(svg, r#"<path fill="{accent}" d="{path}"/>"#),
            Ink::Line => {
                write!(svg, r#"<path fill="none" stroke="{deep}" stroke-width="7" stroke-linecap="round" d="{path}"/>"#)
            }
        };
    }
    svg.push_str("</g>");
    close(&mut svg);
    svg
}

/// Copper on every stone, except on those that are copper themselves: malachite there.
fn accent(hue: f64) -> impl std::fmt::Display {
    if (20.0..=100.0).contains(&hue) { oklch(0.7, 0.13, 165.0) } else { oklch(0.74, 0.14, 58.0) }
}
