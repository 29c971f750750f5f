//! Moments and calendar days. A day is always a day *somewhere*: see [`today_in`].

use std::time::Duration;

use jiff::civil::Date;

use crate::{Hour, Town};

/// A moment, in milliseconds since 1970 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(i64);

impl Instant {
    pub const fn from_millis(millis: i64) -> Instant {
        Instant(millis)
    }

    pub const fn millis(self) -> i64 {
        self.0
    }

    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Returns how long ago `earlier` was; zero if it is still to come.
    pub fn since(self, earlier: Instant) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }

    pub const fn plus_seconds(self, seconds: i64) -> Instant {
        Instant(self.0 + seconds * 1000)
    }
}

impl std::ops::Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, length: Duration) -> Instant {
        Instant(self.0 + length.as_millis() as i64)
    }
}

impl std::ops::Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, length: Duration) -> Instant {
        Instant(self.0 - length.as_millis() as i64)
    }
}

/// Written as people and programs both read it: `2026-11-14T10:00:00Z`.
impl std::fmt::Display for Instant {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or_default().fmt(out)
    }
}

const EPOCH: Date = Date::constant(1970, 1, 1);
const MILLIS_PER_HOUR: i64 = 3_600_000;
const MILLIS_PER_DAY: i64 = 24 * MILLIS_PER_HOUR;

/// A calendar day, written `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(Date);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a day")]
pub struct NotADay;

impl Day {
    /// Returns the day so many days after 1970-01-01; `None` beyond the calendar.
    pub fn from_number(number: i64) -> Option<Day> {
        let days = jiff::Span::new().try_days(number).ok()?;
        EPOCH.checked_add(days).ok().map(Day)
    }

    /// Days since 1970-01-01: how days are stored and compared.
    pub fn number(self) -> i64 {
        // Two dates always have a distance in days.
        EPOCH.until(self.0).map_or(0, |span| i64::from(span.get_days()))
    }

    pub fn plus_days(self, days: i64) -> Day {
        Day::from_number(self.number() + days).unwrap_or(self)
    }

    pub fn year(self) -> i16 {
        self.0.year()
    }

    /// 1 to 12.
    pub fn month(self) -> i8 {
        self.0.month()
    }

    /// 1 to 31.
    pub fn day_of_month(self) -> i8 {
        self.0.day()
    }

    /// 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> i8 {
        self.0.weekday().to_monday_zero_offset()
    }

    pub fn first_of_month(self) -> Day {
        Day(self.0.first_of_month())
    }

    pub fn last_of_month(self) -> Day {
        Day(self.0.last_of_month())
    }

    /// The first day of a month; `month` from 1 to 12.
    pub fn of_month(year: i16, month: i8) -> Option<Day> {
        Date::new(year, month, 1).ok().map(Day)
    }

    pub fn sunday_of_week(self) -> Day {
        self.plus_days(i64::from(6 - self.weekday()))
    }

    /// The moment a clock in that town shows this day and hour.
    pub fn at(self, hour: Hour, town: Town) -> Instant {
        let local = self.number() * MILLIS_PER_DAY + i64::from(hour.minutes()) * 60_000;
        Instant(local - i64::from(town.utc_offset_hours()) * MILLIS_PER_HOUR)
    }

    /// The moment this day is over in that town.
    pub fn end_in(self, town: Town) -> Instant {
        self.plus_days(1).at(Hour::MIDNIGHT, town)
    }
}

/// The calendar day it is in that town.
pub fn today_in(town: Town, now: Instant) -> Day {
    let local = now.0 + i64::from(town.utc_offset_hours()) * MILLIS_PER_HOUR;
    Day::from_number(local.div_euclid(MILLIS_PER_DAY)).unwrap_or(Day(EPOCH))
}

impl std::str::FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Day, NotADay> {
        // Stricter than the parser: exactly ten characters, so that "2026-11-14T10:00" is not a day.
        if text.len() != 10 {
            return Err(NotADay);
        }
        text.parse().map(Day).map_err(|_| NotADay)
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_numbered_from_1970() {
        assert_eq!(day("1970-01-01").number(), 0);
        assert_eq!(day("2026-11-14").number(), 20_771);
        assert_eq!(Day::from_number(20_771), Some(day("2026-11-14")));
        assert_eq!(Day::from_number(i64::MAX), None);
        assert_eq!(day("2026-11-14").to_string(), "2026-11-14");
    }

    #[test]
    fn a_moment_is_written_for_people_and_programs() {
        assert_eq!(Instant::from_millis(1_794_650_400_000).to_string(), "2026-11-14T10:00:00Z");
    }

    #[test]
    fn moments_move_by_lengths_of_time() {
        let (start, minute) = (Instant::from_millis(1_000), Duration::from_secs(60));
        assert_eq!((start + minute, start - minute), (Instant::from_millis(61_000), Instant::from_millis(-59_000)));
        assert_eq!((start + minute).since(start), minute);
        assert_eq!(start.since(start + minute), Duration::ZERO);
    }

    #[test]
    fn midnight_comes_to_lubumbashi_first() {
        // 2026-11-14 22:30 UTC: already the 15th in Lubumbashi, still the 14th in Kinshasa.
        let now = Instant::from_millis(day("2026-11-14").number() * MILLIS_PER_DAY + 22 * MILLIS_PER_HOUR + 1_800_000);
        assert_eq!(today_in(Town::Lubumbashi, now), day("2026-11-15"));
        assert_eq!(today_in(Town::Kinshasa, now), day("2026-11-14"));
        assert!(day("2026-11-14").end_in(Town::Goma) < now);
        assert!(day("2026-11-14").end_in(Town::Kinshasa) > now);
    }

    #[test]
    fn weeks_end_on_sunday() {
        assert_eq!(day("2026-11-14").sunday_of_week(), day("2026-11-15"));
        assert_eq!(day("2026-11-15").sunday_of_week(), day("2026-11-15"));
        assert_eq!(day("2026-11-16").sunday_of_week(), day("2026-11-22"));
    }

    #[test]
    fn what_is_not_a_day_is_refused() {
        for text in ["", "2026-02-30", "2026-13-01", "14/11/2026", "2026-11-14T10:00", "+002026-11-14"] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_are_counted_whole_and_downwards() {
        let at = |millis| (Instant::from_millis(millis).seconds(), Instant::from_millis(millis).millis());
        assert_eq!([at(2_999), at(-1)], [(2, 2_999), (-1, -1)]);
    }

    #[test]
    fn a_month_has_a_first_and_a_last_day() {
        let day = day("2028-02-10");
        assert_eq!(Day::of_month(2028, 2), Some(day.first_of_month()));
        assert_eq!(
            (day.first_of_month().to_string(), day.last_of_month().to_string()),
            ("2028-02-01".into(), "2028-02-29".into())
        );
        assert_eq!(Day::of_month(2028, 13), None);
    }
}
