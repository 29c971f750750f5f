//! Events as an iCalendar file (RFC 5545), pure.

use std::time::Duration;

use domain::{Day, Hour, Instant, Town, today_in};

use crate::model::EventRow;

/// How long an event of one day lasts in a calendar, because events have no hour at which they end.
const USUAL_LENGTH: Duration = Duration::from_secs(3 * 3600);

/// Bytes of a line before it must be folded (section 3.1).
const LONGEST_LINE: usize = 75;

/// An event and when it was last changed, which becomes its DTSTAMP: with the time of the request in its place, no two
/// answers would be the same.
pub struct DatedEvent {
    pub event: EventRow,
    pub changed: Instant,
}

pub fn write_calendar(events: &[DatedEvent], public_url: &str) -> String {
    let mut lines = Lines::default();
    lines.add("BEGIN", "VCALENDAR");
    lines.add("VERSION", "2.0");
    lines.add("PRODID", "-//Tukio//Evenements//FR");
    lines.add("CALSCALE", "GREGORIAN");
    lines.add("METHOD", "PUBLISH");
    lines.add_text("X-WR-CALNAME", "Tukio");
    for dated in events {
        add_event(&mut lines, dated, public_url);
    }
    lines.add("END", "VCALENDAR");
    lines.0
}

fn add_event(lines: &mut Lines, DatedEvent { event, changed }: &DatedEvent, public_url: &str) {
    let address = format!("{public_url}/events/{}", event.id);
    lines.add("BEGIN", "VEVENT");
    lines.add("UID", &format!("{}@tukio", event.id));
    lines.add("DTSTAMP", &utc(*changed));
    if let Some(last) = event.ended_day.filter(|last| *last > event.first_day) {
        // Several days: whole ones, and the end is the day after the last.
        lines.add("DTSTART;VALUE=DATE", &date(event.first_day));
        lines.add("DTEND;VALUE=DATE", &date(last.plus_days(1)));
    } else {
        lines.add("DTSTART", &utc(event.starts_at()));
        lines.add("DTEND", &utc(event.starts_at() + USUAL_LENGTH));
    }
    lines.add_text("SUMMARY", &event.name);
    lines.add_text("LOCATION", &event.address_in_town());
    lines.add_text("CATEGORIES", event.category.name());
    if let Some(place) = event.place {
        lines.add("GEO", &format!("{};{}", place.latitude, place.longitude));
    }
    let hour = format!("{} à {}", event.hour, event.town.name());
    let description = event.description.as_deref().map(str::trim).unwrap_or_default();
    lines.add_text("DESCRIPTION", format!("{hour}\n{description}\n{address}").as_str());
    lines.add("URL", &address);
    lines.add("STATUS", if event.cancelled { "CANCELLED" } else { "CONFIRMED" });
    lines.add("END", "VEVENT");
}

fn date(day: Day) -> String {
    day.to_string().replace('-', "")
}

/// The moment in UTC, so that no calendar needs to know our time zones.
fn utc(instant: Instant) -> String {
    // Kinshasa is an hour ahead of UTC all year: an hour earlier, its clocks show UTC.
    let shifted = instant - Duration::from_secs(3600);
    let day = today_in(Town::Kinshasa, shifted);
    let seconds = (shifted.millis() - day.at(Hour::MIDNIGHT, Town::Kinshasa).millis()).div_euclid(1000);
    format!("{}T{:02}{:02}{:02}Z", date(day), seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    /// Adds a line whose value is free text, escaped (section 3.3.11).
    fn add_text(&mut self, name: &str, text: &str) {
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

    /// Adds a line, folded where it is too long, never inside a character.
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
        assert_eq!(utc(day.at(hour, Town::Lubumbashi)), "20261114T173000Z");
        assert_eq!(utc(day.at(Hour::MIDNIGHT, Town::Goma)), "20261113T220000Z");
    }

    #[test]
    fn long_lines_are_folded_and_signs_escaped() {
        let mut lines = Lines::default();
        lines.add_text("SUMMARY", &"é,".repeat(60));
        assert!(lines.0.split("\r\n").all(|line| line.len() <= LONGEST_LINE));
        assert_eq!(lines.0.replace("\r\n ", ""), format!("SUMMARY:{}\r\n", "é\\,".repeat(60)));
    }
}
