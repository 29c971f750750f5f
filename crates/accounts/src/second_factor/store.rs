//! SQL of `second_factors`, `recovery_codes` and `login_steps`.

use database::{Connection, DbError};
use domain::{Instant, UserId};

use crate::second_factor::model::{SecondFactor, WaitingStep};
use platform::secret::SecretHash;

type Result<T> = std::result::Result<T, DbError>;

pub fn find(c: &mut Connection<'_>, user: UserId) -> Result<Option<SecondFactor>> {
    c.query_opt(
        "SELECT secret, confirmed_at IS NOT NULL AS is_on FROM second_factors WHERE user_id = $1",
        &[&user],
        |row| Ok(SecondFactor { secret: row.get("secret")?, is_on: row.get("is_on")? }),
    )
}

pub fn is_on(c: &mut Connection<'_>, user: UserId) -> Result<bool> {
    c.query_one(
        "SELECT EXISTS (SELECT 1 FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL)",
        &[&user],
        |row| row.get(0),
    )
}

/// Stores the secret of a factor that is being set up, in the place of an earlier one that was never confirmed.
pub fn begin(c: &mut Connection<'_>, user: UserId, secret: &[u8], now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET secret = $2, created_at = $3, last_step = 0
             WHERE second_factors.confirmed_at IS NULL",
        &[&user, &secret, &now],
    )?;
    Ok(())
}

pub fn confirm(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<()> {
    c.execute("UPDATE second_factors SET confirmed_at = $2 WHERE user_id = $1", &[&user, &now])?;
    Ok(())
}

/// Notes that the code of a time step was used, and answers whether it was the first time: neither it nor an older one
/// works again.
pub fn use_step(c: &mut Connection<'_>, user: UserId, step: i64) -> Result<bool> {
    let used =
        c.execute("UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2", &[&user, &step])?;
    Ok(used > 0)
}

/// Stores recovery codes in the place of all earlier ones.
pub fn replace_recovery_codes(c: &mut Connection<'_>, user: UserId, hashes: &[SecretHash]) -> Result<()> {
    c.execute("DELETE FROM recovery_codes WHERE user_id = $1", &[&user])?;
    for hash in hashes {
        c.execute("INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)", &[&user, hash])?;
    }
    Ok(())
}

pub fn use_recovery_code(c: &mut Connection<'_>, user: UserId, hash: &SecretHash, now: Instant) -> Result<bool> {
    let used = c.execute(
        "UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL",
        &[&user, hash, &now],
    )?;
    Ok(used > 0)
}

pub fn count_recovery_codes(c: &mut Connection<'_>, user: UserId) -> Result<i64> {
    c.query_one("SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL", &[&user], |row| {
        row.get(0)
    })
}

/// Deletes everything about somebody's second factor.
pub fn delete_second_factor(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM second_factors WHERE user_id = $1", &[&user])?;
    c.execute("DELETE FROM recovery_codes WHERE user_id = $1", &[&user])?;
    c.execute("DELETE FROM login_steps WHERE user_id = $1", &[&user])?;
    Ok(())
}

pub fn insert_login_step(
    c: &mut Connection<'_>,
    token_hash: &SecretHash,
    step: &WaitingStep,
    expires: Instant,
) -> Result<()> {
    c.execute(
        "INSERT INTO login_steps (token_hash, user_id, remember, expires_at) VALUES ($1, $2, $3, $4)",
        &[token_hash, &step.user, &step.remember, &expires],
    )?;
    Ok(())
}

pub fn find_login_step(c: &mut Connection<'_>, token_hash: &SecretHash, now: Instant) -> Result<Option<WaitingStep>> {
    c.query_opt(
        "SELECT user_id, remember FROM login_steps WHERE token_hash = $1 AND expires_at > $2",
        &[token_hash, &now],
        |row| Ok(WaitingStep { user: row.get("user_id")?, remember: row.get("remember")? }),
    )
}

pub fn delete_login_step(c: &mut Connection<'_>, token_hash: &SecretHash) -> Result<()> {
    c.execute("DELETE FROM login_steps WHERE token_hash = $1", &[token_hash])?;
    Ok(())
}

pub fn delete_login_steps_of(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM login_steps WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// Deletes at most so many sign-ins whose wait is over, and answers how many there were.
pub fn delete_login_steps_before(c: &mut Connection<'_>, now: Instant, most: i64) -> Result<u64> {
    c.execute(
        "DELETE FROM login_steps WHERE token_hash IN (SELECT token_hash FROM login_steps WHERE expires_at < $1 LIMIT $2)",
        &[&now, &most],
    )
}
