//! An hour of the day, as printed on a poster.

/// Written `HH:mm`; `HH:mm:ss` is accepted too and its seconds are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hour(u16);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00).")]
pub struct NotAnHour;

impl Hour {
    pub const MIDNIGHT: Hour = Hour(0);

    /// Minutes since midnight.
    pub fn minutes(self) -> u16 {
        self.0
    }

    pub fn from_minutes(minutes: u16) -> Option<Hour> {
        (minutes < 24 * 60).then_some(Hour(minutes))
    }
}

impl std::str::FromStr for Hour {
    type Err = NotAnHour;

    fn from_str(text: &str) -> Result<Hour, NotAnHour> {
        let two_digits = |part: &str, below: u16| {
            let digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u16>().ok().filter(|value| digits && *value < below).ok_or(NotAnHour)
        };
        let parts: Vec<&str> = text.split(':').collect();
        let (hours, minutes) = match parts[..] {
            [hours, minutes] => (hours, minutes),
            [hours, minutes, seconds] => {
                two_digits(seconds, 60)?;
                (hours, minutes)
            }
            _ => return Err(NotAnHour),
        };
        Ok(Hour(two_digits(hours, 24)? * 60 + two_digits(minutes, 60)?))
    }
}

impl std::fmt::Display for Hour {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_the_short_one_is_written() {
        assert_eq!("14:30".parse::<Hour>().unwrap().to_string(), "14:30");
        assert_eq!("00:00:59".parse::<Hour>().unwrap().to_string(), "00:00");
        for text in ["", "24:00", "9:00", "14:60", "14:30:60", "14h30", "+1:30", "14:30:00:00"] {
            assert!(text.parse::<Hour>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_day_has_1440_minutes() {
        let written = |minutes| Hour::from_minutes(minutes).map(|hour| hour.to_string());
        assert_eq!((written(0), written(1439), written(1440)), (Some("00:00".into()), Some("23:59".into()), None));
        assert_eq!("23:59".parse().map(Hour::minutes), Ok(1439));
    }
}
