//! SQL of `newsletter_subscribers` and `appointments`.

use database::{Connection, DbError};
use domain::{Instant, fold};

use crate::model::Appointment;

/// Adds an address, and answers whether it is new. One that was there keeps its token.
pub fn insert_subscriber(c: &mut Connection<'_>, email: &str, token: &str, now: Instant) -> Result<bool, DbError> {
    let added = c.execute(
        "INSERT INTO newsletter_subscribers (email, email_folded, token, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (email_folded) DO NOTHING",
        &[&email, &fold(email), &token, &now],
    )?;
    Ok(added > 0)
}

pub fn delete_subscriber(c: &mut Connection<'_>, token: &str) -> Result<(), DbError> {
    c.execute("DELETE FROM newsletter_subscribers WHERE token = $1", &[&token])?;
    Ok(())
}

/// Since when an address has been on the list.
pub fn subscribed_since(c: &mut Connection<'_>, email: &str) -> Result<Option<Instant>, DbError> {
    c.query_opt("SELECT created_at FROM newsletter_subscribers WHERE email_folded = $1", &[&fold(email)], |row| {
        row.get(0)
    })
}

pub fn delete_subscriber_at(c: &mut Connection<'_>, email: &str) -> Result<(), DbError> {
    c.execute("DELETE FROM newsletter_subscribers WHERE email_folded = $1", &[&fold(email)])?;
    Ok(())
}

pub fn insert_appointment(c: &mut Connection<'_>, appointment: &Appointment, now: Instant) -> Result<(), DbError> {
    c.execute(
        "INSERT INTO appointments (name, phone, email, wished_day, hour_minutes, message, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            &appointment.name,
            &appointment.phone.typed(),
            &appointment.email,
            &appointment.day.number(),
            &i64::from(appointment.hour.minutes()),
            &appointment.message,
            &now,
        ],
    )?;
    Ok(())
}
