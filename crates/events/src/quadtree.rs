//! A quadtree over the map, pure. Its smallest cells are numbered along a Z-order curve (Morton code,
//! <https://en.wikipedia.org/wiki/Z-order_curve>), so that a larger cell is one range of numbers, and one index finds
//! what lies in cells of every size.

use domain::Coordinates;

/// Smallest cells on a side of the map, as a power of two: each is about forty metres wide.
const LEVELS: u32 = 20;
const SIDE: i64 = 1 << LEVELS;
/// The width of a smallest cell.
const DEGREES: f64 = 360.0 / SIDE as f64;

/// The level of the cells that are looked at first around a place: about three hundred metres wide.
const FIRST_LEVEL: u32 = 3;

/// Numbers of smallest cells, from the first up to, not including, the second.
pub type CellRange = (i64, i64);

/// A cell of any size: level 0 is the smallest, and each level doubles the side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    level: u32,
    row: i64,
    column: i64,
}

impl Cell {
    pub const WHOLE_MAP: Cell = Cell { level: LEVELS, row: 0, column: 0 };

    pub fn range(self) -> CellRange {
        let start = morton_code(self.row, self.column) << (2 * self.level);
        (start, start + (1 << (2 * self.level)))
    }

    pub fn is_smallest(self) -> bool {
        self.level == 0
    }

    pub fn quarters(self) -> [Cell; 4] {
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(north, east)| Cell {
            level: self.level - 1,
            row: 2 * self.row + north,
            column: 2 * self.column + east,
        })
    }
}

/// The squared distance from a place to the nearest point of a cell, in degrees of latitude; zero inside it.
pub fn squared_distance_to_cell(place: Coordinates, cell: Cell) -> f64 {
    let side = DEGREES * (1_i64 << cell.level) as f64;
    let gap = |at: f64, index: i64| {
        let start = index as f64 * side;
        (start - at).max(at - start - side).max(0.0)
    };
    let (north, east) = (gap(place.latitude + 90.0, cell.row), gap(place.longitude + 180.0, cell.column));
    // Slightly less, because the database computes the same distances in another order of operations.
    (north.powi(2) + (east * place.latitude.to_radians().cos()).powi(2)) * (1.0 - 1e-9)
}

/// The Z-order number of the smallest cell that holds a place.
pub fn cell_number(place: Coordinates) -> i64 {
    let (row, column) = row_and_column(place);
    morton_code(row, column)
}

/// Wider and wider neighbourhoods of a place, the last the whole map.
pub fn neighbourhoods(place: Coordinates) -> impl Iterator<Item = Neighbourhood> {
    let levels = (FIRST_LEVEL..LEVELS).step_by(2).chain([LEVELS]);
    levels.map(move |level| Neighbourhood::new(place, level))
}

/// The cell of a place and the eight cells around it.
pub struct Neighbourhood {
    pub cells: Vec<CellRange>,
    /// Nothing outside is nearer than this, squared, in degrees of latitude; `None` for the whole map.
    pub reach: Option<f64>,
}

impl Neighbourhood {
    fn new(place: Coordinates, level: u32) -> Neighbourhood {
        if level == LEVELS {
            return Neighbourhood { cells: vec![(0, SIDE * SIDE)], reach: None };
        }
        let (row, column) = row_and_column(place);
        let (row, column) = (row >> level, column >> level);
        let cells = ranges(level, (row - 1, row + 1), (column - 1, column + 1));
        // A degree of longitude is the shorter one; the place is at least one whole cell away from the outside.
        let width = DEGREES * (1_i64 << level) as f64 * place.latitude.to_radians().cos();
        Neighbourhood { cells, reach: Some(width * width) }
    }
}

/// At most sixteen cells that cover the circle of so many degrees of latitude around a place.
pub fn cells_covering(centre: Coordinates, degrees: f64) -> Vec<CellRange> {
    let wide = degrees / centre.latitude.to_radians().cos().max(1e-9);
    let corner = |sign: f64| {
        row_and_column(Coordinates {
            latitude: centre.latitude + sign * degrees,
            longitude: centre.longitude + sign * wide,
        })
    };
    let ((south, west), (north, east)) = (corner(-1.0), corner(1.0));
    let is_few = |level: u32| (north >> level) - (south >> level) < 4 && (east >> level) - (west >> level) < 4;
    let level = (0..LEVELS).find(|level| is_few(*level)).unwrap_or(LEVELS);
    ranges(level, (south >> level, north >> level), (west >> level, east >> level))
}

