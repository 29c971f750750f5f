//! Dates in French and shortened texts, for head tags and social pictures.

use domain::Day;

const DAYS: [&str; 7] = ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."];
const MONTHS: [&str; 12] =
    ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."];

/// `sam. 14 nov. 2026`
pub fn day(day: Day) -> String {
    let weekday = DAYS[day.weekday() as usize];
    let month = MONTHS[day.month() as usize - 1];
    let ordinal = if day.day_of_month() == 1 { "er" } else { "" };
    format!("{weekday} {}{ordinal} {month} {}", day.day_of_month(), day.year())
}

/// `novembre 2026`
pub fn month(day: Day) -> String {
    format!("{} {}", day.month_name(), day.year())
}

/// At most so many characters, ending on a whole word and an ellipsis when something was cut.
pub fn cut(text: &str, most: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= most {
        return text;
    }
    let kept: String = text.chars().take(most - 1).collect();
    let ends_a_word = text.chars().nth(most - 1) == Some(' ');
    let whole =
        if ends_a_word { kept.as_str() } else { kept.rsplit_once(' ').map_or(kept.as_str(), |(words, _)| words) };
    format!("{}…", whole.trim_end_matches([',', ';', ':', '.', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_read_as_people_say_them() {
        assert_eq!(day("2026-11-14".parse().unwrap()), "sam. 14 nov. 2026");
        assert_eq!(day("2026-08-02".parse().unwrap()), "dim. 2 août 2026");
        assert_eq!(day("2026-12-01".parse().unwrap()), "mar. 1er déc. 2026");
    }

    #[test]
    fn long_texts_end_on_a_word() {
        assert_eq!(cut("un  deux\ntrois", 20), "un deux trois");
        assert_eq!(cut("un deux trois quatre", 14), "un deux trois…");
        assert_eq!(cut(&"é".repeat(300), 150).chars().count(), 150);
    }
}
