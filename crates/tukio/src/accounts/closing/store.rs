//! SQL of a row of `users` whose owner leaves.

use database::{Connection, DbError};
use domain::{Instant, UserId};

use crate::accounts::closing::model::CLOSED_NAME;

/// Empties the row of everything personal. Events of the past refer to it, so it stays; its name and number become
/// free. The control character keeps what stands in their place apart from whatever can be typed.
pub fn close(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<(), DbError> {
    c.execute(
        "UPDATE users SET username = $2, username_folded = $3, phone = '', phone_normal = $3, email = NULL,
             email_folded = NULL, email_verified_at = NULL, password_hash = '', activity = NULL, picture = NULL,
             closed_at = $4
         WHERE id = $1",
        &[&user, &CLOSED_NAME, &format!("\u{1}{user}"), &now],
    )?;
    Ok(())
}

pub fn created(c: &mut Connection<'_>, user: UserId) -> Result<Instant, DbError> {
    c.query_one("SELECT created_at FROM users WHERE id = $1", &[&user], |row| row.get(0))
}
