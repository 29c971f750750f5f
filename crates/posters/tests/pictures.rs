//! Promises about every picture: same seed same picture, small, well formed, and nothing of a hostile title left.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails right there")]

use std::collections::HashSet;

use posters::{Motif, avatar_svg, bands_svg, poster_svg, social_jpeg};
use rustix::time::{ClockId, clock_gettime};

fn assert_small_and_well_formed(svg: &str, bytes: usize) {
    assert!(svg.len() <= bytes, "{} bytes", svg.len());
    resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default()).unwrap();
    assert!(!svg.contains("oklch") && !svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<style"));
}

#[test]
fn the_same_seed_gives_the_same_picture_and_another_seed_another() {
    assert_eq!(bands_svg(42, 163), bands_svg(42, 163));
    assert_eq!((0..500).map(|seed| bands_svg(seed, 163)).collect::<HashSet<_>>().len(), 500);
    assert_ne!(bands_svg(42, 163), bands_svg(42, 48));
    assert_ne!(avatar_svg(1), avatar_svg(2));
}

#[test]
fn pictures_are_small_whatever_the_seed_and_the_hue() {
    for seed in (0..400).chain([u64::MAX, u64::MAX - 1, 1 << 32]) {
        let hue = (seed % 360) as u16;
        assert_small_and_well_formed(&bands_svg(seed, hue), 6_600);
        assert_small_and_well_formed(&avatar_svg(seed), 2_600);
    }
    assert_small_and_well_formed(&bands_svg(7, u16::MAX), 6_600);
    for (seed, motif) in (0..).zip(Motif::all()) {
        assert_small_and_well_formed(&poster_svg(seed, 200, motif), 5_000);
    }
}

/// The middle half of the picture, where words may lie.
fn mean_lightness(svg: &str) -> f64 {
    let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixels.as_mut());
    assert!(pixels.data().chunks_exact(4).all(|pixel| pixel[3] == 255), "a hole in the picture");
    let light = pixels
        .data()
        .chunks_exact(4)
        .map(|p| 0.2126 * f64::from(p[0]) + 0.7152 * f64::from(p[1]) + 0.0722 * f64::from(p[2]));
    light.sum::<f64>() / f64::from(size.width() * size.height()) / 255.0
}

#[test]
fn pictures_are_dark_enough_for_white_words_and_have_no_holes() {
    for seed in 0..40 {
        let hue = (seed * 9) as u16;
        assert!(mean_lightness(&bands_svg(seed, hue)) < 0.40, "bands {seed}");
        assert!(mean_lightness(&avatar_svg(seed)) < 0.33, "avatar {seed}");
    }
}

#[test]
fn social_pictures_are_jpegs_of_the_right_size_that_load_on_a_slow_line() {
    let hostile = "</text><image href=\"file:///etc/passwd\"/> & \"' ]]> 🎉 \u{2028} \0 \u{202e}".to_owned();
    let titles = ["Katanga Jazz de nuit".to_owned(), String::new(), "mot ".repeat(400), "W".repeat(3000), hostile];
    for (seed, title) in (0..).zip(titles) {
        let jpeg = social_jpeg(&poster_svg(seed, 163, Motif::Guitar), &title, &title, &title).unwrap();
        assert!(jpeg.len() <= 120 * 1024, "{} bytes", jpeg.len());
        let decoded = image::load_from_memory(&jpeg).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (1200, 630));
    }
    assert!(social_jpeg("not a picture", "", "", "").is_err());
}

#[test]
fn the_mark_is_the_one_of_the_web_app() {
    let web = include_str!("../../../web/src/ui/mark.tsx");
    let (_, rest) = web.split_once(" d=\"").unwrap();
    let (path, _) = rest.split_once('"').unwrap();
    let drawn = |path: &str| {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill-rule="evenodd" d="{path}"/></svg>"#
        );
        let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
        let mut pixels = resvg::tiny_skia::Pixmap::new(240, 240).unwrap();
        resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(10.0, 10.0), &mut pixels.as_mut());
        pixels.take()
    };
    let (ours, theirs) = (drawn(&brand::mark_path()), drawn(path));
    assert!(ours.iter().any(|part| *part > 0));
    // One path is written in steps, the other in places: they may round apart at an edge.
    assert!(ours.iter().zip(&theirs).all(|(one, other)| one.abs_diff(*other) <= 2));
}

#[test]
fn words_show_in_the_social_picture() {
    let picture = bands_svg(1, 163);
    let before = clock_gettime(ClockId::ThreadCPUTime);
    let with = social_jpeg(&picture, "Le procès de la croisette", "dim. 15 nov.", "10 USD").unwrap();
    let used = clock_gettime(ClockId::ThreadCPUTime) - before;
    assert!(used.tv_sec < 5, "{used:?} of processor time");
    assert_ne!(with, social_jpeg(&picture, "", "", "").unwrap());
}
