//! SQL of `newsletter_subscribers` and `appointments`.

use database::{Connection, DbError};
use domain::Instant;

use crate::site::model::Appointment;

pub fn insert_subscriber(c: &mut Connection<'_>, email: &str, folded: &str, now: Instant) -> Result<(), DbError> {
    c.execute(
        "INSERT INTO newsletter_subscribers (email, email_folded, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (email_folded) DO NOTHING",
        &[&email, &folded, &now],
    )?;
    Ok(())
}

pub fn insert_appointment(c: &mut Connection<'_>, asked: &Appointment, now: Instant) -> Result<(), DbError> {
    c.execute(
        "INSERT INTO appointments (name, phone, email, wished_day, hour_minutes, message, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            &asked.name,
            &asked.phone.typed(),
            &asked.email,
            &asked.day.number(),
            &i64::from(asked.hour.minutes()),
            &asked.message,
            &now,
        ],
    )?;
    Ok(())
}
