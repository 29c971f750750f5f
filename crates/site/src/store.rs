//! SQL of `newsletter_subscribers` and `appointments`.

use database::{Connection, DbError};
use domain::{Instant, UserId, fold};

use crate::model::{Appointment, StoredAppointment, Subscription};

/// Adds an address that waits to be confirmed, and answers whether its reader is to be asked. One that is confirmed stays as
/// it is, and so does one whose reader was asked after `asked_after`.
pub fn insert_subscriber(
    c: &mut Connection<'_>,
    email: &str,
    token: &str,
    asked_after: Instant,
    now: Instant,
) -> Result<bool, DbError> {
    let added = c.execute(
        "INSERT INTO newsletter_subscribers (email, email_folded, token, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (email_folded) DO UPDATE SET token = $3, created_at = $4
         WHERE newsletter_subscribers.confirmed_at IS NULL AND newsletter_subscribers.created_at <= $5",
        &[&email, &fold(email), &token, &now, &asked_after],
    )?;
    Ok(added > 0)
}

/// Answers whether the token is that of an address whose reader was asked after `asked_after`, or has confirmed already.
pub fn confirm_subscriber(
    c: &mut Connection<'_>,
    token: &str,
    asked_after: Instant,
    now: Instant,
) -> Result<bool, DbError> {
    let confirmed = c.execute(
        "UPDATE newsletter_subscribers SET confirmed_at = COALESCE(confirmed_at, $3)
         WHERE token = $1 AND (confirmed_at IS NOT NULL OR created_at > $2)",
        &[&token, &asked_after, &now],
    )?;
    Ok(confirmed > 0)
}

/// Forgets addresses that nobody has confirmed since then.
pub fn delete_unconfirmed(c: &mut Connection<'_>, asked_before: Instant) -> Result<(), DbError> {
    c.execute("DELETE FROM newsletter_subscribers WHERE confirmed_at IS NULL AND created_at <= $1", &[&asked_before])?;
    Ok(())
}

pub fn delete_subscriber(c: &mut Connection<'_>, token: &str) -> Result<(), DbError> {
    c.execute("DELETE FROM newsletter_subscribers WHERE token = $1", &[&token])?;
    Ok(())
}

/// What the list knows of an address.
pub fn find_subscription(c: &mut Connection<'_>, email: &str) -> Result<Option<Subscription>, DbError> {
    c.query_opt(
        "SELECT created_at, confirmed_at FROM newsletter_subscribers WHERE email_folded = $1",
        &[&fold(email)],
        |row| Ok(Subscription { asked: row.get("created_at")?, confirmed: row.get("confirmed_at")? }),
    )
}

pub fn delete_subscriber_at(c: &mut Connection<'_>, email: &str) -> Result<(), DbError> {
    c.execute("DELETE FROM newsletter_subscribers WHERE email_folded = $1", &[&fold(email)])?;
    Ok(())
}

pub fn insert_appointment(
    c: &mut Connection<'_>,
    user: Option<UserId>,
    appointment: &Appointment,
    now: Instant,
) -> Result<(), DbError> {
    c.execute(
        "INSERT INTO appointments
            (user_id, name, phone, email, email_folded, wished_day, hour_minutes, message, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        &[
            &user,
            &appointment.name,
            &appointment.phone.typed(),
            &appointment.email,
            &appointment.email.as_deref().map(fold),
            &appointment.day.number(),
            &i64::from(appointment.hour.minutes()),
            &appointment.message,
            &now,
        ],
    )?;
    Ok(())
}

/// The appointments that somebody asked for while signed in, or with an address that is theirs.
pub fn list_appointments(
    c: &mut Connection<'_>,
    user: UserId,
    email: Option<&str>,
) -> Result<Vec<StoredAppointment>, DbError> {
    c.query(
        "SELECT name, phone, email, wished_day, hour_minutes, message, created_at FROM appointments
         WHERE user_id = $1 OR email_folded = $2 ORDER BY id",
        &[&user, &email.map(fold)],
        |row| {
            Ok(StoredAppointment {
                name: row.get("name")?,
                phone: row.get("phone")?,
                email: row.get("email")?,
                day: row.get("wished_day")?,
                hour: row.get("hour_minutes")?,
                message: row.get("message")?,
                created: row.get("created_at")?,
            })
        },
    )
}

pub fn delete_appointments(c: &mut Connection<'_>, user: UserId, email: Option<&str>) -> Result<(), DbError> {
    c.execute("DELETE FROM appointments WHERE user_id = $1 OR email_folded = $2", &[&user, &email.map(fold)])?;
    Ok(())
}
