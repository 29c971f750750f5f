//! The map in squares that are yet to be read, the nearest first; one that holds too much is read in quarters. Pure.

use domain::Coordinates;

use crate::events::listing::nearby::squares::{Square, squared_gap};

pub struct Frontier {
    place: Coordinates,
    /// With how far they are, the nearest last.
    waiting: Vec<(f64, Square)>,
}

impl Frontier {
    pub fn of_the_whole_map(place: Coordinates) -> Frontier {
        Frontier { place, waiting: vec![(0.0, Square::WHOLE_MAP)] }
    }

    /// The next few squares of which something may be that near.
    pub fn take(&mut self, most: usize, within: f64) -> Vec<Square> {
        let near = self.waiting.iter().rev().take(most).take_while(|(gap, _)| *gap <= within).count();
        self.waiting.split_off(self.waiting.len() - near).into_iter().map(|(_, square)| square).collect()
    }

    pub fn quarter(&mut self, square: Square) {
        self.waiting.extend(square.quarters().map(|quarter| (squared_gap(self.place, quarter), quarter)));
        self.waiting.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::listing::nearby::squares::square_of;

    const LUBUMBASHI: Coordinates = Coordinates { latitude: -11.66, longitude: 27.48 };
    const KINSHASA: Coordinates = Coordinates { latitude: -4.33, longitude: 15.31 };

    #[test]
    fn a_far_place_is_found_by_reading_little_else() {
        let mut frontier = Frontier::of_the_whole_map(LUBUMBASHI);
        let (wanted, mut read) = (square_of(KINSHASA), 0);
        let found = loop {
            let square = frontier.take(1, f64::INFINITY)[0];
            read += 1;
            let (from, to) = square.range();
            match (from..to).contains(&wanted) {
                true if square.is_smallest() => break square,
                true => frontier.quarter(square),
                false => {}
            }
        };
        assert_eq!(found.range(), (wanted, wanted + 1));
        assert!(read <= 1 + 4 * 20, "{read}");
    }

    #[test]
    fn the_nearest_are_taken_and_nothing_beyond_reach() {
        let mut frontier = Frontier::of_the_whole_map(LUBUMBASHI);
        let whole = frontier.take(9, 0.0)[0];
        frontier.quarter(whole);
        let own = frontier.take(9, 0.0);
        assert_eq!(own.len(), 1, "three quarters of the earth are elsewhere");
        let (from, to) = own[0].range();
        assert!((from..to).contains(&square_of(LUBUMBASHI)));
        assert!(frontier.take(9, 1.0).is_empty());
        assert_eq!(frontier.take(2, f64::INFINITY).len(), 2);
        assert_eq!(frontier.take(2, f64::INFINITY).len(), 1);
    }
}
