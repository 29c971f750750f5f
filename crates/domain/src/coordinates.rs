//! A point on the map, written `lat,lng` on the wire.

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coordinates {
    pub latitude: f64,
    pub longitude: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a place")]
pub struct NotCoordinates;

impl std::str::FromStr for Coordinates {
    type Err = NotCoordinates;

    fn from_str(text: &str) -> Result<Coordinates, NotCoordinates> {
        let (latitude, longitude) = text.split_once(',').ok_or(NotCoordinates)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| NotCoordinates);
        let place = Coordinates { latitude: number(latitude)?, longitude: number(longitude)? };
        let on_earth = place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0;
        // A NaN compares false, so it is refused here too.
        if on_earth { Ok(place) } else { Err(NotCoordinates) }
    }
}

impl std::fmt::Display for Coordinates {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{},{}", self.latitude, self.longitude)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_back_as_written() {
        let place: Coordinates = "-11.66, 27.48".parse().unwrap();
        assert_eq!(place.to_string(), "-11.66,27.48");
        assert_eq!(place.to_string().parse(), Ok(place));
    }

    #[test]
    fn what_is_not_on_earth_is_refused() {
        for text in ["", "1", "91,0", "0,181", "NaN,0", "inf,1", "a,b", "1,2,3"] {
            assert!(text.parse::<Coordinates>().is_err(), "{text}");
        }
    }
}
