//! The new date of an event that is postponed, and its rules, pure.

use domain::{Day, FieldErrors, Hour, Instant, today_in};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::model::EventRow;
use crate::organising::days::check_days;
use crate::organising::message::read_message;
use crate::refund_terms::{Postponement, RefundTerms};
use platform::fields::read;
use platform::schemas;

/// A new date as it is typed.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct NewDateFields {
    #[serde(default)]
    #[schema(required, schema_with = schemas::day)]
    started_at: String,
    /// Absent, the event lasts as long as before.
    #[schema(schema_with = schemas::day_or_empty)]
    ended_at: Option<String>,
    /// Absent, the hour stays.
    #[schema(schema_with = schemas::hour)]
    hour: Option<String>,
    /// Until this day holders get their money back by asking.
    #[serde(default)]
    #[schema(required, schema_with = schemas::day)]
    refund_until: String,
    /// What the holders are told besides.
    #[schema(nullable = false, max_length = 1000)]
    message: Option<String>,
}

/// A new date that could be read.
#[derive(Debug, Clone)]
pub struct NewDate {
    first_day: Day,
    ended_day: Option<Option<Day>>,
    hour: Option<Hour>,
    refund_until: Day,
    pub message: Option<String>,
}

const NOT_A_DAY: &str = "La nouvelle date doit être une date";

impl NewDate {
    pub fn read(fields: &NewDateFields) -> Result<NewDate, FieldErrors> {
        let mut errors = FieldErrors::new();
        let day = |text: &str, message: &'static str| text.trim().parse::<Day>().map_err(|_| message);
        let first_day = errors.check_parsed("started_at", day(&fields.started_at, NOT_A_DAY));
        let ended_day = read(&mut errors, "ended_at", &fields.ended_at, |text| match text {
            "" => Ok(None),
            text => day(text, "La date de fin doit être une date").map(Some),
        });
        let hour = read(&mut errors, "hour", &fields.hour, str::parse);
        let refund_until = day(&fields.refund_until, "Indiquez jusqu'à quel jour les billets sont remboursés");
        let refund_until = errors.check_parsed("refund_until", refund_until);
        let message = read_message(fields.message.as_deref(), &mut errors);
        match (first_day, refund_until) {
            (Some(first_day), Some(refund_until)) if errors.is_empty() => {
                Ok(NewDate { first_day, ended_day, hour, refund_until, message })
            }
            _ => Err(errors),
        }
    }

    /// The event at its new date, which lies ahead and is another one.
    pub fn apply(&self, before: &EventRow, now: Instant) -> Result<EventRow, FieldErrors> {
        let mut errors = FieldErrors::new();
        let shift = self.first_day.number() - before.first_day.number();
        let kept_length = before.ended_day.map(|last| last.plus_days(shift));
        let postponed = Postponement { from: Some(before.first_day), refund_until: self.refund_until };
        let row = EventRow {
            first_day: self.first_day,
            ended_day: self.ended_day.unwrap_or(kept_length),
            hour: self.hour.unwrap_or(before.hour),
            refunds: RefundTerms { postponed: Some(postponed), ..before.refunds },
            ..before.clone()
        };
        check_days(&row, None, now, &mut errors);
        errors.require(row.starts_at() > now, "hour", "La nouvelle date doit être à venir");
        errors.require(
            row.starts_at() != before.starts_at() || row.last_day() != before.last_day(),
            "started_at",
            "Choisissez une autre date que celle d'avant",
        );
        errors.require(
            self.refund_until >= today_in(row.town, now),
            "refund_until",
            "Laissez aux participants au moins la journée pour demander leur remboursement",
        );
        errors.require(
            self.refund_until <= row.first_day,
            "refund_until",
            "Le remboursement se demande jusqu'au jour de l'évènement au plus tard",
        );
        errors.into_result().map(|()| row)
    }
}
