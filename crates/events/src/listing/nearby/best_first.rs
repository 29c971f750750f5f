//! A best-first search over the quadtree, pure: cells that are yet to be read wait in the order of their distance, and
//! a cell that holds too much is replaced by its four quarters.

use domain::Coordinates;

use crate::quadtree::{Cell, squared_distance_to_cell};

pub struct BestFirstSearch {
    place: Coordinates,
    /// Cells with their squared distance, the nearest last.
    waiting: Vec<(f64, Cell)>,
}

impl BestFirstSearch {
    pub fn from_whole_map(place: Coordinates) -> BestFirstSearch {
        BestFirstSearch { place, waiting: vec![(0.0, Cell::WHOLE_MAP)] }
    }

    /// Takes the next cells, at most `most`, that something nearer than `within` may lie in.
    pub fn take_nearest(&mut self, most: usize, within: f64) -> Vec<Cell> {
        let near = self.waiting.iter().rev().take(most).take_while(|(distance, _)| *distance <= within).count();
        self.waiting.split_off(self.waiting.len() - near).into_iter().map(|(_, cell)| cell).collect()
    }

    /// Puts the four quarters of a cell in its place.
    pub fn split(&mut self, cell: Cell) {
        self.waiting.extend(cell.quarters().map(|quarter| (squared_distance_to_cell(self.place, quarter), quarter)));
        self.waiting.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quadtree::cell_number;

    const LUBUMBASHI: Coordinates = Coordinates { latitude: -11.66, longitude: 27.48 };
    const KINSHASA: Coordinates = Coordinates { latitude: -4.33, longitude: 15.31 };

    #[test]
    fn a_far_place_is_found_by_reading_little_else() {
        let mut search = BestFirstSearch::from_whole_map(LUBUMBASHI);
        let (wanted, mut read) = (cell_number(KINSHASA), 0);
        let found = loop {
            let cell = search.take_nearest(1, f64::INFINITY)[0];
            read += 1;
            let (from, to) = cell.range();
            match (from..to).contains(&wanted) {
                true if cell.is_smallest() => break cell,
                true => search.split(cell),
                false => {}
            }
        };
        assert_eq!(found.range(), (wanted, wanted + 1));
        assert!(read <= 1 + 4 * 20, "{read}");
    }

    #[test]
    fn the_nearest_are_taken_and_nothing_beyond_reach() {
        let mut search = BestFirstSearch::from_whole_map(LUBUMBASHI);
        let whole = search.take_nearest(9, 0.0)[0];
        search.split(whole);
        let own = search.take_nearest(9, 0.0);
        assert_eq!(own.len(), 1, "three quarters of the earth are elsewhere");
        let (from, to) = own[0].range();
        assert!((from..to).contains(&cell_number(LUBUMBASHI)));
        assert!(search.take_nearest(9, 1.0).is_empty());
        assert_eq!(search.take_nearest(2, f64::INFINITY).len(), 2);
        assert_eq!(search.take_nearest(2, f64::INFINITY).len(), 1);
    }
}