fn row_and_column(place: Coordinates) -> (i64, i64) {
    let index = |degrees: f64| ((degrees / DEGREES) as i64).clamp(0, SIDE - 1);
    (index(place.latitude + 90.0), index(place.longitude + 180.0))
}

/// The cells of that level in those rows and columns, both ends included. Cells whose numbers follow one another are
/// one range.
fn ranges(level: u32, rows: (i64, i64), columns: (i64, i64)) -> Vec<CellRange> {
    let most = (SIDE >> level) - 1;
    let cells = (rows.0.max(0)..=rows.1.min(most)).flat_map(|row| {
        (columns.0.max(0)..=columns.1.min(most)).map(move |column| morton_code(row, column) << (2 * level))
    });
    let mut starts: Vec<i64> = cells.collect();
    starts.sort_unstable();
    let mut ranges: Vec<CellRange> = Vec::with_capacity(starts.len());
    for start in starts {
        let end = start + (1 << (2 * level));
        match ranges.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => ranges.push((start, end)),
        }
    }
    ranges
}

/// The Morton code: the bits of the row and of the column, interleaved.
fn morton_code(row: i64, column: i64) -> i64 {
    (0..LEVELS).fold(0, |number, bit| number | ((column >> bit & 1) << (2 * bit)) | ((row >> bit & 1) << (2 * bit + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LUBUMBASHI: Coordinates = Coordinates { latitude: -11.66, longitude: 27.48 };

    fn hold(ranges: &[CellRange], place: Coordinates) -> bool {
        ranges.iter().any(|(from, to)| (*from..*to).contains(&cell_number(place)))
    }

    fn moved(north: f64, east: f64) -> Coordinates {
        Coordinates { latitude: LUBUMBASHI.latitude + north, longitude: LUBUMBASHI.longitude + east }
    }

    #[test]
    fn quarters_follow_one_another() {
        assert_eq!(
            [morton_code(0, 0), morton_code(0, 1), morton_code(1, 0), morton_code(1, 1), morton_code(0, 2)],
            [0, 1, 2, 3, 4]
        );
        assert_eq!(ranges(1, (0, 1), (0, 1)), [(0, 16)]);
    }

    #[test]
    fn nothing_within_reach_lies_outside() {
        let flattening = LUBUMBASHI.latitude.to_radians().cos();
        for neighbourhood in neighbourhoods(LUBUMBASHI) {
            assert!(hold(&neighbourhood.cells, LUBUMBASHI));
            let Some(reach) = neighbourhood.reach else { continue };
            let reach = reach.sqrt() * 0.999;
            for (north, east) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7)] {
                assert!(hold(&neighbourhood.cells, moved(north * reach, east * reach / flattening)));
            }
        }
        assert!(neighbourhoods(LUBUMBASHI).last().is_some_and(|all| all.reach.is_none()));
    }

    #[test]
    fn a_circle_is_covered_by_few_cells_and_little_else() {
        for degrees in [0.000_01, 0.001, 0.1, 2.0, 40.0, 180.0] {
            let ranges = cells_covering(LUBUMBASHI, degrees);
            assert!(ranges.len() <= 16, "{degrees}");
            let edge = degrees * 0.999;
            for (north, east) in [(edge, 0.0), (-edge, 0.0), (0.0, edge), (0.0, -edge)] {
                let place = moved(north, east);
                let on_earth = place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0;
                assert!(!on_earth || hold(&ranges, place), "{degrees}");
            }
        }
        assert!(!hold(&cells_covering(LUBUMBASHI, 0.1), moved(0.5, 0.0)));
    }

    #[test]
    fn the_ends_of_the_earth_have_cells() {
        for (latitude, longitude) in [(90.0, 180.0), (-90.0, -180.0), (90.0, -180.0)] {
            let place = Coordinates { latitude, longitude };
            assert!((0..SIDE * SIDE).contains(&cell_number(place)));
            assert!(neighbourhoods(place).all(|neighbourhood| hold(&neighbourhood.cells, place)));
            assert!(hold(&cells_covering(place, 1.0), place));
        }
    }
}
