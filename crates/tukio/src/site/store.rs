//! SQL of `newsletter_subscribers`.

use database::{Connection, DbError};
use domain::Instant;

pub fn insert_subscriber(c: &mut Connection<'_>, email: &str, folded: &str, now: Instant) -> Result<(), DbError> {
    c.execute(
        "INSERT INTO newsletter_subscribers (email, email_folded, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (email_folded) DO NOTHING",
        &[&email, &folded, &now],
    )?;
    Ok(())
}
