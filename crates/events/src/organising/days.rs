//! When an event takes place, and until when its tickets are paid back: the rules, pure.

use domain::{Day, FieldErrors, Instant, Town, today_in};

use crate::model::EventRow;
use crate::refund_terms::{RefundPolicy, RefundTerms};

pub const IN_THE_PAST: &str = "La date de début ne peut pas être dans le passé";
pub const ENDS_BEFORE: &str = "La date de fin doit être supérieure ou égale à la date de début";

/// Days that an event may last: longer ones are a series of events, or a mistake.
const MOST_DAYS: i64 = 366;

/// How far ahead an event may begin. It catches a mistyped year.
const DAYS_AHEAD: i64 = 5 * 366;

/// The first and the last day of an event; `last` is `None` where it has one day.
#[derive(Debug, Clone, Copy)]
pub struct Days {
    pub first: Day,
    pub last: Option<Day>,
}

impl Days {
    pub fn of(row: &EventRow) -> Days {
        Days { first: row.first_day, last: row.ended_day }
    }

    /// Notes what is wrong with the days of an event in this town. `before` is the first day that it had.
    pub fn check(self, town: Town, before: Option<Day>, now: Instant, errors: &mut FieldErrors) {
        let today = today_in(town, now);
        let is_kept = before == Some(self.first);
        errors.require(is_kept || self.first >= today, "started_at", IN_THE_PAST);
        errors.require(
            self.first <= today.plus_days(DAYS_AHEAD),
            "started_at",
            "La date de début est à plus de cinq ans d'ici",
        );
        if let Some(last) = self.last {
            errors.require(last >= self.first, "ended_at", ENDS_BEFORE);
            errors.require(
                last.number() - self.first.number() < MOST_DAYS,
                "ended_at",
                "Un évènement dure un an au plus",
            );
        }
    }

    /// Money is promised back until a day of the event at the latest, and until its first one where no day is named.
    pub fn check_refunds(self, refunds: &mut RefundTerms, errors: &mut FieldErrors) {
        if refunds.policy == RefundPolicy::Until {
            let until = refunds.until.unwrap_or(self.first);
            errors.require(
                until <= self.last.unwrap_or(self.first),
                "refund_until",
                "Les billets sont remboursés jusqu'au jour de l'évènement au plus tard",
            );
            refunds.until = Some(until);
        }
    }
}

/// An event that has begun keeps its first day; a new first day lies ahead.
pub fn check_days(row: &EventRow, before: Option<&EventRow>, now: Instant, errors: &mut FieldErrors) {
    Days::of(row).check(row.town, before.map(|before| before.first_day), now, errors);
}
