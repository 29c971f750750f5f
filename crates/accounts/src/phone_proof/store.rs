//! SQL of `phone_codes`, and of what a right code changes in `users`.

use database::{Connection, DbError};
use domain::{Instant, UserId};

use crate::phone_proof::model::{CODE_LIFETIME, MOST_TRIES, NewCode, Purpose, TriedCode};

type Result<T> = std::result::Result<T, DbError>;

/// The account that has a number.
pub struct Holder {
    pub user: UserId,
    pub is_proved: bool,
}

pub fn insert_code(c: &mut Connection<'_>, code: &NewCode) -> Result<()> {
    c.execute(
        "INSERT INTO phone_codes (purpose, phone_normal, user_id, salt, code_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            &code.purpose,
            &code.phone,
            &code.user,
            &code.salt,
            &code.hash,
            &code.created,
            &(code.created + CODE_LIFETIME),
        ],
    )?;
    Ok(())
}

/// When the codes for a number and purpose were asked for since then, the newest first.
pub fn list_asked(c: &mut Connection<'_>, purpose: Purpose, phone: &str, since: Instant) -> Result<Vec<Instant>> {
    c.query(
        "SELECT created_at FROM phone_codes WHERE phone_normal = $1 AND purpose = $2 AND created_at > $3
         ORDER BY created_at DESC",
        &[&phone, &purpose, &since],
        |row| row.get(0),
    )
}

/// How many codes somebody has asked for since then, for whichever numbers.
pub fn count_of_user(c: &mut Connection<'_>, user: UserId, purpose: Purpose, since: Instant) -> Result<i64> {
    c.query_one(
        "SELECT count(*) FROM phone_codes WHERE user_id = $1 AND purpose = $2 AND created_at > $3",
        &[&user, &purpose, &since],
        |row| row.get(0),
    )
}

/// Takes one try of the newest code for a number and purpose; `None` where there is none that still works.
pub fn take_try(c: &mut Connection<'_>, purpose: Purpose, phone: &str, now: Instant) -> Result<Option<TriedCode>> {
    c.query_opt(
        "UPDATE phone_codes SET tries = tries + 1
         WHERE id = (SELECT id FROM phone_codes WHERE phone_normal = $1 AND purpose = $2
                     ORDER BY created_at DESC, id DESC LIMIT 1)
             AND used_at IS NULL AND expires_at > $3 AND tries < $4
         RETURNING id, user_id, salt, code_hash",
        &[&phone, &purpose, &now, &MOST_TRIES],
        |row| {
            Ok(TriedCode {
                id: row.get("id")?,
                user: row.get("user_id")?,
                salt: row.get("salt")?,
                hash: row.get("code_hash")?,
            })
        },
    )
}

pub fn give_try_back(c: &mut Connection<'_>, id: i64) -> Result<()> {
    c.execute("UPDATE phone_codes SET tries = tries - 1 WHERE id = $1", &[&id])?;
    Ok(())
}

/// Uses a code up, and answers whether it was still there to be used.
pub fn use_up(c: &mut Connection<'_>, id: i64, now: Instant) -> Result<bool> {
    let used = c.execute(
        "UPDATE phone_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2",
        &[&id, &now],
    )?;
    Ok(used > 0)
}

/// Deletes at most so many codes of before then, and answers how many there were.
pub fn delete_codes_before(c: &mut Connection<'_>, before: Instant, most: i64) -> Result<u64> {
    c.execute(
        "DELETE FROM phone_codes WHERE id IN (SELECT id FROM phone_codes WHERE created_at < $1 LIMIT $2)",
        &[&before, &most],
    )
}

/// Deletes all codes of an account that closes.
pub fn delete_codes(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM phone_codes WHERE user_id = $1", &[&user])?;
    Ok(())
}

/// The international form of somebody's number, and whether it is proved. `None` for who has lost theirs.
pub fn find_number(c: &mut Connection<'_>, user: UserId) -> Result<Option<(String, bool)>> {
    c.query_opt(
        "SELECT phone_normal, phone_verified_at IS NOT NULL AS is_proved FROM users
         WHERE id = $1 AND closed_at IS NULL AND phone <> ''",
        &[&user],
        |row| Ok((row.get("phone_normal")?, row.get("is_proved")?)),
    )
}

pub fn find_holder(c: &mut Connection<'_>, phone: &str) -> Result<Option<Holder>> {
    c.query_opt(
        "SELECT id, phone_verified_at IS NOT NULL AS is_proved FROM users
         WHERE phone_normal = $1 AND closed_at IS NULL",
        &[&phone],
        |row| Ok(Holder { user: row.get("id")?, is_proved: row.get("is_proved")? }),
    )
}

pub fn set_verified(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE users SET phone_verified_at = COALESCE(phone_verified_at, $2) WHERE id = $1 AND closed_at IS NULL",
        &[&user, &now],
    )?;
    Ok(())
}

/// Takes somebody's number away. A text with a control character, which nobody can type, stands in its place.
pub fn remove_number(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute(
        "UPDATE users SET phone = '', phone_normal = $2, phone_verified_at = NULL WHERE id = $1",
        &[&user, &format!("\u{1}{user}")],
    )?;
    Ok(())
}
