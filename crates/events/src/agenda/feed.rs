//! Events in iCalendar's words (RFC 5545), pure.

use domain::{Day, Hour, Instant, Town, today_in};

use crate::model::EventRow;

/// Nobody says when an evening ends; calendars want to know all the same.
const USUAL_HOURS: i64 = 3;

/// A line may be this long, counted in bytes, before it must be folded.
const LONGEST_LINE: usize = 75;

/// An event and when it was last changed: with the time of asking in its place, every answer would be another.
pub type Stamped = (EventRow, Instant);

pub fn calendar(events: &[Stamped], public_url: &str) -> String {
    let mut lines = Lines::default();
    lines.add("BEGIN", "VCALENDAR");
    lines.add("VERSION", "2.0");
    lines.add("PRODID", "-//Tukio//Evenements//FR");
    lines.add("CALSCALE", "GREGORIAN");
    lines.add("METHOD", "PUBLISH");
    lines.text("X-WR-CALNAME", "Tukio");
    for (event, changed) in events {
        add_event(&mut lines, event, *changed, public_url);
    }
    lines.add("END", "VCALENDAR");
    lines.0
}

fn add_event(lines: &mut Lines, event: &EventRow, changed: Instant, public_url: &str) {
    let address = format!("{public_url}/events/{}", event.id);
    lines.add("BEGIN", "VEVENT");
    lines.add("UID", &format!("{}@tukio", event.id));
    lines.add("DTSTAMP", &moment(changed));
    if let Some(last) = event.ended_day.filter(|last| *last > event.first_day) {
        // Several days: whole ones, and the end is the day after the last.
        lines.add("DTSTART;VALUE=DATE", &date(event.first_day));
        lines.add("DTEND;VALUE=DATE", &date(last.plus_days(1)));
    } else {
        lines.add("DTSTART", &moment(event.starts_at()));
        lines.add("DTEND", &moment(event.starts_at().plus_seconds(USUAL_HOURS * 3600)));
    }
    lines.text("SUMMARY", &event.name);
    lines.text("LOCATION", &event.address_in_town());
    lines.text("CATEGORIES", event.category.name());
    if let Some(place) = event.place {
        lines.add("GEO", &format!("{};{}", place.latitude, place.longitude));
    }
    let hour = format!("{} à {}", event.hour, event.town.name());
    let told = event.description.as_deref().map(str::trim).unwrap_or_default();
    lines.text("DESCRIPTION", format!("{hour}\n{told}\n{address}").as_str());
    lines.add("URL", &address);
    lines.add("STATUS", if event.cancelled { "CANCELLED" } else { "CONFIRMED" });
    lines.add("END", "VEVENT");
}

fn date(day: Day) -> String {
    day.to_string().replace('-', "")
}

/// In UTC, so that no calendar needs to know our time zones.
fn moment(instant: Instant) -> String {
    // Kinshasa is an hour ahead of UTC all year: an hour earlier, its clocks show UTC.
    let shifted = instant.plus_seconds(-3600);
    let day = today_in(Town::Kinshasa, shifted);
    let seconds = (shifted.millis() - day.at(Hour::MIDNIGHT, Town::Kinshasa).millis()).div_euclid(1000);
    format!("{}T{:02}{:02}{:02}Z", date(day), seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn text(&mut self, name: &str, text: &str) {
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\\' | ';' | ',' => escaped.extend(['\\', c]),
                '\n' => escaped.push_str("\\n"),
                c if c.is_control() => {}
                c => escaped.push(c),
            }
        }
        self.add(name, &escaped);
    }

    /// Writes the line, folded where it is too long, never inside a character.
    fn add(&mut self, name: &str, value: &str) {
        let mut room = LONGEST_LINE;
        for c in format!("{name}:{value}").chars() {
            if c.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = LONGEST_LINE - 1;
            }
            self.0.push(c);
            room -= c.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_in_utc() {
        let hour = Hour::from_minutes(19 * 60 + 30).unwrap();
        let day: Day = "2026-11-14".parse().unwrap();
        assert_eq!(moment(day.at(hour, Town::Lubumbashi)), "20261114T173000Z");
        assert_eq!(moment(day.at(Hour::MIDNIGHT, Town::Goma)), "20261113T220000Z");
    }

    #[test]
    fn long_lines_are_folded_and_signs_escaped() {
        let mut lines = Lines::default();
        lines.text("SUMMARY", &"é,".repeat(60));
        assert!(lines.0.split("\r\n").all(|line| line.len() <= LONGEST_LINE));
        assert_eq!(lines.0.replace("\r\n ", ""), format!("SUMMARY:{}\r\n", "é\\,".repeat(60)));
    }
}
