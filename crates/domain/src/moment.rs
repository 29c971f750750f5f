//! Moments as people and programs write them: milliseconds since 1970, RFC 3339, or what a clock of the town shows.

use crate::{Day, Hour, Instant, Town};

/// A moment that was typed. A day or an hour without a zone is one of the event's town, which the form may not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedMoment {
    Exact(Instant),
    Local(Day, Hour),
    WholeDay(Day),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("La date doit être au format AAAA-MM-JJ ou AAAA-MM-JJTHH:mm.")]
pub struct NotAMoment;

/// The last millisecond of the year 9999: what lies beyond can't be written as a date.
const LATEST: i64 = 253_402_300_799_999;

impl TypedMoment {
    /// The moment from which on something is: a day begins at midnight.
    pub fn start_in(self, town: Town) -> Instant {
        match self {
            TypedMoment::Exact(instant) => instant,
            TypedMoment::Local(day, hour) => day.at(hour, town),
            TypedMoment::WholeDay(day) => day.at(Hour::MIDNIGHT, town),
        }
    }

    /// The moment until which something is: a day lasts until the next one begins.
    pub fn end_in(self, town: Town) -> Instant {
        match self {
            TypedMoment::WholeDay(day) => day.end_in(town),
            other => other.start_in(town),
        }
    }
}

impl std::str::FromStr for TypedMoment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<TypedMoment, NotAMoment> {
        let text = text.trim();
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let millis = text.parse().map_err(|_| NotAMoment)?;
            return exact(millis);
        }
        if let Ok(day) = text.parse::<Day>() {
            return Ok(TypedMoment::WholeDay(day));
        }
        let (day, time) = text.split_once('T').ok_or(NotAMoment)?;
        if time.ends_with('Z') || time.contains(['+', '-']) {
            let timestamp: jiff::Timestamp = text.parse().map_err(|_| NotAMoment)?;
            return exact(timestamp.as_millisecond());
        }
        let day = day.parse().map_err(|_| NotAMoment)?;
        Ok(TypedMoment::Local(day, time.parse().map_err(|_| NotAMoment)?))
    }
}

fn exact(millis: i64) -> Result<TypedMoment, NotAMoment> {
    if (0..=LATEST).contains(&millis) { Ok(TypedMoment::Exact(Instant::from_millis(millis))) } else { Err(NotAMoment) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-14 at 10:00 UTC, which is noon in Lubumbashi.
    const NOON: Instant = Instant::from_millis(1_794_650_400_000);

    fn typed(text: &str) -> TypedMoment {
        text.parse().unwrap()
    }

    #[test]
    fn one_moment_is_written_in_many_ways() {
        for text in ["1794650400000", "2026-11-14T10:00:00Z", "2026-11-14T12:00:00+02:00", "2026-11-14T12:00"] {
            assert_eq!(typed(text).start_in(Town::Lubumbashi), NOON, "{text}");
            assert_eq!(typed(text).end_in(Town::Lubumbashi), NOON, "{text}");
        }
        assert_eq!(typed("2026-11-14T12:00").start_in(Town::Kinshasa), NOON.plus_seconds(3600));
    }

    #[test]
    fn a_day_is_meant_whole() {
        let day = typed("2026-11-14");
        assert_eq!(day.start_in(Town::Lubumbashi), NOON.plus_seconds(-12 * 3600));
        assert_eq!(day.end_in(Town::Lubumbashi), NOON.plus_seconds(12 * 3600));
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in ["", "demain", "2026-02-30", "2026-11-14T25:00", "2026-11-14 12:00", "99999999999999999999", "-1"] {
            assert_eq!(text.parse::<TypedMoment>(), Err(NotAMoment), "{text}");
        }
    }
}
