//! SQL of `wrong_passwords` and `wrong_codes`.

use std::time::Duration;

use database::{Connection, DbError};
use domain::{Instant, UserId};
use platform::FORGOTTEN_AFTER;

use crate::guesses::{Guesser, WrongTries};

type Result<T> = std::result::Result<T, DbError>;

/// Wrong passwords of an account by this guesser, if there were any.
pub fn find_passwords(c: &mut Connection<'_>, user: UserId, guesser: Guesser) -> Result<Option<WrongTries>> {
    c.query_opt(
        "SELECT tries, last_at FROM wrong_passwords WHERE user_id = $1 AND tried_by = $2",
        &[&user, &guesser.name()],
        |row| {
            let count: i64 = row.get("tries")?;
            Ok(WrongTries { count: u32::try_from(count).unwrap_or(u32::MAX), last: row.get("last_at")? })
        },
    )
}

/// Counts a wrong password; a day without any begins anew.
pub fn add_password(c: &mut Connection<'_>, user: UserId, guesser: Guesser, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO wrong_passwords (user_id, tried_by, tries, last_at)
         SELECT id, CAST($2 AS TEXT), 1, CAST($3 AS BIGINT) FROM users WHERE id = $1
         ON CONFLICT (user_id, tried_by) DO UPDATE SET last_at = excluded.last_at,
             tries = CASE WHEN wrong_passwords.last_at <= $4 THEN 1 ELSE wrong_passwords.tries + 1 END",
        &[&user, &guesser.name(), &now, &(now - FORGOTTEN_AFTER)],
    )?;
    Ok(())
}

/// When this guesser will have all tries at an account's codes again, if some are used up.
pub fn find_codes(c: &mut Connection<'_>, user: UserId, guesser: Guesser) -> Result<Option<Instant>> {
    c.query_opt(
        "SELECT full_again_at FROM wrong_codes WHERE user_id = $1 AND tried_by = $2",
        &[&user, &guesser.name()],
        |row| row.get(0),
    )
}

/// Counts a wrong code: all tries will be there again so much later.
pub fn add_code(c: &mut Connection<'_>, user: UserId, guesser: Guesser, wait: Duration, now: Instant) -> Result<()> {
    let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
    c.execute(
        "INSERT INTO wrong_codes (user_id, tried_by, full_again_at)
         VALUES ($1, $2, CAST($3 AS BIGINT) + CAST($4 AS BIGINT))
         ON CONFLICT (user_id, tried_by) DO UPDATE SET full_again_at = CAST($4 AS BIGINT)
             + CASE WHEN wrong_codes.full_again_at > $3 THEN wrong_codes.full_again_at ELSE CAST($3 AS BIGINT) END",
        &[&user, &guesser.name(), &now, &wait],
    )?;
    Ok(())
}

/// Deletes at most so many counts that are over, and answers how many there were.
pub fn delete_over(c: &mut Connection<'_>, now: Instant, most: i64) -> Result<u64> {
    let passwords = c.execute(
        "DELETE FROM wrong_passwords WHERE (user_id, tried_by) IN
             (SELECT user_id, tried_by FROM wrong_passwords WHERE last_at <= $1 LIMIT $2)",
        &[&(now - FORGOTTEN_AFTER), &most],
    )?;
    let codes = c.execute(
        "DELETE FROM wrong_codes WHERE (user_id, tried_by) IN
             (SELECT user_id, tried_by FROM wrong_codes WHERE full_again_at <= $1 LIMIT $2)",
        &[&now, &most],
    )?;
    Ok(passwords.max(codes))
}

/// For an account that closes.
pub fn delete_of(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM wrong_passwords WHERE user_id = $1", &[&user])?;
    c.execute("DELETE FROM wrong_codes WHERE user_id = $1", &[&user])?;
    Ok(())
}
