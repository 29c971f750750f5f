//! The map in squares, pure. Squares are numbered so that the four quarters of any larger square follow one another:
//! a larger square is one range of numbers, and one index finds what lies in squares of every size.

use domain::Coordinates;

/// Squares on a side of the map, as a power of two: the smallest are about forty metres wide.
const LEVELS: u32 = 20;
const SIDE: i64 = 1 << LEVELS;
const DEGREES: f64 = 360.0 / SIDE as f64;

/// The squares around a place that is looked at first are about three hundred metres wide.
const NEAREST: u32 = 3;

/// Numbers from the first up to, not including, the second.
pub type Range = (i64, i64);

/// A square of any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Square {
    level: u32,
    row: i64,
    column: i64,
}

impl Square {
    pub const WHOLE_MAP: Square = Square { level: LEVELS, row: 0, column: 0 };

    pub fn range(self) -> Range {
        let start = number(self.row, self.column) << (2 * self.level);
        (start, start + (1 << (2 * self.level)))
    }

    pub fn is_smallest(self) -> bool {
        self.level == 0
    }

    pub fn quarters(self) -> [Square; 4] {
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(north, east)| Square {
            level: self.level - 1,
            row: 2 * self.row + north,
            column: 2 * self.column + east,
        })
    }
}

/// Nothing in the square is nearer to the place than this, squared, in degrees of latitude.
pub fn squared_gap(place: Coordinates, square: Square) -> f64 {
    let side = DEGREES * (1_i64 << square.level) as f64;
    let gap = |at: f64, index: i64| {
        let start = index as f64 * side;
        (start - at).max(at - start - side).max(0.0)
    };
    let (north, east) = (gap(place.latitude + 90.0, square.row), gap(place.longitude + 180.0, square.column));
    // A hair less: the database reckons the same distances in another order.
    (north.powi(2) + (east * place.latitude.to_radians().cos()).powi(2)) * (1.0 - 1e-9)
}

/// The number of the smallest square a place lies in.
pub fn square_of(place: Coordinates) -> i64 {
    let (row, column) = indexes(place);
    number(row, column)
}

/// Wider and wider squares around a place, the last the whole map.
pub fn around(place: Coordinates) -> impl Iterator<Item = Surroundings> {
    let levels = (NEAREST..LEVELS).step_by(2).chain([LEVELS]);
    levels.map(move |level| Surroundings::new(place, level))
}

/// A place's own square and its eight neighbours.
pub struct Surroundings {
    pub ranges: Vec<Range>,
    /// Nothing outside is nearer than this, squared, in degrees of latitude; `None` for the whole map.
    pub reach: Option<f64>,
}

impl Surroundings {
    fn new(place: Coordinates, level: u32) -> Surroundings {
        if level == LEVELS {
            return Surroundings { ranges: vec![(0, SIDE * SIDE)], reach: None };
        }
        let (row, column) = indexes(place);
        let (row, column) = (row >> level, column >> level);
        let ranges = ranges(level, (row - 1, row + 1), (column - 1, column + 1));
        // A degree of longitude is the shorter one; the place is at least one whole square away from the outside.
        let width = DEGREES * (1_i64 << level) as f64 * place.latitude.to_radians().cos();
        Surroundings { ranges, reach: Some(width * width) }
    }
}

/// A few squares that hold everything within so many degrees of latitude from a place.
pub fn covering(centre: Coordinates, degrees: f64) -> Vec<Range> {
    let wide = degrees / centre.latitude.to_radians().cos().max(1e-9);
    let corner = |sign: f64| {
        indexes(Coordinates { latitude: centre.latitude + sign * degrees, longitude: centre.longitude + sign * wide })
    };
    let ((south, west), (north, east)) = (corner(-1.0), corner(1.0));
    let is_few = |level: u32| (north >> level) - (south >> level) < 4 && (east >> level) - (west >> level) < 4;
    let level = (0..LEVELS).find(|level| is_few(*level)).unwrap_or(LEVELS);
    ranges(level, (south >> level, north >> level), (west >> level, east >> level))
}

