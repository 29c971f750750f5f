//! The six towns, each with its time zone and its centre.

use crate::{Coordinates, NotInList};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Town {
    Lubumbashi,
    Kinshasa,
    Kolwezi,
    Likasi,
    Goma,
    MbujiMayi,
}

impl Town {
    pub const ALL: [Town; 6] =
        [Town::Lubumbashi, Town::Kinshasa, Town::Kolwezi, Town::Likasi, Town::Goma, Town::MbujiMayi];

    pub fn name(self) -> &'static str {
        match self {
            Town::Lubumbashi => "Lubumbashi",
            Town::Kinshasa => "Kinshasa",
            Town::Kolwezi => "Kolwezi",
            Town::Likasi => "Likasi",
            Town::Goma => "Goma",
            Town::MbujiMayi => "Mbuji-mayi",
        }
    }

    /// Name of the zone in the IANA database.
    pub fn zone(self) -> &'static str {
        match self {
            Town::Kinshasa => "Africa/Kinshasa",
            _ => "Africa/Lubumbashi",
        }
    }

    /// Hours ahead of UTC. Neither zone has known daylight saving since 1920: a constant is exact.
    pub fn utc_offset_hours(self) -> i8 {
        match self {
            Town::Kinshasa => 1,
            _ => 2,
        }
    }

    pub fn centre(self) -> Coordinates {
        let (latitude, longitude) = match self {
            Town::Lubumbashi => (-11.6609, 27.4794),
            Town::Kinshasa => (-4.3276, 15.3136),
            Town::Kolwezi => (-10.7167, 25.4667),
            Town::Likasi => (-10.9814, 26.7333),
            Town::Goma => (-1.6792, 29.2228),
            Town::MbujiMayi => (-6.1360, 23.5898),
        };
        Coordinates { latitude, longitude }
    }
}

impl std::str::FromStr for Town {
    type Err = NotInList;

    fn from_str(name: &str) -> Result<Town, NotInList> {
        Town::ALL.into_iter().find(|town| town.name() == name).ok_or(NotInList)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towns_are_found_by_their_exact_name() {
        for town in Town::ALL {
            assert_eq!(town.name().parse(), Ok(town));
        }
        assert_eq!("Matadi".parse::<Town>(), Err(NotInList));
    }

    #[test]
    fn only_kinshasa_is_an_hour_behind() {
        for town in Town::ALL {
            assert_eq!(town.utc_offset_hours() == 1, town == Town::Kinshasa);
        }
    }

    #[test]
    fn every_town_lies_in_the_south_of_the_country() {
        for town in Town::ALL {
            let centre = town.centre();
            assert!((-12.0..-1.0).contains(&centre.latitude), "{town:?}");
            assert!((15.0..30.0).contains(&centre.longitude), "{town:?}");
        }
    }

    #[test]
    fn calendars_know_a_town_by_its_zone() {
        let zones = Town::ALL.map(Town::zone);
        let east = "Africa/Lubumbashi";
        assert_eq!(zones, [east, "Africa/Kinshasa", east, east, east, east]);
    }
}
