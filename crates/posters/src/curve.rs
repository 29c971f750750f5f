//! Closed smooth curves in few bytes: a quadratic spline through the middles of its control points. SVG's `t` derives
//! each control point from the last one, so two small numbers per point are enough. Control points are even numbers:
//! the middles are then whole, and nothing drifts.

use std::fmt::Write;

use brand::Point;

/// Path data of the closed curve that hugs these control points.
pub fn closed(points: &[Point]) -> String {
    let even = |value: f64| (value / 2.0).round() as i32 * 2;
    let control: Vec<(i32, i32)> = points.iter().map(|&(x, y)| (even(x), even(y))).collect();
    let count = control.len();
    let middle = |i: usize| {
        let (a, b) = (control[i % count], control[(i + 1) % count]);
        ((a.0 + b.0) / 2, (a.1 + b.1) / 2)
    };
    let start = middle(0);
    let first = control[1 % count];
    let mut path = format!("M{}{}q", start.0, number(start.1));
    let mut at = start;
    let mut step = |path: &mut String, to: (i32, i32), leading: bool| {
        let (dx, dy) = (to.0 - at.0, to.1 - at.1);
        at = to;
        let _ = if leading { write!(path, "{dx}") } else { write!(path, "{}", number(dx)) };
        path.push_str(&number(dy));
    };
    let _ = write!(path, "{}{}", first.0 - start.0, number(first.1 - start.1));
    step(&mut path, middle(1), false);
    path.push('t');
    for i in 2..=count {
        step(&mut path, middle(i), i == 2);
    }
    path.push('z');
    path
}

/// A number after another one: a minus sign separates by itself.
fn number(value: i32) -> String {
    if value < 0 { value.to_string() } else { format!(" {value}") }
}

#[cfg(test)]
mod tests {
    use super::closed;

    #[test]
    fn a_square_becomes_a_round_of_four_arcs_that_ends_where_it_began() {
        assert_eq!(
            closed(&[(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]),
            "M50 0q50 0 50 50t-50 50-50-50 50-50z"
        );
    }
}