fn indexes(place: Coordinates) -> (i64, i64) {
    let index = |degrees: f64| ((degrees / DEGREES) as i64).clamp(0, SIDE - 1);
    (index(place.latitude + 90.0), index(place.longitude + 180.0))
}

/// The squares of that size in those rows and columns; neighbours in number are one range.
fn ranges(level: u32, rows: (i64, i64), columns: (i64, i64)) -> Vec<Range> {
    let most = (SIDE >> level) - 1;
    let squares = (rows.0.max(0)..=rows.1.min(most))
        .flat_map(|row| (columns.0.max(0)..=columns.1.min(most)).map(move |column| number(row, column) << (2 * level)));
    let mut starts: Vec<i64> = squares.collect();
    starts.sort_unstable();
    let mut ranges: Vec<Range> = Vec::with_capacity(starts.len());
    for start in starts {
        let end = start + (1 << (2 * level));
        match ranges.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => ranges.push((start, end)),
        }
    }
    ranges
}

/// Bits of the row and of the column in turns.
fn number(row: i64, column: i64) -> i64 {
    (0..LEVELS).fold(0, |number, bit| number | ((column >> bit & 1) << (2 * bit)) | ((row >> bit & 1) << (2 * bit + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LUBUMBASHI: Coordinates = Coordinates { latitude: -11.66, longitude: 27.48 };

    fn hold(ranges: &[Range], place: Coordinates) -> bool {
        ranges.iter().any(|(from, to)| (*from..*to).contains(&square_of(place)))
    }

    fn moved(north: f64, east: f64) -> Coordinates {
        Coordinates { latitude: LUBUMBASHI.latitude + north, longitude: LUBUMBASHI.longitude + east }
    }

    #[test]
    fn quarters_follow_one_another() {
        assert_eq!([number(0, 0), number(0, 1), number(1, 0), number(1, 1), number(0, 2)], [0, 1, 2, 3, 4]);
        assert_eq!(ranges(1, (0, 1), (0, 1)), [(0, 16)]);
    }

    #[test]
    fn nothing_within_reach_lies_outside() {
        let flattening = LUBUMBASHI.latitude.to_radians().cos();
        for surroundings in around(LUBUMBASHI) {
            assert!(hold(&surroundings.ranges, LUBUMBASHI));
            let Some(reach) = surroundings.reach else { continue };
            let reach = reach.sqrt() * 0.999;
            for (north, east) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7)] {
                assert!(hold(&surroundings.ranges, moved(north * reach, east * reach / flattening)));
            }
        }
        assert!(around(LUBUMBASHI).last().is_some_and(|all| all.reach.is_none()));
    }

    #[test]
    fn a_circle_is_covered_by_few_squares_and_little_else() {
        for degrees in [0.000_01, 0.001, 0.1, 2.0, 40.0, 180.0] {
            let ranges = covering(LUBUMBASHI, degrees);
            assert!(ranges.len() <= 16, "{degrees}");
            let edge = degrees * 0.999;
            for (north, east) in [(edge, 0.0), (-edge, 0.0), (0.0, edge), (0.0, -edge)] {
                let place = moved(north, east);
                let on_earth = place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0;
                assert!(!on_earth || hold(&ranges, place), "{degrees}");
            }
        }
        assert!(!hold(&covering(LUBUMBASHI, 0.1), moved(0.5, 0.0)));
    }

    #[test]
    fn the_ends_of_the_earth_have_squares() {
        for (latitude, longitude) in [(90.0, 180.0), (-90.0, -180.0), (90.0, -180.0)] {
            let place = Coordinates { latitude, longitude };
            assert!((0..SIDE * SIDE).contains(&square_of(place)));
            assert!(around(place).all(|surroundings| hold(&surroundings.ranges, place)));
            assert!(hold(&covering(place, 1.0), place));
        }
    }
}
