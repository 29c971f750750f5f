//! Days as people say them in French.

use crate::{Day, Hour, Instant, Town, today_in};

const WEEKDAYS: [&str; 7] = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"];

const MONTHS: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];

impl Day {
    pub fn month_name(self) -> &'static str {
        MONTHS[self.month() as usize - 1]
    }

    /// `samedi 14 novembre 2026`, `dimanche 1er novembre 2026`.
    pub fn in_words(self) -> String {
        let number = match self.day_of_month() {
            1 => "1er".to_owned(),
            number => number.to_string(),
        };
        format!("{} {number} {} {}", WEEKDAYS[self.weekday() as usize], self.month_name(), self.year())
    }
}

impl Town {
    /// A moment by the clocks of the town: `samedi 14 novembre 2026 à 12:00`.
    pub fn clock_words(self, at: Instant) -> String {
        let day = today_in(self, at);
        let minutes = at.since(day.at(Hour::MIDNIGHT, self)).as_secs() / 60;
        let hour = Hour::from_minutes(minutes as u16).unwrap_or(Hour::MIDNIGHT);
        format!("{} à {hour}", day.in_words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_in_words() {
        let said = |day: &str| day.parse::<Day>().unwrap().in_words();
        assert_eq!(said("2026-11-14"), "samedi 14 novembre 2026");
        assert_eq!(said("2026-11-01"), "dimanche 1er novembre 2026");
        assert_eq!(said("2027-08-02"), "lundi 2 août 2027");
    }

    #[test]
    fn a_moment_is_said_by_the_clocks_of_a_town() {
        let noon = Instant::from_millis(1_794_650_400_000);
        assert_eq!(Town::Lubumbashi.clock_words(noon), "samedi 14 novembre 2026 à 12:00");
        assert_eq!(Town::Kinshasa.clock_words(noon), "samedi 14 novembre 2026 à 11:00");
    }
}
