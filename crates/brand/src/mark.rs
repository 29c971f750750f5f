//! The mark: a croisette, the cross-shaped copper ingot that was Katanga's money. A test of `posters` compares it with
//! the drawing in the web app.

use std::fmt::Write;

use crate::Point;

/// The outline in a 24×24 box, clockwise from the upper left corner. Each arm is a corner and two quadratic curves
/// (bend, end; bend, end); a straight line leads to the next arm.
pub const ARMS: [[Point; 5]; 4] = [
    [(6.2, 2.4), (7.6, 5.6), (12.0, 5.6), (16.4, 5.6), (17.8, 2.4)],
    [(21.6, 6.2), (18.4, 7.6), (18.4, 12.0), (18.4, 16.4), (21.6, 17.8)],
    [(17.8, 21.6), (16.4, 18.4), (12.0, 18.4), (7.6, 18.4), (6.2, 21.6)],
    [(2.4, 17.8), (5.6, 16.4), (5.6, 12.0), (5.6, 7.6), (2.4, 6.2)],
];

/// The hole in the middle: fill outline and hole together by the even-odd rule.
pub const HEART: [Point; 4] = [(12.0, 9.4), (9.4, 12.0), (12.0, 14.6), (14.6, 12.0)];

/// The mark as SVG path data.
pub fn mark_path() -> String {
    let mut path = String::new();
    for (number, [corner, bend, middle, other_bend, end]) in ARMS.into_iter().enumerate() {
        push(&mut path, if number == 0 { 'M' } else { 'L' }, &[corner]);
        push(&mut path, 'Q', &[bend, middle, other_bend, end]);
    }
    path.push('Z');
    push(&mut path, 'M', &HEART);
    path.push('Z');
    path
}

fn push(path: &mut String, command: char, points: &[Point]) {
    path.push(command);
    for (x, y) in points {
        // Writing to a string can't fail.
        let _ = write!(path, "{x} {y} ");
    }
}
